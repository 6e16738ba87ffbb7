//! The mouse: clicks, hovering and the wheel.

use serde_json::json;

use super::input::{Command, Delivery, Point};
use super::{Chrome, ChromeError, Page};
use crate::script::ast::Click;

#[derive(Debug, Clone, Copy)]
pub(super) enum Press {
    Down,
    Up,
}

impl Chrome {
    /// Moves the mouse to the point and clicks, as a person does: the page sees every event in between.
    pub async fn click(
        &self,
        page: &Page,
        at: Point,
        click: Click,
    ) -> Result<Delivery, ChromeError> {
        let (button, clicks) = match click {
            Click::Single => ("left", 1..=1),
            Click::Double => ("left", 1..=2),
            Click::Right => ("right", 1..=1),
        };
        let presses = clicks.flat_map(|count| {
            [Press::Down, Press::Up].map(|press| pressed(press, at, button, count))
        });
        self.deliver(page, [moved(at, Held::Nothing)].into_iter().chain(presses))
            .await
    }

    /// Moves the mouse to the point and leaves it there.
    pub async fn hover(&self, page: &Page, at: Point) -> Result<Delivery, ChromeError> {
        self.deliver(page, [moved(at, Held::Nothing)]).await
    }

    /// Turns the wheel over the point; positive amounts scroll to the right and down.
    pub async fn wheel(&self, page: &Page, at: Point, by: Point) -> Result<Delivery, ChromeError> {
        let turned =
            json!({ "type": "mouseWheel", "x": at.x, "y": at.y, "deltaX": by.x, "deltaY": by.y });
        self.deliver(page, [("Input.dispatchMouseEvent", turned)])
            .await
    }
}

/// The button that is down while the mouse moves.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held {
    Nothing,
    Left,
}

pub(super) fn moved(to: Point, held: Held) -> Command {
    let (button, buttons) = match held {
        Held::Nothing => ("none", 0),
        Held::Left => ("left", 1),
    };
    let params =
        json!({ "type": "mouseMoved", "x": to.x, "y": to.y, "button": button, "buttons": buttons });
    ("Input.dispatchMouseEvent", params)
}

pub(super) fn pressed(press: Press, at: Point, button: &str, clicks: u8) -> Command {
    let mask = if button == "right" { 2 } else { 1 };
    let (kind, buttons) = match press {
        Press::Down => ("mousePressed", mask),
        Press::Up => ("mouseReleased", 0),
    };
    let params = json!({
        "type": kind, "x": at.x, "y": at.y, "button": button, "buttons": buttons, "clickCount": clicks,
    });
    ("Input.dispatchMouseEvent", params)
}
