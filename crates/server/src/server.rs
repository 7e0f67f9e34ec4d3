//! A server: started, serving, and closed in order.

use std::future::Future;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tower_http::compression::CompressionLayer;

use crate::config::Config;
use crate::connection::Doorstep;
use crate::guard::{self, Guard};
use crate::library::Library;
use crate::metrics::Metrics;
use crate::room::Rooms;
use crate::store::Store;
use crate::studies::Studies;
use crate::{doors, notices, page, porter};

/// How long rooms and sockets have to finish.
const CLOSING_MAX: Duration = Duration::from_secs(10);

/// Why a server does not start.
#[derive(Debug)]
pub enum StartFailed {
    /// The store does not open.
    Store(sqlx::Error),
    /// The address cannot be listened at.
    Listen(std::io::Error),
    /// The settings of mail do not read.
    Mail(String),
}

impl std::fmt::Display for StartFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartFailed::Store(error) => write!(f, "the store does not open: {error}"),
            StartFailed::Listen(error) => write!(f, "this address cannot be listened at: {error}"),
            StartFailed::Mail(error) => write!(f, "the settings of mail do not read: {error}"),
        }
    }
}

impl std::error::Error for StartFailed {}

/// What every door knows.
#[derive(Clone)]
pub(crate) struct App(Arc<Inside>);

pub(crate) struct Inside {
    pub config: Arc<Config>,
    pub store: Store,
    pub library: Arc<Library>,
    pub rooms: Arc<Rooms>,
    pub metrics: Arc<Metrics>,
    pub guard: Arc<Guard>,
    pub studies: Studies,
    /// Whether the server is closing.
    pub closing: watch::Receiver<bool>,
}

impl Deref for App {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.0
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    close: watch::Sender<bool>,
    rooms_finished: mpsc::Receiver<()>,
    writer: JoinHandle<()>,
    notices: JoinHandle<()>,
}

impl Server {
    /// Opens the store and listens; nobody is let in before [`Server::serve`].
    ///
    /// # Errors
    ///
    /// The store does not open, or the address is taken.
    pub async fn start(config: Config) -> Result<Server, StartFailed> {
        let config = Arc::new(config);
        let metrics = Arc::new(Metrics::default());
        let post = notices::Post::new(&config).map_err(StartFailed::Mail)?;
        let (store, writer) = Store::open(&config.database, Arc::clone(&metrics)).await.map_err(StartFailed::Store)?;
        let library = Arc::new(Library::open(&config.battles));
        let (rooms, rooms_finished) =
            Rooms::new(store.clone(), Arc::clone(&library), Arc::clone(&config), Arc::clone(&metrics));
        let (close, closing) = watch::channel(false);
        let guard = Arc::new(Guard::new(&config));
        let app = App(Arc::new(Inside {
            config,
            store,
            library,
            rooms,
            metrics,
            guard,
            studies: Studies::default(),
            closing,
        }));
        open_tables(&app).await;
        let listener = TcpListener::bind(app.config.listen).await.map_err(StartFailed::Listen)?;
        let address = listener.local_addr().map_err(StartFailed::Listen)?;
        let notices = tokio::spawn(notices::run(app.clone(), post));
        tracing::info!(%address, "listening");
        Ok(Server { listener, address, app, close, rooms_finished, writer, notices })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets people in until something happens, and then closes in order: sockets are told, rooms finish what they hold, and
    /// everything that was heard is on disk.
    pub async fn serve(self, until: impl Future<Output = ()> + Send + 'static) {
        let Server { listener, app, close, mut rooms_finished, writer, notices, .. } = self;
        let doorstep = Doorstep { listener, metrics: Arc::clone(&app.metrics) };
        let (told, closing) = (close.clone(), app.closing.clone());
        tokio::spawn(async move {
            until.await;
            let _ = told.send(true);
        });
        let serving = porter::let_in(doorstep, router(&app), app.config.limits.head_within, closing.clone());
        let mut deadline = closing;
        tokio::select! {
            () = serving => {}
            () = async {
                drop(deadline.wait_for(|closing| *closing).await);
                tokio::time::sleep(CLOSING_MAX).await;
            } => tracing::warn!("some connections did not end in time"),
        }
        let _ = close.send(true);
        notices.abort();
        app.studies.close();
        app.rooms.close();
        if tokio::time::timeout(CLOSING_MAX, rooms_finished.recv()).await.is_err() {
            tracing::warn!("some rooms did not finish in time");
        }
        // The writer ends when nobody can ask it for anything any more.
        drop(app);
        if tokio::time::timeout(CLOSING_MAX, writer).await.is_err() {
            tracing::warn!("somebody still holds the store");
        }
        tracing::info!("closed");
    }
}

/// Runs a server on threads of its own until it is told to end: by Ctrl-C, or by the system. Says where it listens as soon as
/// it does.
///
/// # Errors
///
/// It does not start.
pub fn run(config: Config, listening: impl FnOnce(SocketAddr)) -> Result<(), StartFailed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartFailed::Listen)?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        listening(server.address());
        server.serve(told_to_end()).await;
        Ok(())
    })
}

async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
    tracing::info!("closing");
}

/// Opens the tables that were played last.
async fn open_tables(app: &App) {
    if app.config.opened_at_start == 0 {
        return;
    }
    let tables = app.store.last_played(app.config.opened_at_start).await.unwrap_or_default();
    let mut opening = tokio::task::JoinSet::new();
    for table in tables {
        let rooms = Arc::clone(&app.rooms);
        opening.spawn(async move { rooms.open(&table).await });
    }
    while opening.join_next().await.is_some() {}
}

fn router(app: &App) -> Router {
    doors::router()
        .fallback(page::show)
        .layer(CompressionLayer::new())
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::stand))
        .with_state(app.clone())
}
