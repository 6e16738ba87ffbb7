//! An editor that speaks raw LSP with the real program.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything takes; a wait that lasts so long is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// A variable that the server finds in its environment.
pub const SECRET: (&str, &str) = ("AITE_TEST_SECRET", "correct horse");

/// Where a test's text says that the cursor is.
pub const CURSOR: char = '‸';

/// The server as a child, with a folder of its own as its workspace.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came and was not asked for yet.
    kept: Vec<Value>,
    last_id: i64,
    folder: tempfile::TempDir,
    /// What the server was told in `initialize`, and said.
    pub capabilities: Value,
    /// The open texts with their versions, by address.
    texts: HashMap<String, (String, i32)>,
    /// How many of the server's requests were answered, by method.
    pub asked: Vec<Value>,
}

impl Client {
    /// An editor with the usual abilities, that counts in UTF-16 and takes pushed diagnostics.
    pub fn start() -> Client {
        Client::start_with(json!({}))
    }

    /// `more` goes into `initialize`'s parameters.
    pub fn start_with(more: Value) -> Client {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_aite-lsp"))
            .env(SECRET.0, SECRET.1)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut client = Client {
            child,
            input,
            messages,
            kept: Vec::new(),
            last_id: 0,
            folder,
            capabilities: Value::Null,
            texts: HashMap::new(),
            asked: Vec::new(),
        };
        client.introduce(more);
        client
    }

    fn introduce(&mut self, more: Value) {
        let mut parameters = json!({
            "processId": std::process::id(),
            "rootUri": self.uri(""),
            "capabilities": {
                "workspace": {
                    "applyEdit": true,
                    "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
                    "inlayHint": {"refreshSupport": true},
                    "codeLens": {"refreshSupport": true},
                    "didChangeWatchedFiles": {"dynamicRegistration": true},
                },
                "textDocument": {
                    "publishDiagnostics": {"relatedInformation": true, "versionSupport": true, "dataSupport": true},
                    "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}, "dataSupport": true, "isPreferredSupport": true},
                    "completion": {"completionItem": {"snippetSupport": true, "labelDetailsSupport": true}},
                    "hover": {"contentFormat": ["markdown"]},
                },
                "window": {"workDoneProgress": true},
            },
        });
        merge(&mut parameters, more);
        let said = self.request("initialize", parameters);
        self.capabilities = said["capabilities"].clone();
        self.notify("initialized", json!({}));
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Writes a file beside the scripts.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    /// Opens a text; where it has a cursor, says where that is. The text is not written to disk.
    pub fn open(&mut self, name: &str, text: &str) -> Value {
        let plain = text.replace(CURSOR, "");
        let uri = self.uri(name);
        self.texts.insert(uri.clone(), (plain.clone(), 1));
        let item = json!({"uri": uri, "languageId": "aite", "version": 1, "text": plain});
        self.notify("textDocument/didOpen", json!({"textDocument": item}));
        cursor(text)
    }

    /// Replaces a range, or everything, as version `version`.
    pub fn change(&mut self, name: &str, version: i32, range: Option<Value>, text: &str) {
        let change = match range {
            Some(range) => json!({"range": range, "text": text}),
            None => json!({"text": text}),
        };
        let uri = self.uri(name);
        self.tell_change(&uri, version, change);
    }

    fn tell_change(&mut self, uri: &str, version: i32, change: Value) {
        let new = change["text"].as_str().expect("a text").to_owned();
        let old = self.texts.get(uri).map_or("", |(text, _)| text);
        let text = match change.get("range") {
            Some(range) => edited(old, &json!([{"range": range, "newText": new}])),
            None => new,
        };
        self.texts.insert(uri.to_owned(), (text, version));
        let document = json!({"uri": uri, "version": version});
        let told = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", told);
    }

    /// An open text as it is now.
    pub fn text(&self, name: &str) -> &str {
        &self.texts[&self.uri(name)].0
    }

    /// Makes the edits that the server asks for, of open texts; false where one is of another version.
    fn apply(&mut self, edit: &Value) -> bool {
        for change in edit["documentChanges"].as_array().expect("changes") {
            let uri = change["textDocument"]["uri"].as_str().expect("an address");
            let Some((text, version)) = self.texts.get(uri).cloned() else {
                return false;
            };
            let meant = &change["textDocument"]["version"];
            if !meant.is_null() && *meant != version {
                return false;
            }
            let new = edited(&text, &change["edits"]);
            self.tell_change(uri, version + 1, json!({"text": new}));
        }
        true
    }

    /// Asks about a document, at a position where one is given.
    pub fn ask(&mut self, method: &str, name: &str, position: &Value) -> Value {
        let mut asked = json!({"textDocument": {"uri": self.uri(name)}});
        if !position.is_null() {
            asked["position"] = position.clone();
        }
        self.request(&format!("textDocument/{method}"), asked)
    }

    /// The result; an error fails the test.
    pub fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send_request(method, parameters);
        self.answer_to(id)
    }

    /// Sends a request without waiting for its answer.
    pub fn send_request(&mut self, method: &str, parameters: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        id
    }

    pub fn answer_to(&mut self, id: i64) -> Value {
        let answer = self.wait(&format!("an answer to request {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        });
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    pub fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    /// The diagnostics of the newest version told of, waiting for the one of `version`.
    pub fn diagnostics(&mut self, name: &str, version: i32) -> Vec<Value> {
        self.diagnostics_when(name, |told| told["version"] == version)
    }

    /// The first diagnostics of a document for which something holds.
    pub fn diagnostics_when(&mut self, name: &str, holds: impl Fn(&Value) -> bool) -> Vec<Value> {
        let uri = self.uri(name);
        let told = self.wait("diagnostics", |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && holds(&message["params"])
        });
        told["params"]["diagnostics"]
            .as_array()
            .expect("a list")
            .clone()
    }

    /// The first message, come or to come, for which something holds. The server's own requests are answered meanwhile.
    pub fn wait(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&holds) {
            return self.kept.remove(at);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = match self.messages.recv_timeout(left) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => panic!("no {what} came; kept: {:#?}", self.kept),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server ended before {what} came")
                }
            };
            if message.get("method").is_some() && message.get("id").is_some() {
                let answer = match message["method"].as_str() {
                    Some("workspace/applyEdit") => {
                        json!({"applied": self.apply(&message["params"]["edit"])})
                    }
                    Some("workspace/configuration") => json!([null]),
                    _ => Value::Null,
                };
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": answer}));
                self.asked.push(message.clone());
            }
            if holds(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Drops what came of a kind, so that the next one waited for is a new one.
    pub fn forget(&mut self, method: &str) {
        self.kept.retain(|message| message["method"] != method);
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().expect("open");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
        input.flush().expect("sent");
    }

    /// How long the server takes to leave by itself.
    pub fn wait_for_end(&mut self) -> Duration {
        let started = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            assert!(started.elapsed() < PATIENCE, "the server does not leave");
            std::thread::sleep(Duration::from_millis(5));
        }
        started.elapsed()
    }

    /// All messages that came and were not waited for.
    pub fn heard(&self) -> String {
        self.kept.iter().map(Value::to_string).collect()
    }

    /// Closes the server's input, as an editor that is gone does, and says how long the server took to leave.
    pub fn hang_up(mut self) -> Duration {
        self.input = None;
        self.wait_for_end()
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let end = Instant::now() + Duration::from_secs(10);
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// The position of the cursor in a text, in UTF-16; null without one.
pub fn cursor(text: &str) -> Value {
    match text.find(CURSOR) {
        Some(at) => position(text, at),
        None => Value::Null,
    }
}

/// The position of a byte of a text, in UTF-16.
pub fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": before.matches('\n').count(), "character": before[start..].encode_utf16().count()})
}

/// The part of a text that an LSP range covers.
pub fn part<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[byte(text, &range["start"])..byte(text, &range["end"])]
}

/// The byte of a text that a position in UTF-16 leads to.
pub fn byte(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().expect("a line") as usize;
    let mut left = position["character"].as_u64().expect("a character") as usize;
    let start = match line {
        0 => 0,
        line => text
            .match_indices('\n')
            .nth(line - 1)
            .map_or(text.len(), |(at, _)| at + 1),
    };
    let mut at = start;
    for c in text[start..].chars() {
        if left == 0 {
            break;
        }
        left -= c.len_utf16();
        at += c.len_utf8();
    }
    at
}

/// The text with a document's edits made, which may not overlap.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<_> = edits
        .as_array()
        .expect("a list of edits")
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (
                byte(text, &range["start"]),
                byte(text, &range["end"]),
                edit["newText"].as_str().expect("a text"),
            )
        })
        .collect();
    edits.sort();
    let mut new = text.to_owned();
    for (start, end, with) in edits.into_iter().rev() {
        new.replace_range(start..end, with);
    }
    new
}

fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}
