//! Dragging: with the mouse alone, or with what the page hands over at `dragstart`.

use serde_json::{Value, json};

use super::input::{Delivery, Point};
use super::mouse::{Held, Press, moved, pressed};
use super::{Chrome, ChromeError, Page};

/// Moves on the way. Libraries tell a drag from a click by several moves, some of them over the target.
const STEPS: u8 = 5;

impl Chrome {
    /// Presses at `from`, moves to `to` and lets go there.
    ///
    /// When the page starts a drag of its own (`draggable`), Chrome is kept from handing it to the window system, where it would be lost in a
    /// headless browser; `dragenter`, `dragover` and `drop` are sent in its place.
    pub async fn drag(&self, page: &Page, from: Point, to: Point) -> Result<Delivery, ChromeError> {
        self.intercept_drags(page, true).await?;
        let delivery = self.drag_intercepted(page, from, to).await;
        // A page that is gone needs nothing taken back.
        let _ = self.intercept_drags(page, false).await;
        delivery
    }

    async fn drag_intercepted(
        &self,
        page: &Page,
        from: Point,
        to: Point,
    ) -> Result<Delivery, ChromeError> {
        let _ = self.pages.take_drag(page);
        let mut way = vec![
            moved(from, Held::Nothing),
            pressed(Press::Down, from, "left", 1),
        ];
        way.extend((1..=STEPS).map(|step| moved(between(from, to, step), Held::Left)));
        for step in way {
            let delivery = self.deliver(page, [step]).await?;
            if delivery != Delivery::Done {
                return Ok(delivery);
            }
        }
        match self.pages.take_drag(page) {
            Some(data) => self.drop_data(page, to, &data).await,
            None => {
                self.deliver(
                    page,
                    [moved(to, Held::Left), pressed(Press::Up, to, "left", 1)],
                )
                .await
            }
        }
    }

    async fn drop_data(
        &self,
        page: &Page,
        at: Point,
        data: &Value,
    ) -> Result<Delivery, ChromeError> {
        let events = ["dragEnter", "dragOver", "dragOver", "drop"].map(|kind| {
            let params = json!({ "type": kind, "x": at.x, "y": at.y, "data": data });
            ("Input.dispatchDragEvent", params)
        });
        self.deliver(page, events).await
    }

    async fn intercept_drags(&self, page: &Page, enabled: bool) -> Result<(), ChromeError> {
        let params = json!({ "enabled": enabled });
        self.pipe
            .command(Some(&page.session), "Input.setInterceptDrags", params)
            .await?;
        Ok(())
    }
}

fn between(from: Point, to: Point, step: u8) -> Point {
    let part = f64::from(step) / f64::from(STEPS);
    Point {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
    }
}
