//! The server from outside, over HTTP and sockets, on SQLite and on a real PostgreSQL.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

#[macro_use]
mod common;

mod guard;
mod house;
mod kill;
mod play;
mod typescript;
