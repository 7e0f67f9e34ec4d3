//! The rules of *Regimental Fire and Fury* held against its charts and worked examples. One program, so that they are linked once.

mod charts;
mod common;
mod impossible;
mod impossible_measured;
mod laws;
mod random;
mod worked_charges;
mod worked_fires;
mod worked_maneuvers;
mod worked_movement;
