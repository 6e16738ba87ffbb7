//! What the shop sells.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::mall::SharedMall;
use super::refusal::Refusal;

/// How long the slow part of a product's page takes, so that there is something to wait for.
const REVIEWS_TAKE: Duration = Duration::from_millis(600);

/// How many products stand under "You may also like".
const RELATED: usize = 3;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Product {
    /// As it stands in addresses and in the picture's file name.
    pub id: String,
    pub name: String,
    /// In hundredths of a MALLBUCK.
    pub price: u64,
    pub category: String,
    /// What the picture shows.
    pub alt: String,
    pub about: String,
    pub in_stock: bool,
    pub colours: Vec<String>,
    pub sizes: Vec<String>,
    #[serde(skip_serializing)]
    pub reviews: Vec<Review>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    pub by: String,
    pub stars: u8,
    pub text: String,
}

#[derive(Debug)]
pub struct Catalog {
    products: Vec<Product>,
}

impl Catalog {
    /// The catalogue that is part of the program.
    pub fn load() -> serde_json::Result<Self> {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demo/products.json"));
        serde_json::from_str(text).map(|products| Self { products })
    }

    pub fn products(&self) -> &[Product] {
        &self.products
    }

    pub fn find(&self, id: &str) -> Result<&Product, Refusal> {
        self.products
            .iter()
            .find(|product| product.id == id)
            .ok_or(Refusal::NotThere("product"))
    }
}

pub async fn list(State(mall): State<SharedMall>) -> Json<Vec<Product>> {
    Json(mall.open().catalog.products().to_vec())
}

pub async fn show(
    State(mall): State<SharedMall>,
    Path(id): Path<String>,
) -> Result<Json<Product>, Refusal> {
    mall.open().catalog.find(&id).cloned().map(Json)
}

pub async fn reviews(
    State(mall): State<SharedMall>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Review>>, Refusal> {
    let reviews = mall.open().catalog.find(&id)?.reviews.clone();
    tokio::time::sleep(REVIEWS_TAKE).await;
    Ok(Json(reviews))
}

/// The products that follow this one in the catalogue.
pub async fn related(
    State(mall): State<SharedMall>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Product>>, Refusal> {
    let mall = mall.open();
    mall.catalog.find(&id)?;
    let products = mall.catalog.products();
    let following = products
        .iter()
        .cycle()
        .skip_while(|product| product.id != id)
        .skip(1)
        .take(RELATED);
    Ok(Json(following.cloned().collect()))
}
