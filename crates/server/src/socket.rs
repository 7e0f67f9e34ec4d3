//! A socket at a table: the same messages as requests, with news as they happen.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use table::SeatId;
use tokio::sync::mpsc;

use crate::connection::{Connection, Left, Outbox, Peer, ReplyBox};
use crate::guard::{Asker, SocketPlace};
use crate::problem::Problem;
use crate::room::{Input, ONLOOKER, ReplyTo, SocketId};
use crate::server::App;
use crate::session::Who;
use crate::wire::{Frame, Request};

/// How often a silent socket is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(25);
/// How long a socket may be silent, or not take what it is sent.
const SILENCE_MAX: Duration = Duration::from_secs(80);
/// LIMIT: frames in a row that make no sense or come too often before the socket is closed.
const NONSENSE_MAX: u32 = 50;
/// How long somebody has to close his end once he was told that this one closes.
const DRAIN_MAX: Duration = Duration::from_millis(500);
/// Bytes set aside for a socket that waits. What is larger grows them for a moment. Those that are read into are wiped every time.
const READ_BYTES: usize = 1 << 10;
const WRITE_BYTES: usize = 4 << 10;

/// How somebody comes back to a table.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Coming {
    /// The seat, where he has several.
    seat: Option<u8>,
    /// The first page of the journal that he has not read.
    #[serde(default)]
    since: u32,
}

/// The door to a socket.
pub(crate) async fn open(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Query(coming): Query<Coming>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let seat = who.seat(&app, &table, coming.seat).await?;
    let connection = peer.connection.upgrade().ok_or_else(Problem::later)?;
    let place = app.guard.socket(who.address)?;
    let table: Arc<str> = table.into();
    let address = (seat == ONLOOKER).then_some(who.address);
    let asker = Asker { table: Arc::clone(&table), seat: seat.0, address };
    let bytes = app.config.limits.frame_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes);
    let upgrade = upgrade.read_buffer_size(READ_BYTES).write_buffer_size(WRITE_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.sockets.fetch_add(1, Relaxed);
        let metrics = Arc::clone(&app.metrics);
        attend(app, (socket, connection), asker, seat, coming.since, place).await;
        metrics.sockets.fetch_sub(1, Relaxed);
    }))
}

/// One end of a socket.
struct Line {
    app: App,
    socket: WebSocket,
    /// The same line, for the room.
    connection: Arc<Connection>,
    room: mpsc::Sender<Input>,
    seat: SeatId,
    asker: Asker,
    nonsense: u32,
    heard: Instant,
}

async fn attend(
    app: App,
    (socket, connection): (WebSocket, Arc<Connection>),
    asker: Asker,
    seat: SeatId,
    since: u32,
    _place: SocketPlace,
) {
    let outbox: Outbox = connection.listen();
    let room = app.rooms.find(&asker.table);
    let id: SocketId = app.rooms.next_socket();
    let joined = room.send(Input::Join { socket: id, seat, since, outbox }).await.is_ok();
    let mut closing = app.closing.clone();
    let mut closing = pin!(async move { drop(closing.wait_for(|closing| *closing).await) });
    let mut line = Line { app, socket, connection, room, seat, asker, nonsense: 0, heard: Instant::now() };
    if !joined {
        return line.bye("the table is not at hand just now", true).await;
    }
    let mut ticks = tokio::time::interval(PING_EVERY);
    ticks.reset();
    loop {
        let flow = tokio::select! {
            biased;
            () = &mut closing => {
                line.bye("the server is closing", true).await;
                ControlFlow::Break(())
            }
            left = poll_fn(|context| line.connection.poll_look_after(context)) => {
                if matches!(left, Left::LetGo) {
                    line.bye("the table has to be opened again", true).await;
                }
                ControlFlow::Break(())
            }
            frame = line.socket.recv() => line.take(frame).await,
            _ = ticks.tick() => line.look_after().await,
        };
        if flow.is_break() {
            break;
        }
    }
    // A room that is full hears of it later; one that is gone need not.
    let _ = line.room.send(Input::Leave { socket: id }).await;
}

impl Line {
    async fn send(&mut self, frame: &Frame) -> ControlFlow<()> {
        match tokio::time::timeout(SILENCE_MAX, self.socket.send(Message::Text(frame.text()))).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    async fn bye(&mut self, why: &str, again: bool) {
        self.connection.close();
        let frame = Frame::Bye { why: why.to_owned(), again };
        let closing = async {
            let _ = self.socket.send(Message::Text(frame.text())).await;
            let _ = self.socket.send(Message::Close(None)).await;
        };
        // Whoever does not listen any more need not be told.
        let _ = tokio::time::timeout(Duration::from_secs(2), closing).await;
        // What was sent meanwhile is read and thrown away: a connection that closes on unread bytes loses the farewell, too.
        let draining = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = tokio::time::timeout(DRAIN_MAX, draining).await;
    }

    /// Takes what came in.
    async fn take(&mut self, frame: Option<Result<Message, axum::Error>>) -> ControlFlow<()> {
        self.heard = Instant::now();
        match frame {
            Some(Ok(Message::Text(text))) => {
                self.app.metrics.frames_in.fetch_add(1, Relaxed);
                match self.hear(text.as_str()) {
                    Ok(None) => {
                        self.nonsense = 0;
                        ControlFlow::Continue(())
                    }
                    Ok(Some(answer)) => self.send(&answer).await,
                    Err((number, problem)) => self.object(number, problem).await,
                }
            }
            Some(Ok(Message::Binary(_))) => {
                let problem = Problem::senseless("frames are text", "send JSON as text");
                self.object(None, problem).await
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(()),
            Some(Ok(Message::Close(_))) | None => ControlFlow::Break(()),
            Some(Err(_)) => {
                self.bye("this was no frame, or one that is too large", false).await;
                ControlFlow::Break(())
            }
        }
    }

    /// Says what is wrong, and loses patience after a while.
    async fn object(&mut self, number: Option<u32>, problem: Problem) -> ControlFlow<()> {
        self.app.metrics.problems.fetch_add(1, Relaxed);
        self.nonsense += 1;
        if self.nonsense > NONSENSE_MAX {
            self.bye("too much of what you send makes no sense or comes too often", false).await;
            return ControlFlow::Break(());
        }
        self.send(&Frame::Problem { number, problem }).await
    }

    /// Hears a frame: it goes to the room, or is answered here.
    fn hear(&mut self, text: &str) -> Result<Option<Frame>, (Option<u32>, Problem)> {
        let received = Instant::now();
        let request = Request::read(text).map_err(|error| {
            let advice = "send an envelope as the OpenAPI document describes it under Request";
            (number_in(text), Problem::senseless(format!("this does not read: {error}"), advice))
        })?;
        let (Request::Ask { number, .. } | Request::News { number, .. } | Request::Ping { number }) = &request;
        let number = *number;
        if !self.app.guard.seats.allows(self.asker.clone()) {
            self.app.metrics.too_often.fetch_add(1, Relaxed);
            return Err((Some(number), Problem::too_often()));
        }
        let to = ReplyTo::Socket { reply: ReplyBox(Arc::downgrade(&self.connection)), number };
        let input = match request {
            Request::Ping { number } => return Ok(Some(Frame::Pong { number })),
            Request::News { since, .. } => Input::News { seat: self.seat, since, to },
            Request::Ask { ask, .. } => Input::Ask { seat: self.seat, ask: Box::new(ask), received, to },
        };
        self.room.try_send(input).map_err(|_| (Some(number), Problem::later()))?;
        Ok(None)
    }

    /// Asks a silent socket whether it is still there.
    async fn look_after(&mut self) -> ControlFlow<()> {
        if self.heard.elapsed() > SILENCE_MAX || self.connection.stuck_for() > SILENCE_MAX {
            return ControlFlow::Break(());
        }
        match self.socket.send(Message::Ping(Default::default())).await {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The number of a request that cannot be read as a whole.
fn number_in(text: &str) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    u32::try_from(value.get("number")?.as_u64()?).ok()
}
