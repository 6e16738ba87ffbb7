//! The requests a page has under way, and whether it has come to rest.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::frames::{Event, SessionId};
use super::input::Command;
use super::state::State;
use super::{Chrome, ChromeError, Page};

/// How long nothing may be under way until a page counts as idle.
const QUIET: Duration = Duration::from_millis(500);

/// Requests of one session. Connections that stay open by design (websockets, EventSource) are not among them.
#[derive(Debug)]
pub(super) struct Requests {
    under_way: HashMap<String, Request>,
    quiet_since: Instant,
}

#[derive(Debug)]
struct Request {
    url: String,
    frame: String,
    loader: String,
}

impl Default for Requests {
    fn default() -> Self {
        Self {
            under_way: HashMap::new(),
            quiet_since: Instant::now(),
        }
    }
}

impl Requests {
    /// Takes in an event; false when it changes nothing.
    pub fn apply(&mut self, event: &Event) -> bool {
        let before = self.under_way.len();
        let id = event.text("/requestId");
        match event.method.as_str() {
            "Network.requestWillBeSent" => {
                if !matches!(event.text("/type"), "EventSource" | "WebSocket") {
                    let request = Request {
                        url: event.text("/request/url").to_owned(),
                        frame: event.text("/frameId").to_owned(),
                        loader: event.text("/loaderId").to_owned(),
                    };
                    self.under_way.insert(id.to_owned(), request);
                }
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                self.under_way.remove(id);
            }
            // What the document before it had asked for is never answered.
            "Page.frameNavigated" => {
                let (frame, loader) = (event.text("/frame/id"), event.text("/frame/loaderId"));
                self.under_way
                    .retain(|_, request| request.frame != frame || request.loader == loader);
            }
            "Page.frameDetached" => {
                let frame = event.text("/frameId");
                self.under_way.retain(|_, request| request.frame != frame);
            }
            _ => return false,
        }
        if self.under_way.is_empty() && before > 0 {
            self.quiet_since = Instant::now();
        }
        self.under_way.len() != before
    }
}

impl Chrome {
    /// Waits until no request of the page and its frames has been under way for 500 ms.
    ///
    /// `Err(Deadline)` names what was still under way.
    pub async fn wait_for_network_idle(
        &self,
        page: &Page,
        within: Duration,
    ) -> Result<(), ChromeError> {
        let deadline = Instant::now() + within;
        self.watch_requests_of(page).await?;
        let mut changes = self.pages.state.subscribe();
        loop {
            let traffic = read_traffic(&changes.borrow_and_update(), page)?;
            let look_again = match traffic {
                Traffic::QuietSince(since) if since.elapsed() >= QUIET => return Ok(()),
                Traffic::QuietSince(since) => since + QUIET,
                Traffic::UnderWay(_) => deadline,
            };
            if Instant::now() >= deadline {
                return Err(ChromeError::Deadline {
                    what: name(&traffic),
                    within,
                });
            }
            // A change that only brings another look forward needs no answer of its own.
            let _ = tokio::time::timeout_at(look_again.min(deadline), changes.changed()).await;
        }
    }

    /// Does nothing for those that are watched.
    async fn watch_requests_of(&self, page: &Page) -> Result<(), ChromeError> {
        let mut unwatched: Vec<SessionId> = Vec::new();
        self.pages.state.send_if_modified(|state| {
            unwatched = state.begin_to_watch(&page.session);
            false
        });
        for session in unwatched {
            let (method, params) = watch_requests();
            self.pipe.command(Some(&session), method, params).await?;
        }
        Ok(())
    }
}

/// The command that has Chrome tell of requests. Bodies are never asked for, so none are kept.
pub(super) fn watch_requests() -> Command {
    let params =
        json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0 });
    ("Network.enable", params)
}

enum Traffic {
    QuietSince(Instant),
    UnderWay(Vec<String>),
}

fn read_traffic(state: &State, page: &Page) -> Result<Traffic, ChromeError> {
    let sessions: Vec<&Requests> = state
        .sessions_of(&page.session)
        .map(|tracked| &tracked.requests)
        .collect();
    let urls: Vec<String> = sessions
        .iter()
        .flat_map(|requests| requests.under_way.values())
        .map(|request| request.url.clone())
        .collect();
    if !urls.is_empty() {
        return Ok(Traffic::UnderWay(urls));
    }
    let since = sessions.iter().map(|requests| requests.quiet_since).max();
    since.map(Traffic::QuietSince).ok_or(ChromeError::PageGone)
}

fn name(traffic: &Traffic) -> String {
    let urls = match traffic {
        Traffic::QuietSince(_) => &[][..],
        Traffic::UnderWay(urls) => urls,
    };
    match urls {
        [] => "the page's requests, new ones of which came again and again,".into(),
        [url] => format!("the request of {url}"),
        [url, rest @ ..] => format!("the requests of {url} and {} more", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn apply(requests: &mut Requests, method: &str, params: Value) -> bool {
        requests.apply(&Event {
            session: None,
            method: method.into(),
            params,
        })
    }

    fn sent(id: &str, kind: &str) -> Value {
        json!({ "requestId": id, "type": kind, "frameId": "F", "loaderId": "L1", "request": { "url": "http://x/" } })
    }

    #[test]
    fn a_request_is_under_way_until_it_ends() {
        let mut requests = Requests::default();
        assert!(apply(
            &mut requests,
            "Network.requestWillBeSent",
            sent("1", "Fetch")
        ));
        assert!(
            !apply(
                &mut requests,
                "Network.requestWillBeSent",
                sent("1", "Fetch")
            ),
            "a redirect"
        );
        assert!(!apply(
            &mut requests,
            "Network.requestWillBeSent",
            sent("2", "EventSource")
        ));
        assert_eq!(requests.under_way.len(), 1);
        assert!(apply(
            &mut requests,
            "Network.loadingFailed",
            json!({ "requestId": "1" })
        ));
        assert!(requests.under_way.is_empty());
    }

    #[test]
    fn what_the_last_document_asked_for_is_forgotten() {
        let mut requests = Requests::default();
        apply(
            &mut requests,
            "Network.requestWillBeSent",
            sent("1", "Fetch"),
        );
        assert!(!apply(
            &mut requests,
            "Page.frameNavigated",
            json!({ "frame": { "id": "other", "loaderId": "L2" } })
        ));
        assert!(apply(
            &mut requests,
            "Page.frameNavigated",
            json!({ "frame": { "id": "F", "loaderId": "L2" } })
        ));
        assert!(requests.under_way.is_empty());
    }
}
