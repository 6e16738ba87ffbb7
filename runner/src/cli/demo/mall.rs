//! Everything the shop remembers, for as long as the server lives.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cart::{Cart, Order};
use super::catalog::Catalog;
use super::refusal::Refusal;
use super::suite::PASSWORD;
use super::visitor::Visitor;
use super::wallet::Transfer;

/// The MALLBUCKS a new account starts with.
const WELCOME_GIFT: u64 = 100;

/// What a new visitor finds on the wishlist: ids of products.
const FIRST_WISHES: [&str; 3] = ["brass-compass", "wool-blanket", "pocket-radio"];

#[derive(Debug)]
pub struct Mall {
    pub catalog: Catalog,
    pub accounts: HashMap<String, Account>,
    pub sessions: HashMap<String, Session>,
    /// The oldest first.
    pub transfers: Vec<Transfer>,
    pub orders: Vec<Order>,
}

#[derive(Debug, Clone)]
pub struct Account {
    pub password: String,
    pub display_name: String,
    pub about: String,
    pub news: bool,
    pub picture: Option<Picture>,
    /// Whole MALLBUCKS.
    pub balance: u64,
}

#[derive(Debug, Clone)]
pub struct Picture {
    pub media_type: String,
    pub bytes: axum::body::Bytes,
}

/// What belongs to one browser, from its first page or its last log-in on.
#[derive(Debug, Default)]
pub struct Session {
    pub user: Option<String>,
    pub cart: Cart,
    /// Ids of products, the dearest wish first.
    pub wishlist: Vec<String>,
}

impl Mall {
    pub fn new(catalog: Catalog) -> Self {
        let accounts = [("alice", "Alice", 1250), ("bob", "Bob", 400)]
            .map(|(user, display_name, balance)| {
                let account = Account {
                    balance,
                    ..Account::new(display_name, PASSWORD)
                };
                (user.to_owned(), account)
            })
            .into();
        Self {
            catalog,
            accounts,
            sessions: HashMap::new(),
            transfers: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Starts a session, with an empty cart, and answers with its id.
    pub fn begin_session(&mut self, user: Option<String>) -> String {
        let id = format!("{:032x}", rand::random::<u128>());
        let session = Session {
            user,
            wishlist: FIRST_WISHES.map(str::to_owned).into(),
            ..Session::default()
        };
        self.sessions.insert(id.clone(), session);
        id
    }

    pub fn session(&mut self, visitor: &Visitor) -> &mut Session {
        self.sessions.entry(visitor.session.clone()).or_default()
    }

    /// Who is logged in.
    pub fn user(&self, visitor: &Visitor) -> Result<String, Refusal> {
        self.sessions
            .get(&visitor.session)
            .and_then(|session| session.user.clone())
            .ok_or(Refusal::NotLoggedIn)
    }

    pub fn account(&mut self, visitor: &Visitor) -> Result<&mut Account, Refusal> {
        let user = self.user(visitor)?;
        self.accounts.get_mut(&user).ok_or(Refusal::NotLoggedIn)
    }
}

impl Account {
    pub fn new(display_name: &str, password: &str) -> Self {
        Self {
            password: password.to_owned(),
            display_name: display_name.to_owned(),
            about: String::new(),
            news: true,
            picture: None,
            balance: WELCOME_GIFT,
        }
    }
}

/// The mall as handlers share it. Held only between awaits.
#[derive(Debug, Clone)]
pub struct SharedMall {
    mall: Arc<Mutex<Mall>>,
    /// The origin the payment form is served from.
    pub pay_origin: Arc<str>,
}

impl SharedMall {
    pub fn new(mall: Mall, pay_origin: &str) -> Self {
        Self {
            mall: Arc::new(Mutex::new(mall)),
            pay_origin: pay_origin.into(),
        }
    }

    pub fn open(&self) -> MutexGuard<'_, Mall> {
        // A handler that panicked leaves at worst its own change half made, and the demo can go on.
        self.mall.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
