//! The shop's files, in either design.

use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use include_dir::{Dir, include_dir};

use super::mall::SharedMall;
use super::visitor::Visitor;

static SITE: Dir = include_dir!("$CARGO_MANIFEST_DIR/demo/site");
static REDESIGN: Dir = include_dir!("$CARGO_MANIFEST_DIR/demo/redesign");
static PAY: Dir = include_dir!("$CARGO_MANIFEST_DIR/demo/pay");

/// Which look of the shop is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Design {
    First,
    /// The first with the files of `demo/redesign/` in the place of its own.
    Redesign,
}

/// A page that anybody may see.
pub async fn page(Extension(design): Extension<Design>, uri: Uri) -> Response {
    let first_part = uri.path().split('/').nth(1).unwrap_or_default();
    let file = match first_part {
        "" => "index.html".to_owned(),
        name => format!("{name}.html"),
    };
    shop_file(design, &file)
}

/// A page that leads to the log-in and back for who is not logged in.
pub async fn private_page(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    design: Extension<Design>,
    uri: Uri,
) -> Response {
    let user = mall.open().user(&visitor);
    match user {
        Ok(_) => page(design, uri).await,
        Err(_) => Redirect::to(&format!("/login?next={}", uri.path())).into_response(),
    }
}

/// Styles, scripts and pictures; anything else is the page that says there is no such page.
pub async fn asset(Extension(design): Extension<Design>, uri: Uri) -> Response {
    shop_file(design, uri.path().trim_start_matches('/'))
}

/// The payment form's files, on their own origin.
pub async fn pay_file(uri: Uri) -> Response {
    let path = match uri.path() {
        "/pay" => "pay.html",
        path => path.trim_start_matches('/'),
    };
    match PAY.get_file(path) {
        Some(file) => content(path, file.contents()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn shop_file(design: Design, path: &str) -> Response {
    let redesigned = match design {
        Design::First => None,
        Design::Redesign => REDESIGN.get_file(path),
    };
    match redesigned.or_else(|| SITE.get_file(path)) {
        Some(file) => content(path, file.contents()),
        None => {
            let page = SITE.get_file("404.html").map(|file| file.contents());
            (
                StatusCode::NOT_FOUND,
                content("404.html", page.unwrap_or_default()),
            )
                .into_response()
        }
    }
}

fn content(path: &str, bytes: &'static [u8]) -> Response {
    let media_type = match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(CONTENT_TYPE, media_type)], bytes).into_response()
}
