//! A connection that is written to from two sides: by whoever speaks HTTP or WebSocket on it, and by a room that has news for it.
//!
//! COST: to wake the task of a socket, only to have it copy a frame that is written already, took a tenth of all processor time.
//! So a room writes to its sockets itself. What the system does not take at once is left for the task of the socket. Nothing is
//! ever cut in two by the other side: once a room listens, every write is kept whole.

use std::io::{self, ErrorKind, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use crate::metrics::Metrics;

/// LIMIT: bytes that wait for somebody who reads slowly. After that he has to come again, and is told everything then.
const UNSENT_MAX: usize = 128 << 10;
/// Bytes that stay set aside for what is sent together.
const KEPT_BYTES: usize = 2 << 10;

/// Where people come in.
pub(crate) struct Doorstep {
    pub listener: TcpListener,
    pub metrics: Arc<Metrics>,
}

impl Doorstep {
    /// The next who comes, and the way to him.
    pub(crate) async fn next(&mut self) -> (Speaking, Peer) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // News are small and people wait for them: nothing is held back to be sent together with more.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection is slower than it could be");
        }
        let speaking = Speaking::new(stream, Arc::clone(&self.metrics));
        let peer = Peer { address, connection: Arc::downgrade(&speaking.connection) };
        (speaking, peer)
    }
}

/// Who is at the other end.
#[derive(Clone)]
pub(crate) struct Peer {
    pub address: SocketAddr,
    /// The way to him: it ends with whoever speaks to him.
    pub connection: Weak<Connection>,
}

/// What a room has in common with whoever speaks to the other end.
pub(crate) struct Connection {
    side: Mutex<Side>,
    metrics: Arc<Metrics>,
}

/// The side that is written to.
struct Side {
    half: OwnedWriteHalf,
    /// What was not sent yet: because more comes along, or because it is stuck.
    unsent: Vec<u8>,
    /// When the commands came in that it tells of.
    received: Vec<Instant>,
    /// Since when the other end has taken nothing of it.
    stuck: Option<Instant>,
    listens: Listens,
    /// Whoever speaks here, where he waits to hear what has become of it.
    waker: Option<Waker>,
}

/// Whether a room may write here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listens {
    NotYet,
    Yes,
    /// The room has let go.
    NoMore,
    /// Farewell has been said, or the other end is gone.
    Over,
}

/// What became of a room.
pub(crate) enum Left {
    /// It has let go: whoever wants to hear more comes again.
    LetGo,
    /// The other end is gone.
    Broken,
}

impl Side {
    /// Sends everything, as far as the system takes it at once.
    fn send_unsent(&mut self, metrics: &Metrics) -> bool {
        let unsent = std::mem::take(&mut self.unsent);
        let sent = self.send(&unsent, metrics);
        if self.unsent.is_empty() && unsent.capacity() <= KEPT_BYTES {
            self.unsent = unsent;
            self.unsent.clear();
        }
        sent
    }

    /// Sends these bytes while nothing else waits.
    fn send(&mut self, bytes: &[u8], metrics: &Metrics) -> bool {
        match self.half.try_write(bytes) {
            Ok(sent) if sent == bytes.len() => {
                self.delivered(metrics);
                true
            }
            Ok(sent) => {
                self.leave(bytes.get(sent..).unwrap_or_default());
                true
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                self.leave(bytes);
                true
            }
            Err(_) => {
                self.listens = Listens::Over;
                self.wake();
                false
            }
        }
    }

    /// Leaves the rest to whoever speaks here.
    fn leave(&mut self, rest: &[u8]) {
        self.unsent = rest.to_vec();
        self.stuck = Some(Instant::now());
        self.wake();
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn delivered(&mut self, metrics: &Metrics) {
        self.stuck = None;
        if !self.received.is_empty() {
            let now = Instant::now();
            for received in self.received.drain(..) {
                metrics.delivered.observe(now.saturating_duration_since(received));
            }
        }
    }

    /// Sends what is stuck, and waits for the other end to take it.
    fn poll_send_unsent(&mut self, metrics: &Metrics, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut self.half).poll_write(context, &self.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            self.unsent.drain(..sent);
            self.stuck = Some(Instant::now());
        }
        if self.stuck.is_some() {
            self.unsent = Vec::new();
        }
        self.delivered(metrics);
        Poll::Ready(Ok(()))
    }
}

impl Connection {
    fn lock(&self) -> MutexGuard<'_, Side> {
        self.side.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room may write here from now on.
    pub(crate) fn listen(self: &Arc<Self>) -> Outbox {
        self.lock().listens = Listens::Yes;
        Outbox(Arc::downgrade(self))
    }

    /// Adds a frame that goes out with the next. Says no where the other end reads too slowly, or there is none any more.
    fn add(&self, frame: &[u8], received: Option<Instant>) -> bool {
        let mut side = self.lock();
        if side.listens != Listens::Yes || side.unsent.len() > UNSENT_MAX {
            return false;
        }
        side.unsent.extend_from_slice(frame);
        side.received.extend(received);
        self.metrics.frames_out.fetch_add(1, Relaxed);
        true
    }

    /// Sends a frame, and what was added before.
    fn send(&self, frame: &[u8], received: Option<Instant>) -> bool {
        let mut side = self.lock();
        if side.listens != Listens::Yes || side.unsent.len() > UNSENT_MAX {
            return false;
        }
        side.received.extend(received);
        self.metrics.frames_out.fetch_add(1, Relaxed);
        if side.unsent.is_empty() {
            return side.send(frame, &self.metrics);
        }
        side.unsent.extend_from_slice(frame);
        side.stuck.is_some() || side.send_unsent(&self.metrics)
    }

    /// Sends what was added.
    fn flush(&self) {
        let mut side = self.lock();
        if side.stuck.is_none() && !side.unsent.is_empty() {
            side.send_unsent(&self.metrics);
        }
    }

    /// No room writes here any more.
    pub(crate) fn close(&self) {
        self.lock().listens = Listens::Over;
    }

    /// How long the other end has taken nothing of what it is sent.
    pub(crate) fn stuck_for(&self) -> Duration {
        self.lock().stuck.map(|since| since.elapsed()).unwrap_or_default()
    }

    /// Sends what a room could not send at once, until the room lets go.
    pub(crate) fn poll_look_after(&self, context: &mut Context<'_>) -> Poll<Left> {
        let mut side = self.lock();
        if side.stuck.is_some() && matches!(side.poll_send_unsent(&self.metrics, context), Poll::Ready(Err(_))) {
            side.listens = Listens::Over;
        }
        match side.listens {
            Listens::NoMore => return Poll::Ready(Left::LetGo),
            Listens::Over => return Poll::Ready(Left::Broken),
            Listens::NotYet | Listens::Yes => {}
        }
        if side.waker.as_ref().is_none_or(|waker| !waker.will_wake(context.waker())) {
            side.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

/// The way from a room to a socket. When the room lets go of it, the socket is told to come again.
pub(crate) struct Outbox(Weak<Connection>);

impl Outbox {
    /// Sends a frame. Says no where nobody hears it.
    pub(crate) fn send(&self, frame: &[u8], received: Option<Instant>) -> bool {
        self.0.upgrade().is_some_and(|connection| connection.send(frame, received))
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let Some(connection) = self.0.upgrade() else { return };
        let mut side = connection.lock();
        if side.listens == Listens::Yes {
            side.listens = Listens::NoMore;
            side.wake();
        }
    }
}

/// Where an answer goes.
pub(crate) struct ReplyBox(pub Weak<Connection>);

impl ReplyBox {
    /// Adds a frame that goes out with the next one, or with [`ReplyBox::flush`].
    pub(crate) fn add(&self, frame: &[u8], received: Option<Instant>) {
        if let Some(connection) = self.0.upgrade() {
            // Whoever reads too slowly is told to come again with the next news.
            let _ = connection.add(frame, received);
        }
    }

    /// Sends what was added, if it has not gone out with something else.
    pub(crate) fn flush(&self) {
        if let Some(connection) = self.0.upgrade() {
            connection.flush();
        }
    }
}

/// A connection for whoever speaks HTTP or WebSocket on it.
pub(crate) struct Speaking {
    half: OwnedReadHalf,
    connection: Arc<Connection>,
}

impl Speaking {
    fn new(stream: TcpStream, metrics: Arc<Metrics>) -> Self {
        let (read, write) = stream.into_split();
        let (unsent, received) = (Vec::new(), Vec::new());
        let side = Side { half: write, unsent, received, stuck: None, listens: Listens::NotYet, waker: None };
        Speaking { half: read, connection: Arc::new(Connection { side: Mutex::new(side), metrics }) }
    }
}

impl AsyncRead for Speaking {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().half).poll_read(context, into)
    }
}

impl AsyncWrite for Speaking {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut side = self.connection.lock();
        if side.listens == Listens::NotYet {
            return Pin::new(&mut side.half).poll_write(context, bytes);
        }
        // What a room has begun is finished first, and what begins here is taken whole: a room may write next.
        ready!(side.poll_send_unsent(&self.connection.metrics, context))?;
        let sent = ready!(Pin::new(&mut side.half).poll_write(context, bytes))?;
        if sent < bytes.len() {
            side.leave(bytes.get(sent..).unwrap_or_default());
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut side = self.connection.lock();
        if side.listens == Listens::NotYet {
            return Pin::new(&mut side.half).poll_write_vectored(context, parts);
        }
        drop(side);
        let part = parts.iter().find(|part| !part.is_empty());
        self.poll_write(context, part.map_or(&[][..], |part| &**part))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.connection.lock().poll_send_unsent(&self.connection.metrics, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection.lock().half).poll_shutdown(context)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use futures_util::{SinkExt, StreamExt};
    use serde_json::Value;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::wire::TextFrame;

    /// A socket from its far end, and both sides of the near one.
    pub(crate) async fn a_line() -> (WebSocketStream<TcpStream>, WebSocketStream<Speaking>, Arc<Connection>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut doorstep = Doorstep { listener, metrics: Arc::default() };
        let (far, (speaking, _)) = tokio::join!(TcpStream::connect(address), doorstep.next());
        let connection = Arc::clone(&speaking.connection);
        let far = WebSocketStream::from_raw_socket(far.expect("it connects"), Role::Client, None).await;
        (far, WebSocketStream::from_raw_socket(speaking, Role::Server, None).await, connection)
    }

    /// The next frame.
    pub(crate) async fn read(far: &mut WebSocketStream<TcpStream>) -> Value {
        let message = far.next().await.expect("it goes on").expect("a frame");
        serde_json::from_str(message.to_text().expect("text")).expect("JSON")
    }

    fn frame(number: usize, bytes: usize) -> TextFrame {
        TextFrame::of(bytes, &(number, "x".repeat(bytes)))
    }

    #[tokio::test]
    async fn an_answer_goes_out_with_the_news() {
        let (mut far, _speaking, connection) = a_line().await;
        let (outbox, reply) = (connection.listen(), ReplyBox(Arc::downgrade(&connection)));
        reply.add(frame(1, 10).bytes(), Some(Instant::now()));
        assert!(outbox.send(frame(2, 10).bytes(), Some(Instant::now())));
        reply.flush();
        reply.add(frame(3, 10).bytes(), None);
        reply.flush();
        for number in 1..=3 {
            assert_eq!(read(&mut far).await[0], number);
        }
    }

    #[tokio::test]
    async fn whoever_reads_slowly_is_told_so_and_gets_whole_what_was_taken() {
        let (mut far, mut speaking, connection) = a_line().await;
        let outbox = connection.listen();
        let mut taken = 0;
        while outbox.send(frame(taken, 3_000).bytes(), None) {
            taken += 1;
            assert!(taken < 100_000, "he never reads, and there is no end of it");
        }
        assert!(connection.stuck_for() > Duration::ZERO);
        // The other side speaks meanwhile, and the room lets go: both come after what the room has said.
        drop(outbox);
        let near = async {
            speaking.send(Message::text("[\"bye\"]")).await.expect("it is sent");
            let left = std::future::poll_fn(|context| connection.poll_look_after(context)).await;
            assert!(matches!(left, Left::LetGo));
        };
        let reads = async {
            for number in 0..taken {
                assert_eq!(read(&mut far).await[0], number);
            }
            assert_eq!(read(&mut far).await[0], "bye");
        };
        tokio::join!(near, reads);
        assert_eq!(connection.stuck_for(), Duration::ZERO);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 3)]
    async fn two_sides_do_not_cut_each_others_frames() {
        let (mut far, mut speaking, connection) = a_line().await;
        let outbox = connection.listen();
        let room = tokio::spawn(async move {
            let mut sent = 0;
            while sent < 3_000 {
                if outbox.send(frame(sent, 2_000 + sent % 50).bytes(), None) {
                    sent += 1;
                } else {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            outbox
        });
        let speaks = tokio::spawn(async move {
            for number in 0..300 {
                let text = serde_json::to_string(&("spoken", number, "y".repeat(1_000))).expect("JSON");
                speaking.send(Message::text(text)).await.expect("it is sent");
                tokio::task::yield_now().await;
            }
            let rest = std::future::poll_fn(|context| connection.poll_look_after(context));
            assert!(matches!(rest.await, Left::LetGo));
        });
        let (mut told, mut spoken) = (0, 0);
        while told < 3_000 || spoken < 300 {
            let said = read(&mut far).await;
            if said[0] == "spoken" {
                assert_eq!(said[1], spoken);
                spoken += 1;
            } else {
                assert_eq!(said[0], told);
                told += 1;
            }
        }
        drop(room.await.expect("it is sent"));
        speaks.await.expect("it is spoken");
    }

    #[tokio::test]
    async fn nothing_is_sent_after_the_farewell() {
        let (_far, _speaking, connection) = a_line().await;
        let outbox = connection.listen();
        assert!(outbox.send(frame(1, 10).bytes(), None));
        connection.close();
        assert!(!outbox.send(frame(2, 10).bytes(), None));
    }
}
