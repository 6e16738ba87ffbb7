//! Who a person is: logging in and out, and what the account page shows.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::mall::{Account, Picture, SharedMall};
use super::refusal::Refusal;
use super::visitor::{Visitor, set_cookie};

const PICTURES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
];

#[derive(Debug, Deserialize)]
pub struct Credentials {
    user: String,
    password: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    display_name: String,
    about: String,
    news: bool,
}

/// What every page's frame shows: who is here, and how much is in the cart.
pub async fn me(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Json<Value> {
    let pay_origin = mall.pay_origin.clone();
    let mut mall = mall.open();
    let count = mall.cart_view(&visitor).count;
    let name = mall
        .account(&visitor)
        .ok()
        .map(|account| account.display_name.clone());
    Json(json!({ "name": name, "cartCount": count, "payOrigin": &*pay_origin }))
}

/// Begins a new session, so that what the last one left is gone.
pub async fn log_in(
    State(mall): State<SharedMall>,
    Json(given): Json<Credentials>,
) -> Result<Response, Refusal> {
    let mut mall = mall.open();
    mall.accounts
        .get(given.user.trim())
        .filter(|account| account.password == given.password)
        .ok_or(Refusal::WrongPassword)?;
    let session = mall.begin_session(Some(given.user.trim().to_owned()));
    Ok((set_cookie(&session), Json(())).into_response())
}

/// Opens an account and logs in to it. Whoever comes again with the same password gets the same account, so that a test
/// may be tried again.
pub async fn join(
    State(mall): State<SharedMall>,
    Json(given): Json<Credentials>,
) -> Result<Response, Refusal> {
    let user = given.user.trim().to_owned();
    if user.is_empty() || given.password.is_empty() {
        return Err(Refusal::NameMissing);
    }
    let mut mall = mall.open();
    let account = mall
        .accounts
        .entry(user.clone())
        .or_insert_with(|| Account::new(&user, &given.password));
    if account.password != given.password {
        return Err(Refusal::NameTaken(user));
    }
    let session = mall.begin_session(Some(user));
    Ok((set_cookie(&session), Json(())).into_response())
}

/// Logs out to the shop's first page, as a visitor who was never here.
pub async fn leave(State(mall): State<SharedMall>) -> Response {
    let session = mall.open().begin_session(None);
    (set_cookie(&session), Redirect::to("/")).into_response()
}

pub async fn show(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Value>, Refusal> {
    let mut mall = mall.open();
    let user = mall.user(&visitor)?;
    let account = mall.account(&visitor)?;
    Ok(Json(json!({
        "user": user,
        "displayName": account.display_name,
        "about": account.about,
        "news": account.news,
        "hasPicture": account.picture.is_some(),
    })))
}

pub async fn save(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(profile): Json<Profile>,
) -> Result<Json<()>, Refusal> {
    let mut mall = mall.open();
    let account = mall.account(&visitor)?;
    account.display_name = profile.display_name;
    account.about = profile.about;
    account.news = profile.news;
    Ok(Json(()))
}

pub async fn save_picture(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<()>, Refusal> {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .filter(|media_type| PICTURES.contains(media_type))
        .ok_or(Refusal::NoPicture)?
        .to_owned();
    mall.open().account(&visitor)?.picture = Some(Picture { media_type, bytes });
    Ok(Json(()))
}

pub async fn show_picture(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Refusal> {
    let mut mall = mall.open();
    let picture = mall.account(&visitor)?.picture.clone();
    let picture = picture.ok_or(Refusal::NotThere("picture"))?;
    Ok(([(CONTENT_TYPE, picture.media_type)], picture.bytes).into_response())
}
