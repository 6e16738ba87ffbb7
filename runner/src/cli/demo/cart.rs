//! The cart of a session, and the order it becomes.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::catalog::{Catalog, Product};
use super::mall::SharedMall;
use super::refusal::Refusal;
use super::visitor::Visitor;

/// In hundredths of a MALLBUCK, as every price here.
const GIFT_WRAP: u64 = 300;
const EXPRESS: u64 = 900;

const COUPON: &str = "MALL10";
const COUPON_PERCENT: u64 = 10;

const FIRST_ORDER: usize = 1001;

#[derive(Debug, Default)]
pub struct Cart {
    lines: Vec<Line>,
    lines_ever: u64,
    has_coupon: bool,
}

#[derive(Debug)]
struct Line {
    id: u64,
    choice: Choice,
}

/// What a visitor chose on a product's page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// The product's id.
    product: String,
    #[serde(default = "one")]
    quantity: u64,
    size: Option<String>,
    colour: Option<String>,
    #[serde(default)]
    gift_wrap: bool,
    #[serde(default)]
    express: bool,
}

#[derive(Debug, Deserialize)]
pub struct Quantity {
    quantity: u64,
}

#[derive(Debug, Deserialize)]
pub struct Coupon {
    code: String,
}

/// The cart as the page shows it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CartView {
    lines: Vec<LineView>,
    /// Pieces, not lines.
    pub count: u64,
    discount: u64,
    total: u64,
}

#[derive(Debug, Clone, Serialize)]
struct LineView {
    id: u64,
    product: String,
    name: String,
    options: String,
    quantity: u64,
    price: u64,
    total: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct Order {
    number: usize,
    #[serde(skip)]
    user: String,
    street: String,
    cart: CartView,
}

#[derive(Debug, Deserialize)]
pub struct Delivery {
    street: String,
}

pub async fn show(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Json<CartView> {
    let mut mall = mall.open();
    mall.session(&visitor);
    Json(mall.cart_view(&visitor))
}

pub async fn add(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(choice): Json<Choice>,
) -> Result<Json<CartView>, Refusal> {
    let mut mall = mall.open();
    let product = mall.catalog.find(&choice.product)?;
    if !product.in_stock {
        return Err(Refusal::SoldOut(product.name.clone()));
    }
    check_quantity(choice.quantity)?;
    mall.session(&visitor).cart.add(choice);
    Ok(Json(mall.cart_view(&visitor)))
}

pub async fn change(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Path(line): Path<u64>,
    Json(change): Json<Quantity>,
) -> Result<Json<CartView>, Refusal> {
    check_quantity(change.quantity)?;
    let mut mall = mall.open();
    let lines = &mut mall.session(&visitor).cart.lines;
    let found = lines.iter_mut().find(|known| known.id == line);
    found.ok_or(Refusal::NotThere("item"))?.choice.quantity = change.quantity;
    Ok(Json(mall.cart_view(&visitor)))
}

pub async fn remove(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Path(line): Path<u64>,
) -> Json<CartView> {
    let mut mall = mall.open();
    let lines = &mut mall.session(&visitor).cart.lines;
    lines.retain(|known| known.id != line);
    Json(mall.cart_view(&visitor))
}

pub async fn empty(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Json<CartView> {
    let mut mall = mall.open();
    mall.session(&visitor).cart = Cart::default();
    Json(mall.cart_view(&visitor))
}

pub async fn use_coupon(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(coupon): Json<Coupon>,
) -> Result<Json<CartView>, Refusal> {
    if coupon.code.trim() != COUPON {
        return Err(Refusal::Coupon(coupon.code));
    }
    let mut mall = mall.open();
    mall.session(&visitor).cart.has_coupon = true;
    Ok(Json(mall.cart_view(&visitor)))
}

/// Turns the cart into an order and empties it.
pub async fn order(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(delivery): Json<Delivery>,
) -> Result<Json<Order>, Refusal> {
    let mut mall = mall.open();
    let user = mall.user(&visitor)?;
    let cart = mall.cart_view(&visitor);
    if cart.count == 0 {
        return Err(Refusal::EmptyCart);
    }
    mall.session(&visitor).cart = Cart::default();
    let order = Order {
        number: FIRST_ORDER + mall.orders.len(),
        user,
        street: delivery.street,
        cart,
    };
    mall.orders.push(order.clone());
    Ok(Json(order))
}

/// An order, to the person who made it.
pub async fn show_order(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Path(number): Path<usize>,
) -> Result<Json<Order>, Refusal> {
    let mall = mall.open();
    let user = mall.user(&visitor)?;
    mall.orders
        .iter()
        .find(|order| order.number == number && order.user == user)
        .cloned()
        .map(Json)
        .ok_or(Refusal::NotThere("order"))
}

impl super::mall::Mall {
    /// The visitor's cart with names and sums; empty for a visitor nobody knows.
    pub fn cart_view(&self, visitor: &Visitor) -> CartView {
        self.sessions
            .get(&visitor.session)
            .map(|session| session.cart.view(&self.catalog))
            .unwrap_or_default()
    }
}

impl Cart {
    fn add(&mut self, choice: Choice) {
        self.lines_ever += 1;
        self.lines.push(Line {
            id: self.lines_ever,
            choice,
        });
    }

    fn view(&self, catalog: &Catalog) -> CartView {
        let lines: Vec<LineView> = self
            .lines
            .iter()
            .filter_map(|line| {
                let product = catalog.find(&line.choice.product).ok()?;
                Some(line.view(product))
            })
            .collect();
        let sum: u64 = lines.iter().map(|line| line.total).sum();
        let percent = if self.has_coupon { COUPON_PERCENT } else { 0 };
        let discount = sum * percent / 100;
        CartView {
            count: lines.iter().map(|line| line.quantity).sum(),
            lines,
            discount,
            total: sum - discount,
        }
    }
}

impl Line {
    fn view(&self, product: &Product) -> LineView {
        let choice = &self.choice;
        let extras = [
            (choice.gift_wrap, "gift wrap", GIFT_WRAP),
            (choice.express, "express", EXPRESS),
        ];
        let chosen = extras.iter().filter(|(chosen, ..)| *chosen);
        let options: Vec<&str> = [&choice.size, &choice.colour]
            .into_iter()
            .filter_map(Option::as_deref)
            .chain(chosen.clone().map(|(_, name, _)| *name))
            .collect();
        LineView {
            id: self.id,
            product: product.id.clone(),
            name: product.name.clone(),
            options: options.join(", "),
            quantity: choice.quantity,
            price: product.price,
            total: product.price * choice.quantity + chosen.map(|(.., price)| price).sum::<u64>(),
        }
    }
}

fn check_quantity(quantity: u64) -> Result<(), Refusal> {
    if (1..=99).contains(&quantity) {
        Ok(())
    } else {
        Err(Refusal::Quantity)
    }
}

fn one() -> u64 {
    1
}
