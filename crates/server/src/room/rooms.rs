//! The rooms that are open, and how one is found.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::listen::Room;
use super::{Answer, Input, ReplyTo, SocketId};
use crate::config::Config;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::store::Store;

/// LIMIT: inputs that wait for a room.
const INBOX_MAX: usize = 256;
/// How often a table is looked for again that was put away while somebody asked for it.
const TRIES: usize = 4;

type Inboxes = HashMap<Arc<str>, mpsc::Sender<Input>>;

/// The rooms that are open.
pub(crate) struct Rooms {
    pub store: Store,
    pub library: Arc<Library>,
    pub config: Arc<Config>,
    pub metrics: Arc<Metrics>,
    open: Mutex<Inboxes>,
    sockets: AtomicU64,
    /// Every room holds a copy: when the last is gone, all rooms have finished. Nothing once nobody is let in any more.
    alive: Mutex<Option<mpsc::Sender<()>>>,
}

impl Rooms {
    /// No room is open yet. What comes back ends when the last room has finished.
    pub(crate) fn new(
        store: Store,
        library: Arc<Library>,
        config: Arc<Config>,
        metrics: Arc<Metrics>,
    ) -> (Arc<Rooms>, mpsc::Receiver<()>) {
        let (alive, finished) = mpsc::channel(1);
        let (open, sockets) = (Mutex::default(), AtomicU64::new(1));
        (Arc::new(Rooms { store, library, config, metrics, open, sockets, alive: Mutex::new(Some(alive)) }), finished)
    }

    /// A number for a new socket.
    pub(crate) fn next_socket(&self) -> SocketId {
        self.sockets.fetch_add(1, Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Inboxes> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inbox of a table's room. Where there is none, it is opened; what it is told waits until it is open.
    pub(crate) fn find(self: &Arc<Self>, table: &str) -> mpsc::Sender<Input> {
        let mut open = self.lock();
        if let Some(inbox) = open.get(table).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (inbox, heard) = mpsc::channel(INBOX_MAX);
        let Some(alive) = self.alive.lock().unwrap_or_else(PoisonError::into_inner).clone() else {
            // Nobody listens at this inbox, so whoever asks is told to come later.
            return inbox;
        };
        let id: Arc<str> = table.into();
        open.insert(Arc::clone(&id), inbox.clone());
        drop(open);
        let rooms = Arc::clone(self);
        tokio::spawn(async move {
            Room::live(id, rooms, heard).await;
            drop(alive);
        });
        inbox
    }

    /// Strikes a room off the list. Whoever looks for the table from now on opens another.
    pub(super) fn strike(&self, table: &str) {
        // Another takes a room's place only once its inbox is closed, and a room is struck off before that.
        self.lock().remove(table);
    }

    /// Asks a room and waits for the answer.
    pub(crate) async fn call(
        self: &Arc<Self>,
        table: &str,
        input: impl Fn(ReplyTo) -> Input,
    ) -> Result<Answer, Problem> {
        for _ in 0..TRIES {
            let (caller, answered) = oneshot::channel();
            if self.find(table).send(input(ReplyTo::Caller(caller))).await.is_err() {
                continue;
            }
            match answered.await {
                Ok(Answer::Problem(problem)) => return Err(problem),
                Ok(Answer::Gone) => {}
                Ok(answer) => return Ok(answer),
                // The room broke down on the way: it may have been this very request, so it is not tried again.
                Err(_) => return Err(Problem::later()),
            }
        }
        Err(Problem::later())
    }

    /// Opens a table before anybody asks for it.
    pub(crate) async fn open(self: &Arc<Self>, table: &str) {
        let looked = self.call(table, |to| Input::News { seat: super::ONLOOKER, since: u32::MAX, to }).await;
        if let Err(problem) = looked {
            tracing::warn!(table, why = problem.why, "a table does not open");
        }
    }

    /// Nobody is let in any more, and every room finishes what it holds.
    pub(crate) fn close(&self) {
        self.alive.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.lock().clear();
    }
}
