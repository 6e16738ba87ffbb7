//! What the shop says no to.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request was not carried out. Its sentence is what the page shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Please log in first.")]
    NotLoggedIn,
    #[error("User name or password is wrong.")]
    WrongPassword,
    #[error("The name {0} is taken.")]
    NameTaken(String),
    #[error("A user name and a password are needed.")]
    NameMissing,
    #[error("There is no such {0}.")]
    NotThere(&'static str),
    #[error("{0} is sold out.")]
    SoldOut(String),
    #[error("Choose a quantity from 1 to 99.")]
    Quantity,
    #[error("There is no coupon {0}.")]
    Coupon(String),
    #[error("Your cart is empty.")]
    EmptyCart,
    #[error("There is nobody called {0}.")]
    Nobody(String),
    #[error("You cannot send MALLBUCKS to yourself.")]
    Yourself,
    #[error("Send at least 1 MALLBUCKS.")]
    Nothing,
    #[error("You have only {0} MALLBUCKS.")]
    NotEnough(u64),
    #[error("A picture is needed, as PNG, JPEG, GIF, WebP or SVG.")]
    NoPicture,
    #[error("The card was declined.")]
    Declined,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotLoggedIn | Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::NameTaken(_) => StatusCode::CONFLICT,
            Self::NotThere(_) | Self::Nobody(_) | Self::Coupon(_) => StatusCode::NOT_FOUND,
            Self::NoPicture => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Declined => StatusCode::PAYMENT_REQUIRED,
            Self::NameMissing
            | Self::SoldOut(_)
            | Self::Quantity
            | Self::EmptyCart
            | Self::Yourself
            | Self::Nothing
            | Self::NotEnough(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({ "message": self.to_string() }))).into_response()
    }
}
