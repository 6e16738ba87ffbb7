//! The shop, asked over its sockets.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::server::{DemoServer, serve, serve_redesign};
use super::suite::PASSWORD;

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// A browser's stand-in: keeps the one cookie it is given.
struct Browser<'s> {
    server: &'s DemoServer,
    cookie: Option<String>,
}

impl<'s> Browser<'s> {
    fn new(server: &'s DemoServer) -> Self {
        Self {
            server,
            cookie: None,
        }
    }

    async fn logged_in(server: &'s DemoServer, user: &str) -> Self {
        let mut browser = Self::new(server);
        let answer = browser
            .send(
                "POST /api/login",
                json!({ "user": user, "password": PASSWORD }),
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        browser
    }

    async fn get(&mut self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), "application/json", "")
            .await
    }

    async fn send(&mut self, what: &str, body: Value) -> Answer {
        self.ask(what, "application/json", &body.to_string()).await
    }

    async fn ask(&mut self, what: &str, media_type: &str, body: &str) -> Answer {
        let origin = self.server.shop_origin();
        let answer = ask(&origin, what, media_type, self.cookie.as_deref(), body).await;
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }
}

async fn ask(
    origin: &str,
    what: &str,
    media_type: &str,
    cookie: Option<&str>,
    body: &str,
) -> Answer {
    let host = origin.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n"));
    let request = format!(
        "{what} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{}Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n{body}",
        cookie.unwrap_or_default(),
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

#[tokio::test]
async fn every_page_is_there_and_nothing_is_kept_by_the_browser() {
    let server = serve().await.unwrap();
    let mut alice = Browser::logged_in(&server, "alice").await;
    for path in [
        "/",
        "/product/paper-lantern",
        "/cart",
        "/checkout",
        "/login",
        "/join",
        "/wallet",
        "/account",
        "/wishlist",
        "/help",
        "/order/1001",
    ] {
        let answer = alice.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert!(answer.body.contains("<!doctype html>"), "{path}");
    }
    let lost = alice.get("/cellar").await;
    assert_eq!(lost.status, 404);
    assert!(lost.body.contains("This shelf is empty"));
}

#[tokio::test]
async fn every_product_has_a_picture() {
    let server = serve().await.unwrap();
    let mut visitor = Browser::new(&server);
    let products = visitor.get("/api/products").await.json();
    let products = products.as_array().unwrap();
    assert_eq!(products.len(), 12);
    for product in products {
        let id = product["id"].as_str().unwrap();
        let picture = visitor.get(&format!("/assets/images/{id}.svg")).await;
        assert_eq!(
            picture.header("content-type"),
            Some("image/svg+xml"),
            "{id}"
        );
    }
}

#[tokio::test]
async fn a_private_page_leads_to_the_login_and_back() {
    let server = serve().await.unwrap();
    let answer = Browser::new(&server).get("/wallet").await;
    assert_eq!(answer.status, 303);
    assert_eq!(answer.header("location"), Some("/login?next=/wallet"));
}

#[tokio::test]
async fn a_wrong_password_is_refused() {
    let server = serve().await.unwrap();
    let mut eve = Browser::new(&server);
    let guess = json!({ "user": "alice", "password": "guess" });
    let answer = eve.send("POST /api/login", guess).await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.json()["message"], "User name or password is wrong.");
    assert_eq!(eve.get("/api/wallet").await.status, 401);
}

#[tokio::test]
async fn an_account_is_opened_once_and_found_again_by_its_password() {
    let server = serve().await.unwrap();
    let mut newcomer = Browser::new(&server);
    let mine = json!({ "user": "mira", "password": "mine" });
    for _ in 0..2 {
        assert_eq!(
            newcomer.send("POST /api/join", mine.clone()).await.status,
            200
        );
        assert_eq!(newcomer.get("/api/wallet").await.json()["balance"], 100);
    }
    let theirs = json!({ "user": "mira", "password": "theirs" });
    assert_eq!(newcomer.send("POST /api/join", theirs).await.status, 409);
    let nobody = json!({ "user": " ", "password": "x" });
    assert_eq!(newcomer.send("POST /api/join", nobody).await.status, 422);
}

#[tokio::test]
async fn mallbucks_are_neither_made_nor_lost() {
    let server = serve().await.unwrap();
    let mut alice = Browser::logged_in(&server, "alice").await;
    let mut bob = Browser::logged_in(&server, "bob").await;
    let send = |to: &str, amount: u64| json!({ "to": to, "amount": amount, "message": "tea" });

    let sent = alice
        .send("POST /api/wallet/transfers", send("bob", 20))
        .await;
    assert_eq!(sent.status, 200);
    for (to, amount, message) in [
        ("bob", 5000, "You have only 1230 MALLBUCKS."),
        ("bob", 0, "Send at least 1 MALLBUCKS."),
        ("alice", 1, "You cannot send MALLBUCKS to yourself."),
        ("carol", 1, "There is nobody called carol."),
    ] {
        let refused = alice
            .send("POST /api/wallet/transfers", send(to, amount))
            .await;
        assert_eq!(refused.json()["message"], message);
    }
    let expected = json!({
        "balance": 420,
        "transfers": [{ "number": 1, "with": "alice", "message": "tea", "amount": 20 }],
    });
    assert_eq!(bob.get("/api/wallet").await.json(), expected);
    let hers = alice.get("/api/wallet").await.json();
    assert_eq!(hers["balance"], 1230);
    assert_eq!(hers["transfers"][0]["amount"], -20);
}

#[tokio::test]
async fn a_cart_adds_up_and_becomes_an_order() {
    let server = serve().await.unwrap();
    let mut alice = Browser::logged_in(&server, "alice").await;
    let lanterns = json!({
        "product": "paper-lantern", "quantity": 2, "size": "Large", "colour": "Red", "giftWrap": true,
    });
    let cart = alice.send("POST /api/cart", lanterns).await.json();
    assert_eq!(cart["lines"][0]["options"], "Large, Red, gift wrap");
    assert_eq!(cart["total"], 2 * 4900 + 300);

    let line = format!("/api/cart/lines/{}", cart["lines"][0]["id"]);
    let cart = alice
        .send(&format!("PATCH {line}"), json!({ "quantity": 1 }))
        .await;
    assert_eq!(cart.json()["total"], 4900 + 300);
    let cart = alice
        .send("POST /api/cart/coupon", json!({ "code": "MALL10" }))
        .await;
    assert_eq!(cart.json()["total"], 5200 - 520);

    let order = alice
        .send("POST /api/orders", json!({ "street": "12 North Lane" }))
        .await
        .json();
    assert_eq!(order["cart"]["total"], 4680);
    let number = &order["number"];
    assert_eq!(alice.get("/api/cart").await.json()["count"], 0);
    assert_eq!(
        alice.get(&format!("/api/orders/{number}")).await.json(),
        order
    );
    let mut bob = Browser::logged_in(&server, "bob").await;
    assert_eq!(bob.get(&format!("/api/orders/{number}")).await.status, 404);
}

#[tokio::test]
async fn a_cart_refuses_what_cannot_be_had() {
    let server = serve().await.unwrap();
    let mut visitor = Browser::new(&server);
    for (choice, message) in [
        (
            json!({ "product": "rain-umbrella" }),
            "Rain umbrella is sold out.",
        ),
        (json!({ "product": "moon" }), "There is no such product."),
        (
            json!({ "product": "chess-set", "quantity": 100 }),
            "Choose a quantity from 1 to 99.",
        ),
    ] {
        let refused = visitor.send("POST /api/cart", choice).await;
        assert_eq!(refused.json()["message"], message);
    }
    let coupon = json!({ "code": "FREE" });
    assert_eq!(
        visitor.send("POST /api/cart/coupon", coupon).await.status,
        404
    );
    assert_eq!(
        visitor
            .send("POST /api/orders", json!({ "street": "" }))
            .await
            .status,
        401
    );
    let mut bob = Browser::logged_in(&server, "bob").await;
    assert_eq!(
        bob.send("POST /api/orders", json!({ "street": "" }))
            .await
            .status,
        422
    );
}

#[tokio::test]
async fn a_login_starts_with_an_empty_cart() {
    let server = serve().await.unwrap();
    let mut bob = Browser::logged_in(&server, "bob").await;
    bob.send("POST /api/cart", json!({ "product": "enamel-mug" }))
        .await;
    assert_eq!(bob.get("/api/me").await.json()["cartCount"], 1);
    let again = json!({ "user": "bob", "password": PASSWORD });
    bob.send("POST /api/login", again).await;
    assert_eq!(bob.get("/api/me").await.json()["cartCount"], 0);
}

#[tokio::test]
async fn profile_picture_and_wishes_are_kept() {
    let server = serve().await.unwrap();
    let mut alice = Browser::logged_in(&server, "alice").await;
    let profile = json!({ "displayName": "Ada", "about": "Bells.", "news": false });
    assert_eq!(alice.send("PUT /api/account", profile).await.status, 200);
    assert_eq!(alice.get("/api/me").await.json()["name"], "Ada");

    assert_eq!(alice.get("/api/account/picture").await.status, 404);
    assert_eq!(
        alice
            .ask("PUT /api/account/picture", "text/plain", "hello")
            .await
            .status,
        415
    );
    assert_eq!(
        alice
            .ask("PUT /api/account/picture", "image/svg+xml", "<svg/>")
            .await
            .status,
        200
    );
    assert_eq!(alice.get("/api/account/picture").await.body, "<svg/>");

    let wishes = json!(["pocket-radio", "brass-compass"]);
    assert_eq!(alice.send("PUT /api/wishlist", wishes).await.status, 200);
    assert_eq!(
        alice.get("/api/wishlist").await.json()[0]["name"],
        "Pocket radio"
    );
    assert_eq!(
        alice
            .send("PUT /api/wishlist", json!(["moon"]))
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn the_payment_form_stands_on_another_origin() {
    let server = serve().await.unwrap();
    let pay = server.pay_origin();
    assert_ne!(pay, server.shop_origin());
    assert_eq!(
        Browser::new(&server).get("/api/me").await.json()["payOrigin"],
        pay
    );
    // The name of the origin is for browsers; the socket is bound by its number.
    let address = pay.replace("localhost", "127.0.0.1");
    let form = ask(&address, "GET /pay?amount=1.00", "text/plain", None, "").await;
    assert!(form.body.contains("Card number"));
    for (card, status) in [
        ("4242 4242 4242 4242", 200),
        ("4000 0000 0000 0002", 402),
        ("1", 402),
    ] {
        let card = json!({ "number": card }).to_string();
        let answer = ask(&address, "POST /charge", "application/json", None, &card).await;
        assert_eq!(answer.status, status);
    }
}

#[tokio::test]
async fn the_redesign_is_the_same_shop_with_other_words() {
    let (first, redesign) = (serve().await.unwrap(), serve_redesign(0).await.unwrap());
    let old = Browser::logged_in(&first, "alice")
        .await
        .get("/wallet")
        .await
        .body;
    let new = Browser::logged_in(&redesign, "alice")
        .await
        .get("/wallet")
        .await
        .body;
    assert!(old.contains(">Continue<") && !new.contains(">Continue<"));
    assert!(new.contains("Your wallet"));
    let (mut old, mut new) = (Browser::new(&first), Browser::new(&redesign));
    assert_eq!(old.get("/help").await.body, new.get("/help").await.body);
}

#[tokio::test]
async fn the_shop_closes_when_it_is_dropped() {
    let server = serve().await.unwrap();
    let origin = server.shop_origin();
    let host = origin.strip_prefix("http://").unwrap().to_owned();
    drop(server);
    while TcpStream::connect(&host).await.is_ok() {
        tokio::task::yield_now().await;
    }
}
