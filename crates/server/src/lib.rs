//! Tables over HTTP and WebSocket.
//!
//! In reading order: [`Config`] says how a server is run and [`Server`] runs one; `library` knows what can be played;
//! `room` holds one live table and keeps what it says before anybody hears of it; `store` is where it is kept; `doors` are the
//! routes, and the one list that both the router and the OpenAPI document are made from; `socket` is the other transport of
//! the same messages; `guard` says who may come in, how often and from where; `notices` say "your turn".
//!
//! The server trusts nobody. What is legal is derived again by the table, each seat is sent only what the table lets that seat
//! see, and an acknowledged command is in the store.

mod clock;
mod config;
mod connection;
mod doors;
mod guard;
mod library;
mod logs;
mod metrics;
mod notices;
mod page;
mod patience;
mod porter;
mod problem;
mod room;
mod server;
mod session;
mod socket;
mod store;
mod studies;
mod token;
mod wire;

pub use config::{CallGeneral, Config, Generals, Limits, Mail, Rank};
pub use doors::{messages, openapi};
pub use logs::{LogStyle, begin_logs};
pub use problem::{Kind, Problem};
pub use server::{Server, StartFailed, run};
pub use wire::{Changed, Frame, Request, SceneChange};
