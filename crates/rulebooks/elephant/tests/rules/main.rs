//! The rules of *Seeing the Elephant!* held against its charts and worked examples. One program, so that they are linked once.

mod battles;
mod charts;
mod cover;
mod hits;
mod impossible;
mod random_forces;
mod ranks;
mod stage;
mod support;
mod worked_examples;
