//! Steps that use the mouse, and those a page does for us: click, hover, scroll, check, select, drag, upload.

use std::time::{Duration, Instant};

use serde_json::json;

use super::browser::{Deadline, Input, Session};
use super::look::Element;
use super::scope::Scope;
use super::words::target_in_words;
use crate::bridge::messages::{
    Act, Acted, Action, Command, Delivered, Failure, Hit, Locate, Located, Purpose, Reason, Verify,
    VerifyKind,
};
use crate::chrome::{Point, Upload};
use crate::script::ast::{Click, StepKind, Target, Value};

/// How long the page may take to tell of a press.
const PRESS_PATIENCE: Duration = Duration::from_secs(10);

impl Session {
    pub(super) async fn use_pointer(
        &mut self,
        step: &StepKind,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        match step {
            StepKind::Click { target, button } => {
                self.click(target, *button, scope, deadline).await
            }
            StepKind::Hover(target) => self.hover(target, scope, deadline).await,
            StepKind::ScrollTo(target) => {
                self.resolve(target, scope, Some(Purpose::Scroll), deadline)
                    .await?;
                Ok(())
            }
            StepKind::Check(target) => self.set_checked(target, true, scope, deadline).await,
            StepKind::Uncheck(target) => self.set_checked(target, false, scope, deadline).await,
            StepKind::Select { option, target } => {
                self.select(option, target, scope, deadline).await
            }
            StepKind::Drag { from, to } => self.drag(from, to, scope, deadline).await,
            StepKind::Upload { file, target } => self.upload(file, target, scope, deadline).await,
            other => Err(Failure::internal(format!(
                "{other:?} is no step for the mouse"
            ))),
        }
    }

    async fn click(
        &mut self,
        target: &Target,
        button: Click,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        if self.input == Input::Plain {
            let action = match button {
                Click::Single => Action::Click,
                Click::Double => Action::DoubleClick,
                Click::Right => Action::RightClick,
            };
            let element = self
                .resolve(target, scope, Some(Purpose::Press), deadline)
                .await?;
            self.act(Act::new(action, element.reference), deadline)
                .await?;
            return Ok(());
        }
        loop {
            let element = self
                .resolve(target, scope, Some(Purpose::Press), deadline)
                .await?;
            match self.press(&element, button, deadline).await {
                // Something came between the aim and the press, and the page script kept the press from it.
                Err(failure) if failure.reason == Reason::NotVisible && !deadline.is_over() => {}
                other => return other,
            }
        }
    }

    /// Presses where an element was found to be. The page script lets the press through to that element alone.
    async fn press(
        &mut self,
        element: &Element,
        button: Click,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let point = point_of(element)?;
        let page = self.page_in_chrome(deadline).await?;
        let handle = element.reference.handle.clone().ok_or_else(|| {
            Failure::new(
                Reason::Unsupported,
                "this extension is too old to guard a press",
            )
        })?;
        let hit = Command::Hit(Hit {
            handle,
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms().max(1)),
        });
        let started = Instant::now();
        // The page tells of the press while the mouse is still on its way through the pipe.
        let (pressed, told) = {
            let press = self.chrome.click(&page, point, button);
            let told = self.bridge.request(&hit, PRESS_PATIENCE);
            tokio::join!(press, told)
        };
        let word = match button {
            Click::Single => "click",
            Click::Double => "doubleClick",
            Click::Right => "rightClick",
        };
        self.note_input(json!({"input": word, "x": point.x, "y": point.y}), started);
        let answer = self.take_answer(&hit, told, started)?;
        pressed?;
        match answer.read::<Delivered>() {
            Ok(told) => {
                if !told.delivered {
                    self.warn(
                        "press",
                        "the page did not tell whether the press reached it",
                    );
                }
                Ok(())
            }
            Err(failure) => match failure.reason {
                Reason::NotVisible | Reason::ConnectionLost => Err(failure),
                // The page or the tab went away under the press: it arrived.
                _ => Ok(()),
            },
        }
    }

    async fn hover(
        &mut self,
        target: &Target,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let element = self
            .resolve(target, scope, Some(Purpose::Hover), deadline)
            .await?;
        if self.input == Input::Plain {
            self.act(Act::new(Action::Hover, element.reference), deadline)
                .await?;
            return Ok(());
        }
        let point = point_of(&element)?;
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        self.chrome.hover(&page, point).await?;
        self.note_input(
            json!({"input": "hover", "x": point.x, "y": point.y}),
            started,
        );
        Ok(())
    }

    async fn set_checked(
        &mut self,
        target: &Target,
        wanted: bool,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let element = self
            .resolve(target, scope, Some(Purpose::Press), deadline)
            .await?;
        let checked = element.at.as_ref().and_then(|at| at.checked);
        let Some(checked) = checked else {
            let what = target_in_words(&serde_json::to_value(&element.target).unwrap_or_default());
            return Err(Failure::internal(format!(
                "{what} is no checkbox, radio button or switch, so it cannot be checked or unchecked; did you mean click?"
            )));
        };
        if checked == wanted {
            return Ok(());
        }
        if self.input == Input::Plain {
            let action = if wanted {
                Action::Check
            } else {
                Action::Uncheck
            };
            self.act(Act::new(action, element.reference.clone()), deadline)
                .await?;
        } else {
            self.press(&element, Click::Single, deadline).await?;
            if self.chrome.any_dialog().is_some() {
                return Ok(());
            }
        }
        let mut verify = Verify::new(VerifyKind::State);
        verify.value = Some(if wanted { "checked" } else { "unchecked" }.into());
        verify.target = element.own_target();
        verify.element = element.reference;
        verify.tab = self.tab;
        verify.timeout_ms = Some(deadline.left_ms());
        self.ask(Command::Verify(verify), deadline).await?.outcome?;
        Ok(())
    }

    async fn select(
        &mut self,
        option: &Value,
        target: &Target,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let option = scope.value(option)?.text;
        let element = self.resolve(target, scope, None, deadline).await?;
        let mut act = Act::new(Action::Select, element.reference);
        act.option = Some(option);
        let acted = self.act(act, deadline).await?;
        self.log.found = acted.selected;
        Ok(())
    }

    async fn drag(
        &mut self,
        from: &Target,
        to: &Target,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let from = self.resolve(from, scope, None, deadline).await?;
        let to = self.resolve(to, scope, None, deadline).await?;
        if self.input == Input::Plain {
            let mut act = Act::new(Action::Drag, from.reference);
            act.to = Some(Box::new(to.reference));
            self.act(act, deadline).await?;
            return Ok(());
        }
        // Bringing the second into view may move the first, so the first is located again, and both must hold.
        let end = self.locate(&to, deadline).await?;
        let start = self.locate(&from, deadline).await?;
        let end_after = self.locate(&to, deadline).await?;
        if (end.x, end.y) != (end_after.x, end_after.y) {
            return Err(Failure::internal(
                "the two elements of the drag are not in view together; make the window larger or drag in two steps",
            ));
        }
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        let (start, end) = (
            Point {
                x: start.x,
                y: start.y,
            },
            Point { x: end.x, y: end.y },
        );
        self.chrome.drag(&page, start, end).await?;
        let sent = json!({"input": "drag", "from": [start.x, start.y], "to": [end.x, end.y]});
        self.note_input(sent, started);
        Ok(())
    }

    async fn locate(&mut self, element: &Element, deadline: Deadline) -> Result<Located, Failure> {
        let command = Command::Locate(Locate {
            element: element.reference.clone(),
            purpose: Some(Purpose::Hover),
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        });
        self.send(command, deadline).await
    }

    async fn upload(
        &mut self,
        file: &Value,
        target: &Target,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let written = scope.value(file)?.text;
        let script = &scope.opened.files[scope.file].path;
        let path = script.parent().unwrap_or(script).join(&written);
        let path = path.canonicalize().map_err(|error| {
            Failure::internal(format!(
                "the file to upload, {}, cannot be read: {error}",
                path.display()
            ))
        })?;
        let element = self
            .resolve(target, scope, Some(Purpose::File), deadline)
            .await?;
        let handle = element.reference.handle.clone().ok_or_else(|| {
            Failure::new(
                Reason::Unsupported,
                "this extension is too old to be given files",
            )
        })?;
        let page = self.find_page(Some(handle.clone()), deadline).await?;
        let started = Instant::now();
        let files = [path];
        let mut upload = self.chrome.upload(&page, &handle, &files).await?;
        if upload == Upload::NoFileField {
            let point = self.locate(&element, deadline).await?;
            let point = Point {
                x: point.x,
                y: point.y,
            };
            let click = self
                .chrome
                .upload_by_chooser(&page, point, &files, deadline.left());
            upload = click.await?;
        }
        if upload == Upload::NoFileField {
            return Err(Failure::internal(
                "the element is no file field, and clicking it asked for no file",
            ));
        }
        self.note_input(json!({"input": "upload", "file": written}), started);
        Ok(())
    }

    /// Has the page act; never sent twice.
    pub(super) async fn act(&mut self, mut act: Act, deadline: Deadline) -> Result<Acted, Failure> {
        act.tab = self.tab;
        act.timeout_ms = Some(deadline.left_ms().max(1));
        match self.send(Command::Act(act.into()), deadline).await {
            // The step that opens a dialog ends with it; the page answers only when that is closed.
            Err(failure)
                if failure.reason == Reason::Timeout && self.chrome.any_dialog().is_some() =>
            {
                Ok(Acted::default())
            }
            acted => acted,
        }
    }

    /// Gives a dialog that opens late its time, then says what is to be done with it.
    pub(super) async fn await_dialog(
        &mut self,
        deadline: Deadline,
    ) -> Result<(crate::chrome::Page, crate::chrome::Dialog), Failure> {
        let time = deadline.left().max(Duration::from_millis(1));
        tokio::time::timeout(time, self.chrome.dialog_opens())
            .await
            .map_err(|_| {
                Failure::new(Reason::Timeout, "no dialog opened")
                    .with("waitedFor", "a dialog to open")
            })
    }
}

fn point_of(element: &Element) -> Result<Point, Failure> {
    let at = element.at.as_ref().ok_or_else(|| {
        Failure::new(
            Reason::Unsupported,
            "this extension is too old to say where an element is",
        )
    })?;
    Ok(Point { x: at.x, y: at.y })
}
