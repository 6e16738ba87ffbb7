//! What a visitor would like to have, in an order of their own.

use axum::extract::State;
use axum::{Extension, Json};

use super::catalog::Product;
use super::mall::SharedMall;
use super::refusal::Refusal;
use super::visitor::Visitor;

pub async fn show(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Vec<Product>>, Refusal> {
    let mut mall = mall.open();
    let ids = mall.session(&visitor).wishlist.clone();
    let products: Result<_, _> = ids
        .iter()
        .map(|id| mall.catalog.find(id).cloned())
        .collect();
    products.map(Json)
}

/// Takes the products' ids in their new order.
pub async fn replace(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(ids): Json<Vec<String>>,
) -> Result<Json<()>, Refusal> {
    let mut mall = mall.open();
    for id in &ids {
        mall.catalog.find(id)?;
    }
    mall.session(&visitor).wishlist = ids;
    Ok(Json(()))
}
