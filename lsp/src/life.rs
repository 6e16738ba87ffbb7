//! When the server has to leave: nobody is there to serve any more.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::watch;

/// Standard input that says when it has ended.
pub struct Watched<R> {
    inner: R,
    ended: watch::Sender<bool>,
}

impl<R> Watched<R> {
    /// The input, and what becomes true at its end.
    pub fn new(inner: R) -> (Watched<R>, watch::Receiver<bool>) {
        let (ended, receiver) = watch::channel(false);
        (Watched { inner, ended }, receiver)
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, buffer);
        let over = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before && buffer.capacity() > before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if over {
            let _ = self.ended.send(true);
        }
        read
    }
}

/// Returns when the process is gone. An editor that was killed closes nothing where a wrapper of its holds the pipes.
pub async fn gone(process: u32) {
    const LOOK_EVERY: Duration = Duration::from_secs(1);
    let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else {
        return std::future::pending().await;
    };
    while !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)) {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
