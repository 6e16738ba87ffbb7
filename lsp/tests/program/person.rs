//! A person with a mouse at the editor's Chrome, which the test reaches by a port of its own.

use std::net::TcpStream;
use std::path::Path;

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

/// What a Chrome has to be started with to be reached.
pub const PORT: &str = "--remote-debugging-port=0";

pub struct Person {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last_id: u64,
    session: Value,
}

impl Person {
    /// At the page whose address ends in `path`, in the Chrome of the profile `default` of the config in `folder`.
    pub fn at(folder: &Path, path: &str) -> Person {
        let profile = folder.join(".aite/profiles/default/editor/DevToolsActivePort");
        let port = std::fs::read_to_string(profile).expect("Chrome's port");
        let (port, address) = port.split_once('\n').expect("a port and a path");
        let (socket, _) = connect(format!("ws://127.0.0.1:{port}{address}")).expect("connected");
        let mut person = Person {
            socket,
            last_id: 0,
            session: Value::Null,
        };
        let targets = person.ask("Target.getTargets", json!({}));
        let mut targets = targets["targetInfos"].as_array().expect("targets").iter();
        let page = targets.find(|target| {
            target["type"] == "page"
                && target["url"]
                    .as_str()
                    .is_some_and(|url| url.ends_with(path))
        });
        let page = page.expect("the page")["targetId"].clone();
        let attached = person.ask(
            "Target.attachToTarget",
            json!({"targetId": page, "flatten": true}),
        );
        person.session = attached["sessionId"].clone();
        person
    }

    /// Moves to the middle of the first element that fits a selector, and presses.
    pub fn click(&mut self, selector: &str) {
        let middle = format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let found = self.ask(
            "Runtime.evaluate",
            json!({"expression": middle, "returnByValue": true}),
        );
        let place = &found["result"]["value"];
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": button, "buttons": buttons, "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        self.socket
            .send(Message::text(message.to_string()))
            .expect("sent");
        loop {
            let message = self.socket.read().expect("an answer");
            let answer: Value =
                serde_json::from_str(message.to_text().expect("a text")).expect("JSON");
            if answer["id"] == self.last_id {
                assert!(answer.get("error").is_none(), "{answer}");
                return answer["result"].clone();
            }
        }
    }
}
