//! Which browser a request comes from, by a session cookie.

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::middleware::Next;
use axum::response::{AppendHeaders, IntoResponse, Response};

use super::mall::SharedMall;

const COOKIE_NAME: &str = "mall";

/// The browser that sent a request; every request behind [`recognise`] has one in its extensions.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub session: String,
}

/// The middleware that finds the visitor's session, or begins one and sets its cookie.
pub async fn recognise(
    State(mall): State<SharedMall>,
    mut request: Request,
    next: Next,
) -> Response {
    let known = session_in(request.headers())
        .filter(|session| mall.open().sessions.contains_key(session.as_str()));
    let (session, is_new) = match known {
        Some(session) => (session, false),
        None => (mall.open().begin_session(None), true),
    };
    request.extensions_mut().insert(Visitor {
        session: session.clone(),
    });
    let response = next.run(request).await;
    if is_new && !response.headers().contains_key(SET_COOKIE) {
        return (set_cookie(&session), response).into_response();
    }
    response
}

/// The header that makes a browser come back as this session.
pub fn set_cookie(session: &str) -> impl axum::response::IntoResponseParts + use<> {
    let cookie = format!("{COOKIE_NAME}={session}; Path=/; HttpOnly; SameSite=Lax");
    AppendHeaders([(SET_COOKIE, cookie)])
}

fn session_in(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, session)| session.to_owned())
}
