//! Games at a real table, with the real program: [`play`] has their life at the table, [`proof`] what is done to their files,
//! and [`any_file`] reads nonsense.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

mod any_file;
mod play;
mod proof;
mod support;
