//! The shop on loopback: two origins, so that the payment form is a frame from elsewhere.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::Response;
use axum::routing::{get, patch, post};
use axum::{Extension, Json, Router, middleware};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::catalog::Catalog;
use super::mall::{Mall, SharedMall};
use super::pages::{self, Design};
use super::refusal::Refusal;
use super::{account, cart, catalog, visitor, wallet, wishlist};

/// A shop that is open until this is dropped.
#[derive(Debug)]
pub struct DemoServer {
    shop: SocketAddr,
    pay: SocketAddr,
    /// Both servers end when its sending half is gone.
    _open: watch::Sender<()>,
}

impl DemoServer {
    /// Where the shop is, as `http://127.0.0.1:PORT`.
    pub fn shop_origin(&self) -> String {
        format!("http://{}", self.shop)
    }

    /// Where the payment form is, as `http://localhost:PORT`: another site to a browser.
    pub fn pay_origin(&self) -> String {
        pay_origin(self.pay)
    }
}

/// Opens the shop on two free ports of 127.0.0.1, with accounts and wallets as on the first day.
///
/// # Errors
/// Where no port can be had.
pub async fn serve() -> io::Result<DemoServer> {
    serve_at(0).await
}

/// The same at this port of loopback, or at another where it is taken.
///
/// # Errors
/// Where no port can be had.
pub async fn serve_at(port: u16) -> io::Result<DemoServer> {
    open(Design::First, port).await
}

/// The same shop after its redesign, at this port of loopback or at another where it is taken.
///
/// # Errors
/// Where no port can be had.
pub async fn serve_redesign(port: u16) -> io::Result<DemoServer> {
    open(Design::Redesign, port).await
}

async fn open(design: Design, port: u16) -> io::Result<DemoServer> {
    let shop = match listen(port).await {
        Err(_) if port != 0 => listen(0).await?,
        shop => shop?,
    };
    let pay = listen(0).await?;
    let addresses = (shop.local_addr()?, pay.local_addr()?);
    let mall = SharedMall::new(Mall::new(Catalog::load()?), &pay_origin(addresses.1));
    let (open, closing) = watch::channel(());
    run(shop, shop_router(mall, design), closing.clone());
    run(pay, pay_router(), closing);
    Ok(DemoServer {
        shop: addresses.0,
        pay: addresses.1,
        _open: open,
    })
}

async fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

fn run(listener: TcpListener, router: Router, mut closing: watch::Receiver<()>) {
    let router = router.layer(middleware::map_response(forbid_caching));
    let closed = async move {
        // Nothing is ever sent: the error that the sender is gone is the signal.
        let _ = closing.changed().await;
    };
    let serving = axum::serve(listener, router).with_graceful_shutdown(closed);
    tokio::spawn(async move { serving.await });
}

fn shop_router(mall: SharedMall, design: Design) -> Router {
    let api = Router::new()
        .route("/me", get(account::me))
        .route("/login", post(account::log_in))
        .route("/join", post(account::join))
        .route("/account", get(account::show).put(account::save))
        .route(
            "/account/picture",
            get(account::show_picture).put(account::save_picture),
        )
        .route("/products", get(catalog::list))
        .route("/products/{id}", get(catalog::show))
        .route("/products/{id}/reviews", get(catalog::reviews))
        .route("/products/{id}/related", get(catalog::related))
        .route("/cart", get(cart::show).post(cart::add).delete(cart::empty))
        .route(
            "/cart/lines/{line}",
            patch(cart::change).delete(cart::remove),
        )
        .route("/cart/coupon", post(cart::use_coupon))
        .route("/orders", post(cart::order))
        .route("/orders/{number}", get(cart::show_order))
        .route("/wallet", get(wallet::show))
        .route("/wallet/transfers", post(wallet::send))
        .route("/wishlist", get(wishlist::show).put(wishlist::replace));
    Router::new()
        .route("/", get(pages::page))
        .route("/product/{id}", get(pages::page))
        .route("/cart", get(pages::page))
        .route("/wishlist", get(pages::page))
        .route("/help", get(pages::page))
        .route("/login", get(pages::page))
        .route("/join", get(pages::page))
        .route("/logout", get(account::leave))
        .route("/wallet", get(pages::private_page))
        .route("/account", get(pages::private_page))
        .route("/checkout", get(pages::private_page))
        .route("/order/{number}", get(pages::private_page))
        .nest("/api", api)
        .layer(middleware::from_fn_with_state(
            mall.clone(),
            visitor::recognise,
        ))
        .fallback(pages::asset)
        .layer(Extension(design))
        .with_state(mall)
}

fn pay_router() -> Router {
    Router::new()
        .route("/charge", post(charge))
        .fallback(pages::pay_file)
}

#[derive(Debug, Deserialize)]
struct Card {
    number: String,
}

/// Takes any card of sixteen digits but those that end in 0002.
async fn charge(Json(card): Json<Card>) -> Result<Json<()>, Refusal> {
    let digits: String = card.number.chars().filter(char::is_ascii_digit).collect();
    if digits.len() == 16 && !digits.ends_with("0002") {
        Ok(Json(()))
    } else {
        Err(Refusal::Declined)
    }
}

/// Every look at a page is a fresh one, `go back` included.
async fn forbid_caching(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn pay_origin(address: SocketAddr) -> String {
    format!("http://localhost:{}", address.port())
}
