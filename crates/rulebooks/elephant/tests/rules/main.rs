//! The rules of *Seeing the Elephant!* held against its charts and worked examples. One program, so that they are linked once.

mod battles;
mod charts;
mod closing_in;
mod cover;
mod field_day;
mod fifth_look;
mod fourth_look;
mod hits;
mod impossible;
mod in_its_place;
mod on_the_map;
mod on_the_way;
mod pickets;
mod previews;
mod random_forces;
mod ranks;
mod refusals;
mod second_look;
mod stage;
mod support;
mod third_look;
mod under_way;
mod ways_out;
mod worked_examples;
