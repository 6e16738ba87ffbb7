//! Steps that change the page or the tab: open, go back, reload, switch, close; and the clean start of a test.

use super::browser::{Deadline, Session};
use super::scope::Scope;
use crate::bridge::messages::{
    CloseTab, Closed, Command, Failure, History as WireHistory, Navigate, Reason, SwitchTab, TabAt,
    TabList, TabMatch,
};
use crate::script::ast::{History, StepKind};

impl Session {
    pub(super) async fn travel(
        &mut self,
        step: &StepKind,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        match step {
            StepKind::Open { url, new_tab } => {
                let written = scope.value(url)?.text;
                let address = self.config.address(&written);
                let address = address.map_err(|error| Failure::internal(error.to_string()))?;
                let tab = match new_tab {
                    true => None,
                    false => self.tab.or(self.spare),
                };
                let url = Some(address.into());
                self.navigate(
                    Navigate {
                        url,
                        tab,
                        ..Navigate::default()
                    },
                    deadline,
                )
                .await
            }
            StepKind::History(history) => {
                let tab = Some(self.open_tab()?);
                let history = Some(match history {
                    History::Back => WireHistory::Back,
                    History::Forward => WireHistory::Forward,
                    History::Reload => WireHistory::Reload,
                });
                self.navigate(
                    Navigate {
                        history,
                        tab,
                        ..Navigate::default()
                    },
                    deadline,
                )
                .await
            }
            StepKind::SwitchToTab(part) => {
                let part = scope.value(part)?.text;
                self.switch(TabMatch::UrlContains(part), deadline).await
            }
            StepKind::SwitchToNewTab => self.switch(TabMatch::New(true), deadline).await,
            _ => self.close_tab(deadline).await,
        }
    }

    async fn navigate(
        &mut self,
        mut navigate: Navigate,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        navigate.timeout_ms = Some(deadline.left_ms());
        let command = Command::Navigate(navigate);
        let at = self.send(command, deadline).await;
        // Leaving a page may ask, and nobody is there to say yes; the step that opened the dialog ends with it.
        let at: TabAt = match at {
            Err(failure)
                if failure.reason == Reason::Timeout && self.chrome.any_dialog().is_some() =>
            {
                return Ok(());
            }
            at => at?,
        };
        self.arrive(at);
        Ok(())
    }

    async fn switch(&mut self, matching: TabMatch, deadline: Deadline) -> Result<(), Failure> {
        let command = Command::SwitchTab(SwitchTab {
            matching,
            tab: Some(self.open_tab()?),
            timeout_ms: Some(deadline.left_ms()),
        });
        let at: TabAt = self.send(command, deadline).await?;
        self.arrive(at);
        Ok(())
    }

    async fn close_tab(&mut self, deadline: Deadline) -> Result<(), Failure> {
        let tab = self.open_tab()?;
        let command = Command::CloseTab(CloseTab {
            tab: Some(tab),
            timeout_ms: Some(deadline.left_ms()),
        });
        let closed: Closed = self.send(command, deadline).await?;
        self.pages.remove(&tab);
        self.tab = closed.tab;
        self.url = None;
        if let Some(tab) = closed.tab {
            let list: TabList = self.send(Command::Tabs, deadline).await?;
            self.url = list
                .tabs
                .into_iter()
                .find(|each| each.id == tab)
                .map(|tab| tab.url);
        }
        Ok(())
    }

    fn arrive(&mut self, at: TabAt) {
        if self.spare == Some(at.tab) {
            self.spare = None;
        }
        self.note_origin(&at.url);
        self.tab = Some(at.tab);
        self.url = Some(at.url);
    }

    /// Makes everything as a new test wants it: one empty tab, no dialog, no cookies, no storage.
    pub(super) async fn clean(&mut self) -> Result<(), Failure> {
        let deadline = Deadline::after(self.config.timeout());
        while let Some((page, _)) = self.chrome.any_dialog() {
            self.chrome.dismiss_dialog(&page).await?;
        }
        if self.tab.is_none() && self.origins.is_empty() {
            return Ok(());
        }
        let list: TabList = self.send(Command::Tabs, deadline).await?;
        let keep = self
            .tab
            .or(self.spare)
            .or(list.tabs.first().map(|tab| tab.id));
        for tab in list.tabs.iter().filter(|tab| Some(tab.id) != keep) {
            let close = Command::CloseTab(CloseTab {
                tab: Some(tab.id),
                timeout_ms: Some(deadline.left_ms()),
            });
            // A tab that closed by itself meanwhile is as good as closed.
            let _ = self.ask(close, deadline).await?;
            self.pages.remove(&tab.id);
        }
        if self.tab.is_some() {
            let page = self.page_in_chrome(deadline).await?;
            self.chrome.leave_page(&page).await?;
        }
        let origins: Vec<_> = std::mem::take(&mut self.origins).into_iter().collect();
        if !self.keeps_state {
            self.chrome.clear_site_data(&origins).await?;
        }
        self.spare = keep;
        self.tab = None;
        self.url = None;
        Ok(())
    }
}
