//! MALLBUCKS: what a person has, and sending them.

use axum::extract::State;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::mall::{Mall, SharedMall};
use super::refusal::Refusal;
use super::visitor::Visitor;

#[derive(Debug, Clone)]
pub struct Transfer {
    from: String,
    to: String,
    amount: u64,
    message: String,
}

#[derive(Debug, Deserialize)]
pub struct Send {
    to: String,
    /// Whole MALLBUCKS.
    amount: u64,
    #[serde(default)]
    message: String,
}

/// A wallet as its owner sees it, the newest transfer first.
#[derive(Debug, Serialize)]
pub struct Wallet {
    balance: u64,
    transfers: Vec<Movement>,
}

#[derive(Debug, Serialize)]
struct Movement {
    number: usize,
    with: String,
    message: String,
    /// Below zero for what was sent.
    amount: i128,
}

pub async fn show(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Wallet>, Refusal> {
    let mut mall = mall.open();
    let user = mall.user(&visitor)?;
    let balance = mall.account(&visitor)?.balance;
    let transfers = mall
        .transfers
        .iter()
        .enumerate()
        .rev()
        .filter_map(|(index, transfer)| transfer.seen_by(&user, index + 1))
        .collect();
    Ok(Json(Wallet { balance, transfers }))
}

pub async fn send(
    State(mall): State<SharedMall>,
    Extension(visitor): Extension<Visitor>,
    Json(send): Json<Send>,
) -> Result<Json<()>, Refusal> {
    let mut mall = mall.open();
    let from = mall.user(&visitor)?;
    mall.transfer(Transfer {
        from,
        to: send.to.trim().to_owned(),
        amount: send.amount,
        message: send.message,
    })
    .map(Json)
}

impl Mall {
    /// Moves the MALLBUCKS, or changes nothing.
    fn transfer(&mut self, transfer: Transfer) -> Result<(), Refusal> {
        if transfer.from == transfer.to {
            return Err(Refusal::Yourself);
        }
        if transfer.amount == 0 {
            return Err(Refusal::Nothing);
        }
        if !self.accounts.contains_key(&transfer.to) {
            return Err(Refusal::Nobody(transfer.to));
        }
        let sender = self.accounts.get_mut(&transfer.from);
        let sender = sender.ok_or(Refusal::NotLoggedIn)?;
        sender.balance = sender
            .balance
            .checked_sub(transfer.amount)
            .ok_or(Refusal::NotEnough(sender.balance))?;
        if let Some(receiver) = self.accounts.get_mut(&transfer.to) {
            receiver.balance += transfer.amount;
        }
        self.transfers.push(transfer);
        Ok(())
    }
}

impl Transfer {
    fn seen_by(&self, user: &str, number: usize) -> Option<Movement> {
        let amount = i128::from(self.amount);
        let (with, amount) = match user {
            user if user == self.from => (&self.to, -amount),
            user if user == self.to => (&self.from, amount),
            _ => return None,
        };
        Some(Movement {
            number,
            with: with.clone(),
            message: self.message.clone(),
            amount,
        })
    }
}
