//! Which page an element was seen on.

use url::Url;

/// The lock's name for an address: path and `#/route`, with number, uuid and digest segments as `*`. Pages of other
/// origins than the base's keep their origin in front.
pub fn page_key(address: &Url, base: Option<&Url>) -> String {
    let own = base.is_none_or(|base| base.origin() == address.origin());
    let mut key = String::new();
    if !own {
        key.push_str(&address.origin().ascii_serialization());
    }
    key.push_str(&generalize(address.path()));
    if let Some(route) = address.fragment()
        && route.starts_with('/')
    {
        key.push('#');
        key.push_str(&generalize(route.split('?').next().unwrap_or(route)));
    }
    key
}

fn generalize(path: &str) -> String {
    let segments = path.split('/').map(|segment| match segment {
        "" => "",
        _ if is_identifier(segment) => "*",
        _ => segment,
    });
    segments.collect::<Vec<_>>().join("/")
}

/// A number, a uuid or a digest: what stands for one thing among many of its kind.
fn is_identifier(segment: &str) -> bool {
    let hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = segment.bytes().all(|byte| byte.is_ascii_digit());
    let digest = segment.len() >= 16 && hex(segment) && segment.bytes().any(|b| b.is_ascii_digit());
    let parts: Vec<_> = segment.split('-').collect();
    let lengths: Vec<_> = parts.iter().map(|part| part.len()).collect();
    let uuid = lengths == [8, 4, 4, 4, 12] && parts.iter().all(|part| hex(part));
    number || digest || uuid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_one_of_many_is_left_out() {
        let base = Url::parse("http://127.0.0.1:8080/").expect("a base");
        let cases = [
            ("http://127.0.0.1:8080/wallet?x=1#top", "/wallet"),
            ("http://127.0.0.1:8080/", "/"),
            ("http://127.0.0.1:8080/orders/17/edit", "/orders/*/edit"),
            (
                "http://127.0.0.1:8080/u/6f1c2b3a-0d4e-4f5a-8b6c-7d8e9f0a1b2c",
                "/u/*",
            ),
            (
                "http://127.0.0.1:8080/blob/d41d8cd98f00b204e9800998ecf8427e",
                "/blob/*",
            ),
            (
                "http://127.0.0.1:8080/app#/orders/17?tab=2",
                "/app#/orders/*",
            ),
            ("http://127.0.0.1:8080/feedface", "/feedface"),
            ("https://pay.test/card?token=1", "https://pay.test/card"),
        ];
        for (address, expected) in cases {
            let address = Url::parse(address).expect("an address");
            assert_eq!(page_key(&address, Some(&base)), expected);
        }
    }
}
