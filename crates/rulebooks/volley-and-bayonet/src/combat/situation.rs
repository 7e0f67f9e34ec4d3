//! What an attack on one defending stand asks about (P12).

use engine::{Decimal, Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fire::{check_firer, check_range, check_used};
use super::saves::Victim;
use crate::Book;
use crate::charge::check_target;
use crate::charts::{Gun, Kind, Level, Terrain, Weapon};
use crate::morale::{Tester, Touch};
use crate::rules::*;
use crate::terrain::check_occupant;
use crate::unit::{Construction, Edge, Stand, Training, check_stand, is_disordered};

/// LIMIT: stands that attack one defending stand at once.
pub const ATTACKERS_MAX: usize = 5;

/// How a stand attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Manner {
    /// By fire; it is not in contact with the defender.
    Fire {
        /// Inches to the defender.
        distance: Decimal,
        /// Its fire crosses the works the defender is at.
        #[serde(default)]
        across_works: bool,
        /// The defender has it in its own arc and sight.
        #[serde(default = "yes")]
        in_arc: bool,
    },
    /// In melee: it touches the defender.
    Melee {
        /// It charged this player turn.
        #[serde(default = "yes")]
        charged: bool,
        /// It has thrown its dice in another engagement of this phase (S92).
        #[serde(default)]
        spent: bool,
        /// The edge of the defender that it touches.
        #[serde(default)]
        edge: Edge,
        /// Its own edge that is touched.
        #[serde(default)]
        own_edge: Edge,
        /// It touches the defender across the works the defender is at.
        #[serde(default)]
        across_works: bool,
        /// It came from a lower contour.
        #[serde(default)]
        from_lower: bool,
    },
}

fn yes() -> bool {
    true
}

impl Manner {
    /// A plain charge home on the front.
    pub const CHARGE: Manner = Manner::Melee {
        charged: true,
        spent: false,
        edge: Edge::Front,
        own_edge: Edge::Front,
        across_works: false,
        from_lower: false,
    };

    /// Plain fire.
    pub const fn fire(distance: Decimal) -> Manner {
        Manner::Fire { distance, across_works: false, in_arc: true }
    }

    pub(super) const fn is_melee(&self) -> bool {
        matches!(self, Manner::Melee { .. })
    }

    pub(super) const fn across(&self) -> bool {
        match self {
            Manner::Fire { across_works, .. } | Manner::Melee { across_works, .. } => *across_works,
        }
    }

    /// The edge of the attacker that is touched; the front of a stand that fires.
    pub(super) const fn own_edge(&self) -> Edge {
        match self {
            Manner::Fire { .. } => Edge::Front,
            Manner::Melee { own_edge, .. } => *own_edge,
        }
    }

    /// The edge of the defender that is touched.
    pub(super) const fn edge(&self) -> Edge {
        match self {
            Manner::Fire { .. } => Edge::Front,
            Manner::Melee { edge, .. } => *edge,
        }
    }
}

/// One attacking stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attacker {
    /// The stand.
    pub stand: Stand,
    /// How it attacks.
    pub manner: Manner,
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// Dice it has thrown this player turn through other sides of the town block it holds.
    #[serde(default)]
    pub town_dice_used: u8,
    /// No stand within a base width on either side (skirmishers).
    #[serde(default)]
    pub open_order: bool,
    /// It is infantry and cavalry-secure.
    #[serde(default)]
    pub cavalry_secure: bool,
    /// It is artillery and supported.
    #[serde(default)]
    pub supported: bool,
}

impl Attacker {
    /// A stand in the open.
    pub const fn of(stand: Stand, manner: Manner) -> Self {
        Attacker {
            stand,
            manner,
            terrain: Terrain::Clear,
            town_dice_used: 0,
            open_order: false,
            cavalry_secure: false,
            supported: false,
        }
    }

    pub(super) const fn victim(&self) -> Victim {
        Victim {
            stand: self.stand,
            terrain: self.terrain,
            open_order: self.open_order,
            in_melee: self.manner.is_melee(),
        }
    }

    pub(super) const fn tester(&self, number: u16) -> Tester {
        let charged = matches!(self.manner, Manner::Melee { charged: true, .. });
        Tester {
            number,
            stand: self.stand,
            terrain: self.terrain,
            secure: self.cavalry_secure,
            supported: self.supported,
            charged,
        }
    }
}

/// The defending stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defender {
    /// The stand.
    pub stand: Stand,
    /// The terrain it is in, or the works it is at.
    #[serde(default)]
    pub terrain: Terrain,
    /// What the building is made of, where it is in one.
    #[serde(default)]
    pub construction: Construction,
    /// No stand within a base width on either side (skirmishers).
    #[serde(default)]
    pub open_order: bool,
    /// It is infantry and cavalry-secure.
    #[serde(default)]
    pub cavalry_secure: bool,
    /// It is artillery and supported.
    #[serde(default)]
    pub supported: bool,
}

impl Defender {
    /// A stand in the open.
    pub const fn of(stand: Stand) -> Self {
        Defender {
            stand,
            terrain: Terrain::Clear,
            construction: Construction::Wooden,
            open_order: false,
            cavalry_secure: false,
            supported: false,
        }
    }

    pub(super) const fn tester(&self) -> Tester {
        Tester {
            number: 0,
            stand: self.stand,
            terrain: self.terrain,
            secure: self.cavalry_secure,
            supported: self.supported,
            charged: false,
        }
    }
}

/// An attack on one defending stand, by fire, melee or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngagementSituation {
    /// The side whose player turn it is: the attacker.
    pub side: Side,
    /// The defending stand.
    pub defender: Defender,
    /// The stands that attack it, in the order they throw their dice.
    pub attackers: Vec<Attacker>,
}

impl EngagementSituation {
    pub(super) fn has_melee(&self) -> bool {
        self.attackers.iter().any(|attacker| attacker.manner.is_melee())
    }

    /// The contact of attacker `index` as the attacker feels it; nobody is flanked in a town.
    pub(super) fn touch_of_attacker(&self, attacker: &Attacker) -> Touch {
        let in_town = self.defender.terrain == Terrain::Town;
        let enemy_edge = if in_town { Edge::Front } else { attacker.manner.edge() };
        Touch {
            enemy: self.defender.stand,
            edge: attacker.manner.own_edge(),
            enemy_edge,
            across: false,
            from_lower: false,
        }
    }

    /// The same contact as the defender feels it.
    pub(super) fn touch_of_defender(&self, attacker: &Attacker) -> Touch {
        let Manner::Melee { edge, own_edge, across_works, from_lower, .. } = attacker.manner else {
            return Touch {
                enemy: attacker.stand,
                edge: Edge::Front,
                enemy_edge: Edge::Front,
                across: false,
                from_lower: false,
            };
        };
        Touch { enemy: attacker.stand, edge, enemy_edge: own_edge, across: across_works, from_lower }
    }

    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let defender = &self.defender;
        check_stand(book, &mut refusal, "defender.stand", &defender.stand);
        check_occupant(book, &mut refusal, "defender.terrain", &defender.stand, defender.terrain);
        refusal.unless(
            !defender.supported || defender.stand.is_artillery(),
            "defender.supported",
            VB_MEL_SUPPORTED,
            || "only artillery is supported".to_owned(),
        );
        refusal.unless((1..=ATTACKERS_MAX).contains(&self.attackers.len()), "attackers", VB_COM_CHOOSE, || {
            format!("1 to {ATTACKERS_MAX} stands attack together")
        });
        for (index, attacker) in self.attackers.iter().enumerate() {
            self.check_attacker(book, &mut refusal, &format!("attackers[{index}]"), attacker);
        }
        refusal.verdict()
    }

    fn check_attacker(&self, book: &Book, refusal: &mut Refusal, field: &str, attacker: &Attacker) {
        let stand = &attacker.stand;
        check_stand(book, refusal, &format!("{field}.stand"), stand);
        check_occupant(book, refusal, &format!("{field}.terrain"), stand, attacker.terrain);
        let used = attacker.town_dice_used;
        check_used(book, refusal, &format!("{field}.town_dice_used"), used, stand, attacker.terrain);
        refusal.unless(
            !attacker.supported || stand.is_artillery(),
            &format!("{field}.supported"),
            VB_MEL_SUPPORTED,
            || "only artillery is supported".to_owned(),
        );
        match attacker.manner {
            Manner::Fire { distance, .. } => {
                let (stand_field, terrain_field) = (format!("{field}.stand"), format!("{field}.terrain"));
                check_firer(book, refusal, (&stand_field, stand), (&terrain_field, attacker.terrain));
                check_range(book, refusal, &format!("{field}.manner.fire.distance"), stand, distance);
            }
            Manner::Melee { charged, .. } => {
                let orderly = stand.level != Level::Rout;
                refusal.unless(orderly, &format!("{field}.stand.level"), VB_ROUT_HELPLESS, || {
                    "a routed stand attacks nobody".to_owned()
                });
                let barred = charged && is_disordered(stand.level) && self.defender.stand.is_asa(book);
                let place = format!("{field}.manner.melee.charged");
                refusal.unless(!barred, &place, VB_CHG_DIS_ASA, || {
                    "a disordered stand does not charge cartridge arms".to_owned()
                });
                if charged {
                    let target = &self.defender.stand;
                    check_target(book, refusal, &place, stand, target, attacker.manner.edge());
                }
            }
        }
    }
}

pub(super) fn examples() -> Vec<(&'static str, EngagementSituation)> {
    let rifles = Stand::brigade(Weapon::RifledMusket, 4, 4);
    let plain = |defender, attackers| EngagementSituation { side: Side::Union, defender, attackers };
    let guns =
        Attacker::of(Stand { stationary: true, ..Stand::guns(Gun::SbField, 2, 4) }, Manner::fire(Decimal::from_int(4)));
    vec![
        (
            "a brigade charges a stationary one",
            plain(Defender::of(Stand { stationary: true, ..rifles }), vec![Attacker::of(rifles, Manner::CHARGE)]),
        ),
        (
            "guns and a brigade fire, and are answered",
            plain(
                Defender { terrain: Terrain::Forest, ..Defender::of(rifles) },
                vec![guns, Attacker::of(rifles, Manner::fire(Decimal::from_int(3)))],
            ),
        ),
        (
            "cavalry on a shaken brigade",
            plain(
                Defender::of(Stand { level: Level::TempDisorder, sp: 3, ..rifles }),
                vec![Attacker::of(Stand::cavalry(3, 5), Manner::CHARGE)],
            ),
        ),
        (
            "two brigades against cartridge rifles in a town",
            plain(
                Defender {
                    terrain: Terrain::Town,
                    ..Defender::of(Stand { sp: 3, ..Stand::brigade(Weapon::CartRifle, 3, 5) })
                },
                vec![
                    Attacker::of(Stand { sp: 3, ..rifles }, Manner::CHARGE),
                    Attacker::of(Stand { sp: 3, ..rifles }, Manner::CHARGE),
                ],
            ),
        ),
        (
            "infantry in a supported battery",
            plain(
                Defender { supported: true, ..Defender::of(Stand::guns(Gun::SbField, 2, 4)) },
                vec![Attacker::of(rifles, Manner::CHARGE)],
            ),
        ),
        (
            "cavalry among the guns",
            plain(
                Defender::of(Stand::guns(Gun::RifledField, 2, 4)),
                vec![Attacker::of(Stand::cavalry(3, 4), Manner::CHARGE)],
            ),
        ),
        (
            "cavalry at skirmishers in broken ground",
            plain(
                Defender {
                    terrain: Terrain::BrokenGround,
                    ..Defender::of(Stand {
                        weapon: Some(Weapon::RifledMusket),
                        ..Stand::new(Kind::InfSkirmisher, 2, 4)
                    })
                },
                vec![Attacker::of(Stand::cavalry(3, 4), Manner::CHARGE)],
            ),
        ),
        (
            "cavalry skirmishers on a routed brigade of militia",
            plain(
                Defender::of(Stand { level: Level::Rout, sp: 2, training: Training::Militia, ..rifles }),
                vec![Attacker::of(Stand::new(Kind::CavSkirmisher, 1, 4), Manner::CHARGE)],
            ),
        ),
        (
            "a brigade on poorly trained men",
            plain(
                Defender::of(Stand { training: Training::PoorlyTrained, sp: 2, ..rifles }),
                vec![Attacker::of(Stand { sp: 2, ..rifles }, Manner::CHARGE)],
            ),
        ),
        (
            "cavalry on stationary infantry",
            plain(
                Defender::of(Stand { stationary: true, sp: 2, ..rifles }),
                vec![Attacker::of(Stand::cavalry(2, 4), Manner::CHARGE)],
            ),
        ),
        (
            "cartridge rifles on a shaken brigade",
            plain(
                Defender::of(Stand { level: Level::TempDisorder, sp: 3, ..rifles }),
                vec![Attacker::of(Stand::brigade(Weapon::CartRifle, 3, 4), Manner::CHARGE)],
            ),
        ),
        (
            "a march column caught in flank, its enemies spent",
            plain(
                Defender::of(Stand { march_column: true, sp: 3, ..rifles }),
                vec![Attacker::of(
                    Stand { sp: 2, ..rifles },
                    Manner::Melee {
                        charged: true,
                        spent: true,
                        edge: Edge::Side,
                        own_edge: Edge::Front,
                        across_works: false,
                        from_lower: true,
                    },
                )],
            ),
        ),
        (
            "three brigades fire at one in a town, out of a wood and another town",
            plain(
                Defender { terrain: Terrain::Town, ..Defender::of(Stand { stationary: true, ..rifles }) },
                vec![
                    Attacker::of(Stand { sp: 2, ..rifles }, Manner::fire(Decimal::from_int(3))),
                    Attacker {
                        terrain: Terrain::Forest,
                        ..Attacker::of(Stand { sp: 2, ..rifles }, Manner::fire(Decimal::from_int(3)))
                    },
                    Attacker {
                        terrain: Terrain::Town,
                        ..Attacker::of(Stand { sp: 2, ..rifles }, Manner::fire(Decimal::from_int(3)))
                    },
                ],
            ),
        ),
    ]
}
