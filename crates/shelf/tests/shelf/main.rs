//! What holds for every rulebook on the shelf. One program, so that five rulebooks are linked once.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod any_situation;
mod battles;
mod charts;
mod coverage;
mod evenings;
mod every_procedure;
mod house_numbers;
mod no_allocation;
mod refusals;
