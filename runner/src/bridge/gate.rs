//! Who may connect: our extension, with this run's token, and nobody else.

use std::fmt;

use subtle::ConstantTimeEq;
use tokio_tungstenite::tungstenite::handshake::server::Request;
use tokio_tungstenite::tungstenite::http::{HeaderMap, StatusCode, header};
use url::form_urlencoded;

/// 128 random bits in hexadecimal.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    pub fn random() -> Self {
        Self(format!("{:032x}", rand::random::<u128>()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// In a time that does not depend on where they differ.
    fn equals(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Token")
    }
}

#[derive(Debug)]
pub(super) struct Gate {
    pub token: Token,
    /// `127.0.0.1:PORT`
    pub host: String,
    /// `chrome-extension://ID`
    pub origin: String,
}

/// What becomes of a request to connect.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    LetIn,
    /// Ours by its origin, so it is told by close code, which it can read; an HTTP status it could not.
    WrongToken,
    Refused(StatusCode, String),
}

impl Gate {
    /// The Host is checked because a page whose own name was made to point at 127.0.0.1 is let through by the browser, and the Origin because
    /// any page and any extension may open a websocket.
    pub fn judge(&self, request: &Request) -> Verdict {
        let uri = request.uri();
        if uri.path() != "/ext" {
            return Verdict::Refused(StatusCode::NOT_FOUND, "its path was not /ext".into());
        }
        for (name, expected) in [(header::HOST, &self.host), (header::ORIGIN, &self.origin)] {
            if let Some(found) = differs(request.headers(), &name, expected) {
                let why = format!("its {name} was {found}, not {expected}");
                return Verdict::Refused(StatusCode::FORBIDDEN, why);
            }
        }
        let query = uri.query().unwrap_or_default();
        let mut tokens = form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key == "token");
        match (tokens.next(), tokens.next()) {
            (Some((_, token)), None) if self.token.equals(&token) => Verdict::LetIn,
            _ => Verdict::WrongToken,
        }
    }
}

/// What a header says instead of `expected`; saying it twice is also different.
fn differs(headers: &HeaderMap, name: &header::HeaderName, expected: &str) -> Option<String> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) if value.as_bytes() == expected.as_bytes() => None,
        (None, _) => Some("absent".into()),
        (Some(value), _) => Some(format!("{value:?}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_token_is_128_bits_and_new_each_time() {
        let tokens: HashSet<String> = (0..100).map(|_| Token::random().0).collect();
        assert_eq!(tokens.len(), 100);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    #[test]
    fn a_token_does_not_show_in_debug_output() {
        let token = Token::random();
        assert!(!format!("{token:?}").contains(token.as_str()));
    }
}
