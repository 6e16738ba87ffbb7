//! What stands between the editor and the handlers: it forgives what several editors send, and hears when they say good-bye.

use std::task::{Context, Poll};

use serde_json::Value;
use tokio::sync::watch;
use tower_lsp::jsonrpc::{Id, Request};
use tower_service::Service;

/// How far the editor is with its good-bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Farewell {
    NotYet,
    /// It has said `shutdown`.
    ShutDown,
    /// It has said `exit`; whether it had said `shutdown` before.
    Exit {
        shut_down: bool,
    },
}

/// A service behind which no `params` are null, and which tells of `shutdown` and `exit`.
pub struct Mannered<S> {
    inner: S,
    farewell: watch::Sender<Farewell>,
}

impl<S> Mannered<S> {
    pub fn new(inner: S) -> (Mannered<S>, watch::Receiver<Farewell>) {
        let (farewell, told) = watch::channel(Farewell::NotYet);
        (Mannered { inner, farewell }, told)
    }

    fn hear(&self, method: &str) {
        match method {
            "shutdown" => _ = self.farewell.send(Farewell::ShutDown),
            "exit" => {
                let shut_down = *self.farewell.borrow() == Farewell::ShutDown;
                let _ = self.farewell.send(Farewell::Exit { shut_down });
            }
            _ => {}
        }
    }
}

impl<S: Service<Request>> Service<Request> for Mannered<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> S::Future {
        self.hear(request.method());
        self.inner.call(without_null(request))
    }
}

/// JSON-RPC knows no null `params`.
fn without_null(request: Request) -> Request {
    if request.params() != Some(&Value::Null) {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let built = Request::build(method);
    match id {
        Some(id) => built.id::<Id>(id).finish(),
        None => built.finish(),
    }
}
