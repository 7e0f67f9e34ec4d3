//! The rules of *Billy Yank!* held against its charts and worked examples. One program, so that they are linked once.

mod cells;
mod charts;
mod impossible;
mod random_forces;
mod refusals;
mod support;
mod turn_and_victory;
mod worked_melee_and_movement;
mod worked_morale_and_fire;
