//! Random forces: an order of battle that a rulebook's tables made up, in a form every printer of rosters understands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Side;

/// Which force is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MusterRequest {
    /// For which side.
    pub side: Side,
    /// The year of the battle, 1861 to 1865.
    pub year: u16,
    /// The month of the battle, 1 to 12.
    #[serde(default = "june")]
    pub month: u8,
}

fn june() -> u8 {
    6
}

impl MusterRequest {
    /// Whether the battle lies within the war.
    pub fn is_within_the_war(&self) -> bool {
        (1861..=1865).contains(&self.year) && (1..=12).contains(&self.month)
    }
}

/// A complete force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roster {
    /// Whose it is.
    pub side: Side,
    /// The year of the battle.
    pub year: u16,
    /// Its highest command; everything else hangs below.
    pub command: RosterCommand,
}

/// A headquarters with its leader, its units and the commands below it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RosterCommand {
    /// What it is called.
    pub name: String,
    /// What it is: corps, division, brigade.
    pub level: String,
    /// Who leads it.
    pub leader: Option<RosterLeader>,
    /// The units directly under it.
    pub units: Vec<RosterUnit>,
    /// The commands under it.
    pub commands: Vec<RosterCommand>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RosterLeader {
    /// What he is called.
    pub name: String,
    /// What he adds, as the rulebook says it.
    pub rating: String,
}

/// A regiment, battery or section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RosterUnit {
    /// What it is called.
    pub name: String,
    /// Its arm.
    pub arm: String,
    /// How large it is, in the rulebook's own measure.
    pub size: u16,
    /// That measure: stands, figures, guns.
    pub measure: String,
    /// What it shoots with.
    pub weapon: String,
    /// How good it is, in the rulebook's own grades.
    pub quality: String,
    /// How many boxes to tick off its roster line as it suffers.
    pub boxes: u16,
}

impl Roster {
    /// Every unit of the force, from the top down.
    pub fn units(&self) -> Vec<&RosterUnit> {
        fn below<'a>(command: &'a RosterCommand, units: &mut Vec<&'a RosterUnit>) {
            units.extend(&command.units);
            command.commands.iter().for_each(|command| below(command, units));
        }
        let mut units = Vec::new();
        below(&self.command, &mut units);
        units
    }
}
