//! A small site on loopback, which knows what its pages tell it.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// No test waits for this; it ends one whose page never speaks.
const GUARD: Duration = Duration::from_secs(120);

/// A page with a form that says what it sent.
pub const FORM: &str = r#"
    <h1>Send</h1>
    <label>To <input name=to></label>
    <button onclick="tell('continue'); out.textContent = 'Sent to ' + document.querySelector('input').value">Continue</button>
    <button>Cancel</button>
    <p>Balance: <b data-testid=balance>1,200 MALLBUCKS</b></p>
    <output id=out></output>"#;

/// Serves until the test's process ends.
pub struct Site {
    port: u16,
    pages: Arc<Pages>,
    heard: Arc<Heard>,
}

type Pages = Mutex<HashMap<String, String>>;

#[derive(Default)]
struct Heard {
    words: Mutex<Vec<String>>,
    more: Condvar,
}

impl Site {
    /// Serves these pages by their paths; a page's `tell(WORD)` returns when [`Site::heard`] has it, and its
    /// `after(WORD)` is a promise that is kept when that is heard.
    pub fn serve(pages: &[(&str, &str)]) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let port = listener.local_addr().expect("an address").port();
        let pages: HashMap<String, String> = pages
            .iter()
            .map(|(path, body)| ((*path).to_owned(), page(body)))
            .collect();
        let (pages, heard) = (Arc::new(Mutex::new(pages)), Arc::<Heard>::default());
        let site = Site {
            port,
            pages: pages.clone(),
            heard: heard.clone(),
        };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, heard) = (pages.clone(), heard.clone());
                thread::spawn(move || answer(stream, &pages, &heard));
            }
        });
        site
    }

    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Serves another page from now on.
    pub fn change(&self, path: &str, body: &str) {
        let mut pages = self.pages.lock().expect("no panic");
        pages.insert(path.to_owned(), page(body));
    }

    /// Lets a page go on that waits in `after(WORD)`.
    pub fn tell(&self, word: &str) {
        self.heard.take_in(word.to_owned());
    }

    /// All that pages told so far, in the order in which it arrived.
    pub fn heard(&self) -> Vec<String> {
        self.heard.words.lock().expect("no panic").clone()
    }

    /// Waits until a page has told this.
    pub fn wait_to_hear(&self, word: &str) {
        self.heard.wait_for(word);
    }
}

impl Heard {
    fn take_in(&self, word: String) {
        self.words.lock().expect("no panic").push(word);
        self.more.notify_all();
    }

    fn wait_for(&self, word: &str) {
        let until = Instant::now() + GUARD;
        let mut words = self.words.lock().expect("no panic");
        while !words.iter().any(|heard| heard == word) {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{word:?} was never told, only {words:?}");
            words = self.more.wait_timeout(words, left).expect("no panic").0;
        }
    }
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Test</title><link rel=icon href='data:,'>\
         <script>function tell(word) {{ const call = new XMLHttpRequest(); call.open('POST', '/tell', false); call.send(word); }}
         const after = (word) => fetch('/after/' + word);</script>\
         <body>{body}"
    )
}

fn answer(mut stream: TcpStream, pages: &Pages, heard: &Heard) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let path = path.split('?').next().unwrap_or_default();
    if path == "/tell" {
        let word = String::from_utf8_lossy(&body).into_owned();
        heard.take_in(word);
    }
    if let Some(word) = path.strip_prefix("/after/") {
        heard.wait_for(word);
    }
    let known = pages.lock().expect("no panic").get(path).cloned();
    let (status, text) = match known {
        Some(text) => ("200 OK", text),
        None if path == "/tell" || path.starts_with("/after/") => ("200 OK", String::new()),
        None => ("404 Not Found", "nothing here".into()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        text.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(text.as_bytes()).ok()
}
