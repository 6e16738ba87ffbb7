//! The origins that may be touched.

use std::fmt;

use url::{Host, Url};

/// Origins with `*` as port or as leftmost label. Nothing else is ever touched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllowList {
    pub entries: Vec<AllowEntry>,
}

/// One origin, or a family of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowEntry {
    /// `http` or `https`.
    pub scheme: String,
    /// Without the `*.`, where it stood before it.
    pub host: String,
    /// `*.host`: the host and every name below it, as Chrome's match patterns have it.
    pub subdomains: bool,
    pub port: Port,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    Any,
    Number(u16),
}

#[derive(Debug, thiserror::Error)]
pub enum AllowError {
    #[error(
        "\"{0}\", which has no scheme; write an origin, as \"https://shop.test\" or \"http://localhost:*\""
    )]
    NoScheme(String),
    #[error("\"{0}\", whose scheme is neither http nor https")]
    Scheme(String),
    #[error("\"{0}\", which is more than an origin; leave out the path, query and user")]
    MoreThanOrigin(String),
    #[error("\"{0}\": a `*` may stand for the port or for the leftmost label only")]
    Star(String),
    #[error("\"{written}\", which is no origin: {reason}")]
    Malformed { written: String, reason: String },
}

impl AllowList {
    /// Reads every entry, or says which one is wrong.
    pub fn parse(entries: &[String]) -> Result<AllowList, AllowError> {
        let entries = entries.iter().map(|each| AllowEntry::parse(each));
        Ok(AllowList {
            entries: entries.collect::<Result<_, _>>()?,
        })
    }

    /// Loopback on any port, and the base address's origin.
    pub fn default_for(base: Option<&Url>) -> AllowList {
        let loopback = ["localhost", "127.0.0.1", "[::1]"];
        let mut entries: Vec<_> = loopback
            .iter()
            .flat_map(|host| {
                ["http", "https"].map(|scheme| AllowEntry {
                    scheme: scheme.into(),
                    host: (*host).into(),
                    subdomains: *host == "localhost",
                    port: Port::Any,
                })
            })
            .collect();
        if let Some(url) = base
            && let Some(host) = url.host_str()
        {
            let list = AllowList { entries };
            if list.allows(url) {
                return list;
            }
            entries = list.entries;
            entries.push(AllowEntry {
                scheme: url.scheme().into(),
                host: host.into(),
                subdomains: false,
                port: url.port_or_known_default().map_or(Port::Any, Port::Number),
            });
        }
        AllowList { entries }
    }

    /// Whether the address's origin is in the list.
    pub fn allows(&self, url: &Url) -> bool {
        self.entries.iter().any(|each| each.allows(url))
    }
}

impl AllowEntry {
    fn parse(written: &str) -> Result<AllowEntry, AllowError> {
        let (scheme, rest) = written
            .split_once("://")
            .ok_or_else(|| AllowError::NoScheme(written.into()))?;
        if !matches!(scheme, "http" | "https") {
            return Err(AllowError::Scheme(written.into()));
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#', '@']) {
            return Err(AllowError::MoreThanOrigin(written.into()));
        }
        let (rest, any_port) = match rest.strip_suffix(":*") {
            Some(host) => (host, true),
            None => (rest, false),
        };
        let (host, subdomains) = match rest.strip_prefix("*.") {
            Some(host) => (host, true),
            None => (rest, false),
        };
        if host.contains('*') {
            return Err(AllowError::Star(written.into()));
        }
        let malformed = |reason: String| AllowError::Malformed {
            written: written.into(),
            reason,
        };
        let url = Url::parse(&format!("{scheme}://{host}"))
            .map_err(|error| malformed(error.to_string()))?;
        let host = url
            .host_str()
            .ok_or_else(|| malformed("it names no host".into()))?;
        let port = match url.port_or_known_default() {
            _ if any_port => Port::Any,
            Some(number) => Port::Number(number),
            None => Port::Any,
        };
        Ok(AllowEntry {
            scheme: scheme.into(),
            host: host.into(),
            subdomains,
            port,
        })
    }

    fn allows(&self, url: &Url) -> bool {
        let port = match self.port {
            Port::Any => true,
            Port::Number(number) => url.port_or_known_default() == Some(number),
        };
        let host = match url.host() {
            Some(Host::Domain(name)) => {
                name == self.host
                    || self.subdomains
                        && name
                            .strip_suffix(self.host.as_str())
                            .is_some_and(|head| head.ends_with('.'))
            }
            Some(_) => url.host_str() == Some(self.host.as_str()),
            None => false,
        };
        port && host && url.scheme() == self.scheme
    }
}

impl fmt::Display for AllowEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = if self.subdomains { "*." } else { "" };
        write!(f, "{}://{stars}{}", self.scheme, self.host)?;
        match self.port {
            Port::Any => write!(f, ":*"),
            Port::Number(number) => write!(f, ":{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_allows_its_origins_and_no_other() {
        let cases = [
            ("https://shop.test", "https://shop.test/pay", true),
            ("https://shop.test", "http://shop.test/pay", false),
            ("https://shop.test", "https://shop.test:8443/", false),
            ("https://shop.test", "https://evil.shop.test/", false),
            ("https://*.shop.test", "https://pay.shop.test/", true),
            ("https://*.shop.test", "https://shop.test/", true),
            ("https://*.shop.test", "https://evilshop.test/", false),
            ("http://localhost:*", "http://localhost:4711/", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081/", false),
            ("http://[::1]:*", "http://[::1]:99/", true),
        ];
        for (entry, address, expected) in cases {
            let list = AllowList::parse(&[entry.into()]).expect("an entry");
            let url = Url::parse(address).expect("an address");
            assert_eq!(list.allows(&url), expected, "{entry} and {address}");
        }
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for entry in [
            "shop.test",
            "ftp://a",
            "https://a/b",
            "https://a.*.b",
            "https://u@a",
        ] {
            assert!(AllowList::parse(&[entry.into()]).is_err(), "{entry}");
        }
    }
}
