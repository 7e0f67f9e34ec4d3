//! The rules of *Line of Battle* held against its charts and worked examples. One program, so that they are linked once.

mod battles;
mod beaten;
mod bounds;
mod chain_of_command;
mod chapters;
mod charts;
mod impossible;
mod lists;
mod map_rules;
mod musters;
mod night;
mod orders;
mod previews;
mod refusals;
mod retreats;
mod runs;
mod said;
mod secrets;
mod shared_hexes;
mod shots_and_zones;
mod stacks_on_the_way;
mod stage;
mod support;
mod towns_and_skirmishers;
mod worked_combat;
mod worked_examples;
