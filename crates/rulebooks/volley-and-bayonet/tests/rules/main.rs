//! The rules of *Volley & Bayonet: Road to Glory* held against its charts and worked examples. One program, so that they are linked once.

mod around_the_fighting;
mod bounds;
mod charts;
mod impossible;
mod support;
mod worked_examples;
