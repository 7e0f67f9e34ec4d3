//! Battle folders: one description of a battle that every rulebook can muster.
