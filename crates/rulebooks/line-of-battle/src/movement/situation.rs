//! What movement asks about.

use engine::chart::Key;
use engine::{Refusal, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Activity, Feature, HexTerrain, HexsideTerrain, MoraleState, MoveColumn, RoadType, ZeroMa};
use crate::movement::column_of;
use crate::rules::*;
use crate::unit::{Arm, Formation, SP_MAX, check_formation};

keys! {
    /// What kind of piece moves.
    pub enum Piece {
        /// A combat unit.
        Unit = "unit",
        /// A leader.
        Leader = "leader",
        /// An HQ; it moves as a leader does.
        Headquarters = "headquarters",
        /// A wagon.
        Wagon = "wagon",
    }
}

keys! {
    /// Why a unit may leave an EZOC.
    pub enum ExitLicence {
        /// It may not.
        None = "none",
        /// Its division is Stopped.
        Stopped = "stopped",
        /// Its division accepted a new order this turn or last.
        NewOrder = "new-order",
        /// It is under Attack orders: into another EZOC hex only.
        Attack = "attack",
        /// Its division accepted Attack orders this turn or last: into another EZOC hex as under any, elsewhere as under a new order.
        NewAttack = "new-attack",
        /// It has won a Charge in this activity.
        WonCharge = "won-charge",
    }
}

/// A hex to be entered, and the way into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hex {
    /// The terrain of the hex; nothing is clear ground. Of several the dearest counts.
    #[serde(default)]
    pub terrain: Vec<HexTerrain>,
    /// What the hexside holds that is crossed.
    #[serde(default)]
    pub hexsides: Vec<HexsideTerrain>,
    /// The road that crosses the hexside and is followed.
    #[serde(default)]
    pub road: Option<RoadType>,
    /// Whether the scenario has a ferry over the river here.
    #[serde(default)]
    pub ferry: bool,
    /// Whether a Town hex is left here by another road than straight on.
    #[serde(default)]
    pub town_corner: bool,
    /// Features of the hex that do not change movement.
    #[serde(default)]
    pub features: Vec<Feature>,
    /// Whether the hex is in an EZOC.
    #[serde(default)]
    pub ezoc: bool,
    /// Whether the hex is next to an enemy combat unit.
    #[serde(default)]
    pub next_to_enemy: bool,
}

/// One thing a piece does on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Manoeuvre {
    /// It enters a hex.
    Enter(Hex),
    /// It turns where it stands.
    Turn,
    /// It changes formation where it stands.
    ChangeFormation {
        /// The new formation.
        to: Formation,
        /// Unlimbering: hexes to the nearest enemy able to fire that sees the hex; left out if there is none.
        #[serde(default)]
        enemy_distance: Option<u16>,
    },
}

/// A march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementSituation {
    /// What moves.
    #[serde(default = "unit")]
    pub piece: Piece,
    /// The arm of a combat unit.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// The formation a combat unit begins in.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Whether another combat unit is in its hex on the way: then it is not Open Order Capable and has no road rate.
    #[serde(default)]
    pub stacked: bool,
    /// Whether an artillery leader is in the stack.
    #[serde(default)]
    pub artillery_leader: bool,
    /// Its morale state.
    #[serde(default = "normal")]
    pub state: MoraleState,
    /// The activity it does.
    #[serde(default = "moving")]
    pub activity: Activity,
    /// What the Zero Rule leaves its brigade.
    #[serde(default = "full")]
    pub zero: ZeroMa,
    /// Whether it begins in an EZOC.
    #[serde(default)]
    pub in_ezoc: bool,
    /// Why it may leave an EZOC.
    #[serde(default = "no_licence")]
    pub exit: ExitLicence,
    /// Whether it begins in a Town hex.
    #[serde(default)]
    pub in_town: bool,
    /// Its Strength Points, which EZOCs may cost it.
    #[serde(default = "four")]
    pub sp: u8,
    /// What it does, in order.
    pub manoeuvres: Vec<Manoeuvre>,
}

fn unit() -> Piece {
    Piece::Unit
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn normal() -> MoraleState {
    MoraleState::Normal
}

fn moving() -> Activity {
    Activity::Move
}

fn full() -> ZeroMa {
    ZeroMa::Full
}

fn no_licence() -> ExitLicence {
    ExitLicence::None
}

fn four() -> u8 {
    4
}

/// LIMIT: manoeuvres of one activity; twenty-four hexes of road are the farthest march of the chart.
pub const MANOEUVRES_MAX: usize = 64;
/// LIMIT: kinds of terrain or features named for one hex.
pub const TERRAINS_MAX: usize = 20;

impl MovementSituation {
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        if self.piece == Piece::Unit {
            check_formation(&mut refusal, "formation", self.arm, self.formation);
            refusal
                .unless((1..=SP_MAX).contains(&self.sp), "sp", LB_HOUSE_STRENGTH, || format!("give 1 to {SP_MAX} SPs"));
        }
        let lusting = self.formation == Formation::OpenOrder && self.state == MoraleState::BloodLust;
        refusal.unless(!lusting, "state", LB_OO_NOBL, || "Open Order units never become Blood Lusted".to_owned());
        refusal.unless((1..=MANOEUVRES_MAX).contains(&self.manoeuvres.len()), "manoeuvres", LB_TEM_MA, || {
            format!("give 1 to {MANOEUVRES_MAX} manoeuvres")
        });
        for (index, manoeuvre) in self.manoeuvres.iter().enumerate() {
            let field = format!("manoeuvres[{index}]");
            match manoeuvre {
                Manoeuvre::Enter(hex) => {
                    let most = hex.terrain.len().max(hex.hexsides.len()).max(hex.features.len());
                    refusal.unless(most <= TERRAINS_MAX, &field, LB_TEM_TABLE, || {
                        format!("at most {TERRAINS_MAX} kinds of terrain, hexsides and features")
                    });
                }
                Manoeuvre::Turn | Manoeuvre::ChangeFormation { .. } => {
                    refusal.unless(self.piece == Piece::Unit, &field, LB_TEM_FORMCOST, || {
                        "leaders, HQs and wagons have neither facing nor formations".to_owned()
                    });
                }
            }
        }
        refusal.verdict()
    }

    /// The movement column in a formation.
    pub(super) fn column(&self, formation: Formation) -> MoveColumn {
        match self.piece {
            Piece::Unit => column_of(formation, !self.stacked),
            Piece::Leader | Piece::Headquarters => MoveColumn::Leader,
            Piece::Wagon => MoveColumn::Wagon,
        }
    }

    /// The formation it means to end in.
    pub(super) fn last_formation(&self) -> Formation {
        let change = |manoeuvre: &Manoeuvre| match manoeuvre {
            Manoeuvre::ChangeFormation { to, .. } => Some(*to),
            Manoeuvre::Enter(_) | Manoeuvre::Turn => None,
        };
        self.manoeuvres.iter().rev().find_map(change).unwrap_or(self.formation)
    }
}

fn clear() -> Manoeuvre {
    Manoeuvre::Enter(Hex::default())
}

fn hex(terrain: HexTerrain) -> Manoeuvre {
    Manoeuvre::Enter(Hex { terrain: vec![terrain], ..Hex::default() })
}

fn across(hexside: HexsideTerrain) -> Manoeuvre {
    Manoeuvre::Enter(Hex { hexsides: vec![hexside], ..Hex::default() })
}

fn road() -> Manoeuvre {
    Manoeuvre::Enter(Hex { road: Some(RoadType::Road), ..Hex::default() })
}

fn change(to: Formation) -> Manoeuvre {
    Manoeuvre::ChangeFormation { to, enemy_distance: None }
}

pub(super) fn examples() -> Vec<(&'static str, MovementSituation)> {
    let plain = MovementSituation {
        piece: Piece::Unit,
        arm: Arm::Infantry,
        formation: Formation::Line,
        stacked: false,
        artillery_leader: false,
        state: MoraleState::Normal,
        activity: Activity::Move,
        zero: ZeroMa::Full,
        in_ezoc: false,
        exit: ExitLicence::None,
        in_town: false,
        sp: 5,
        manoeuvres: vec![clear(), across(HexsideTerrain::Woods), hex(HexTerrain::Inclined), Manoeuvre::Turn],
    };
    let column = MovementSituation { formation: Formation::Column, ..plain.clone() };
    let cavalry = MovementSituation { arm: Arm::Cavalry, formation: Formation::Mounted, ..plain.clone() };
    let guns = MovementSituation { arm: Arm::Artillery, formation: Formation::Limbered, ..plain.clone() };
    let bridge = Hex { hexsides: vec![HexsideTerrain::Creek], road: Some(RoadType::Trail), ..Hex::default() };
    let town = Hex { terrain: vec![HexTerrain::Town], road: Some(RoadType::Road), ..Hex::default() };
    let corner = Hex { road: Some(RoadType::Road), town_corner: true, ..Hex::default() };
    let unlimber = Manoeuvre::ChangeFormation { to: Formation::Unlimbered, enemy_distance: Some(4) };
    vec![
        ("a line over broken ground", plain.clone()),
        (
            "a column along a road, then into a thicket",
            MovementSituation { manoeuvres: vec![road(), road(), road(), hex(HexTerrain::Thicket)], ..column.clone() },
        ),
        (
            "a column over a bridge and round a corner in a Town",
            MovementSituation {
                manoeuvres: vec![
                    Manoeuvre::Enter(bridge.clone()),
                    Manoeuvre::Enter(town.clone()),
                    Manoeuvre::Enter(corner),
                ],
                ..column
            },
        ),
        (
            "cavalry dismounts on the way",
            MovementSituation {
                manoeuvres: vec![clear(), clear(), change(Formation::Line), clear()],
                ..cavalry.clone()
            },
        ),
        (
            "cavalry at a river without a ford",
            MovementSituation { manoeuvres: vec![across(HexsideTerrain::River)], ..cavalry },
        ),
        (
            "guns unlimber four hexes from the enemy",
            MovementSituation {
                artillery_leader: true,
                manoeuvres: vec![across(HexsideTerrain::Ford), unlimber],
                ..guns.clone()
            },
        ),
        (
            "unlimbered guns under the enemy's muskets limber",
            MovementSituation {
                formation: Formation::Unlimbered,
                in_ezoc: true,
                manoeuvres: vec![Manoeuvre::Turn, change(Formation::Limbered)],
                ..guns
            },
        ),
        (
            "a line marches into a Town",
            MovementSituation { manoeuvres: vec![Manoeuvre::Enter(bridge), Manoeuvre::Enter(town)], ..plain.clone() },
        ),
        (
            "skirmishers slip out of an EZOC",
            MovementSituation {
                formation: Formation::OpenOrder,
                in_ezoc: true,
                manoeuvres: vec![clear(), Manoeuvre::Turn, hex(HexTerrain::Boulders)],
                ..plain.clone()
            },
        ),
        (
            "a stopped division withdraws through EZOCs",
            MovementSituation {
                in_ezoc: true,
                exit: ExitLicence::Stopped,
                manoeuvres: vec![
                    clear(),
                    Manoeuvre::Enter(Hex { ezoc: true, next_to_enemy: true, ..Hex::default() }),
                    clear(),
                ],
                ..plain.clone()
            },
        ),
        (
            "a line past everything that does not matter",
            MovementSituation {
                manoeuvres: vec![Manoeuvre::Enter(Hex { features: Feature::ALL.to_vec(), ..Hex::default() })],
                ..plain.clone()
            },
        ),
        (
            "a wagon on a railroad",
            MovementSituation {
                piece: Piece::Wagon,
                manoeuvres: vec![Manoeuvre::Enter(Hex { road: Some(RoadType::Trail), ..Hex::default() })],
                ..plain.clone()
            },
        ),
        (
            "a general rides through a marsh and over a foot bridge",
            MovementSituation {
                piece: Piece::Leader,
                manoeuvres: vec![
                    hex(HexTerrain::Marsh),
                    Manoeuvre::Enter(Hex {
                        hexsides: vec![HexsideTerrain::Creek, HexsideTerrain::FootBridge],
                        ..Hex::default()
                    }),
                ],
                ..plain
            },
        ),
    ]
}
