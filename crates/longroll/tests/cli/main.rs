//! The command line as people and programs use it.
//!
//! [`commands`] holds for every rulebook and procedure there is or will be, [`battles`] for every shipped battle,
//! [`talk`] has conversations, [`theatre`] plays battles on a map, [`print`] goes to paper, [`pages`] are what is written about it, [`any_input`] reads
//! nonsense. Command lines with what they print stand in `tests/cmd/*.md`; `TRYCMD=overwrite cargo test -p longroll` writes
//! these anew, and the change is then read.

#![expect(clippy::unwrap_used, clippy::panic, reason = "these are helpers of tests")]

mod any_input;
mod battles;
mod commands;
mod pages;
mod print;
mod support;
mod talk;
mod theatre;
