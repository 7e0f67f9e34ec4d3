//! The peer: rooms of the same framework that only pass on what they are sent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::sync::broadcast;

type Rooms = Arc<Mutex<HashMap<String, broadcast::Sender<Utf8Bytes>>>>;

/// What everybody is told of every command: 300 bytes.
const EVENT_BYTES: usize = 300;

pub async fn serve() {
    let router = Router::new().route("/{room}", get(open)).with_state(Rooms::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address"));
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await.expect("it serves");
}

async fn open(
    State(rooms): State<Rooms>,
    Path(room): Path<String>,
    upgrade: WebSocketUpgrade,
) -> axum::response::Response {
    let room = rooms.lock().expect("nobody panics").entry(room).or_insert_with(|| broadcast::channel(64).0).clone();
    upgrade.on_upgrade(move |socket| attend(socket, room))
}

async fn attend(mut socket: WebSocket, room: broadcast::Sender<Utf8Bytes>) {
    let mut news = room.subscribe();
    let event = Utf8Bytes::from("x".repeat(EVENT_BYTES));
    loop {
        tokio::select! {
            said = news.recv() => match said {
                Ok(text) => if socket.send(Message::Text(text)).await.is_err() { return },
                Err(_) => return,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(_))) => drop(room.send(event.clone())),
                Some(Ok(_)) => {}
                _ => return,
            },
        }
    }
}
