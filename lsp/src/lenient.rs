//! Takes a request whose `params` are null as one without: JSON-RPC knows no such thing, and several editors send it.

use std::task::{Context, Poll};

use serde_json::Value;
use tower_lsp::jsonrpc::{Id, Request};
use tower_service::Service;

/// A service behind which no `params` are null.
pub struct Lenient<S>(pub S);

impl<S: Service<Request>> Service<Request> for Lenient<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> S::Future {
        self.0.call(without_null(request))
    }
}

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
