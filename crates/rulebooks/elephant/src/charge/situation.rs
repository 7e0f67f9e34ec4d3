//! What a charge asks about.

use engine::{Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Grade, Penalty, Weapon, WeaponClass};
use crate::combat::{FIGHTERS_MAX, Fighter, Position, check_fighter, check_sides};
use crate::fire::GUN_KINDS_MAX;
use crate::ranks::{Body, check_ranks};
use crate::rules::*;
use crate::unit::{
    Arm, Commander, Condition, Cover, Formation, Hindrance, Shelter, Withdrawal, check_condition, check_formation,
    stand_kind,
};

/// LIMIT: yards a charge can be announced from; seven average dice carry 35 inches, at the largest scale 3,500 yards.
pub const DISTANCE_MAX: u16 = 4_000;

/// One unit that charges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charger {
    /// The unit.
    pub unit: Fighter,
    /// Yards from its command stand to contact, along its path.
    pub distance_yards: u16,
    /// Yards between it and the target where it began: from over 100 it is fired at twice. As long as its path where nothing is
    /// said.
    #[serde(default)]
    pub began_yards: Option<u16>,
    /// Whether it has the Marksmen skill, should it fire its pistols.
    #[serde(default)]
    pub marksmen: bool,
    /// Stands in its front rank, on a map. Elsewhere they follow from its ranks.
    #[serde(skip)]
    pub front_rank: Option<u16>,
    /// What keeps it from acting freely this turn.
    #[serde(default = "Hindrance::none")]
    pub hindrance: Hindrance,
    /// What its path meets: uphill, woods, buildings, stream, picket-fence, wall, face, interpenetration.
    #[serde(default)]
    pub path: Vec<Penalty>,
    /// Cavalry: whether it moved of its own will in the previous turn. From rest it has few dice.
    #[serde(default)]
    pub moved_last_turn: bool,
    /// Infantry in column: whether it takes the extra die.
    #[serde(default)]
    pub column_die: bool,
    /// Whether it fired in its Fire Phase at reduced effect: its move is halved.
    #[serde(default)]
    pub fired: bool,
    /// Whether its way leads over a bridge or through a defile: a column may then attack.
    #[serde(default)]
    pub defile: bool,
    /// Whether it is in column on a road while it is fired at.
    #[serde(default)]
    pub road_column: bool,
    /// Its cover at the 100 yard mark, against the target's fire and for its morale.
    #[serde(default = "no_cover")]
    pub cover: Cover,
    /// Whether it withdrew in the previous turn, and how.
    #[serde(default = "not_withdrawn")]
    pub withdrew_last_turn: Withdrawal,
    /// Whether fire from its flank or rear took effect this turn.
    #[serde(default)]
    pub flank_fire: bool,
    /// Which piece it is, on a map: questions name it.
    #[serde(skip)]
    pub piece: Option<u16>,
    /// The target's cover against this attacker, on a map, where walls lie between some and not others. Elsewhere it is told of the
    /// target.
    #[serde(skip)]
    pub target_cover: Option<Cover>,
}

/// The unit that is charged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeTarget {
    /// The unit.
    pub unit: Fighter,
    /// Whether it has the Marksmen skill.
    #[serde(default)]
    pub marksmen: bool,
    /// Stands in its front rank, on a map. Elsewhere they follow from its ranks.
    #[serde(skip)]
    pub front_rank: Option<u16>,
    /// Whether it lies down.
    #[serde(default)]
    pub prone: bool,
    /// Its cover against the charge, for its morale and against pistols.
    #[serde(default = "no_cover")]
    pub cover: Cover,
    /// Whether it has withdrawn this turn: it cannot fire.
    #[serde(default)]
    pub withdrawn: bool,
    /// Whether it is already in a fight: it neither fires nor tests, and the attackers join in.
    #[serde(default)]
    pub engaged: bool,
    /// Skirmishers: whether they fired in their Fire Phase.
    #[serde(default)]
    pub fired: bool,
    /// Whether it withdrew in the previous turn, and how.
    #[serde(default = "not_withdrawn")]
    pub withdrew_last_turn: Withdrawal,
    /// Whether fire from its flank or rear took effect this turn.
    #[serde(default)]
    pub flank_fire: bool,
    /// Whether an opportunity charge caught it on the move: its fire is not that of men who stand.
    #[serde(default)]
    pub caught_moving: bool,
    /// Whether it is in column on a road, should pistols fire at it.
    #[serde(default)]
    pub road_column: bool,
    /// A battery of several kinds of guns: how many stands of each. Left empty, all are of its weapon.
    #[serde(default)]
    pub guns: Vec<Guns>,
    /// Which piece it is, on a map: questions name it.
    #[serde(skip)]
    pub piece: Option<u16>,
}

/// Stands of a battery with one kind of guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// What they are.
    pub weapon: Weapon,
    /// How many stands.
    pub stands: u16,
}

/// A charge group: all units that charge one target in one activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeSituation {
    /// The side that charges.
    pub side: Side,
    /// The units that charge.
    pub attackers: Vec<Charger>,
    /// The unit they charge.
    pub target: ChargeTarget,
}

fn no_cover() -> Cover {
    Cover::None
}

fn not_withdrawn() -> Withdrawal {
    Withdrawal::None
}

impl ChargeTarget {
    /// What shelters it from one attacker.
    pub(super) fn shelter_from(&self, charger: &Charger) -> Shelter {
        Shelter::of(charger.target_cover.unwrap_or(self.cover), self.unit.mounted, self.unit.formation)
    }
}

impl Charger {
    /// How questions name it: by its piece on a map, else by its number among the attackers.
    pub(crate) fn piece(&self, number: usize) -> u16 {
        self.piece.unwrap_or(number as u16)
    }

    pub(super) fn shelter(&self) -> Shelter {
        Shelter::of(self.cover, self.unit.mounted, self.unit.formation)
    }

    /// How far from its target it began.
    pub(super) fn began(&self) -> u16 {
        self.began_yards.unwrap_or(self.distance_yards)
    }

    fn check(&self, book: &Book, refusal: &mut Refusal, field: &str) {
        let place = |name: &str| format!("{field}.{name}");
        let unit = &self.unit;
        check_fighter(book, refusal, &place("unit"), unit);
        refusal.unless(
            (1..=DISTANCE_MAX).contains(&self.distance_yards),
            &place("distance_yards"),
            SE_CHARGE_2,
            || format!("a charge goes 1 to {DISTANCE_MAX} yards"),
        );
        refusal.unless(self.began() <= self.distance_yards, &place("began_yards"), SE_CHARGE_3, || {
            format!("its path cannot be shorter than the way to its target: give at most {}", self.distance_yards)
        });
        let may_charge = match unit.arm {
            Arm::Infantry => matches!(unit.formation, Formation::Line | Formation::Column),
            Arm::Cavalry => unit.mounted && unit.formation != Formation::Skirmish,
            Arm::FieldArtillery | Arm::HorseArtillery | Arm::Wagon => false,
        };
        let rule = match unit.arm {
            Arm::FieldArtillery => SE_MOVE_FIELDART,
            Arm::HorseArtillery => SE_MOVE_HORSEART,
            Arm::Wagon => SE_MOVE_WAGON,
            Arm::Infantry if unit.formation == Formation::Square => SE_HOUSE_SQUARE,
            // Whoever keeps his distance does not close in; dismounted cavalry only skirmishes.
            Arm::Infantry | Arm::Cavalry => SE_SKIRM_3_STANDOFF,
        };
        refusal.unless(may_charge, &place("unit.formation"), rule, || {
            "only formed infantry and mounted cavalry charge".to_owned()
        });
        refusal.unless(unit.condition.panic == 0, &place("unit.condition.panic"), SE_MORALE_RES_SHAKEN_HALT, || {
            "a unit with Panic Markers cannot announce a charge".to_owned()
        });
        if let Some((rule, why)) = self.hindrance.bars_movement() {
            refusal.unless(false, &place("hindrance"), rule, || why.to_owned());
        }
        for penalty in &self.path {
            refusal.unless(penalty.is_on_the_way(), &place("path"), SE_CHARGE_2, || {
                format!("{penalty} does not happen on the way of a charge")
            });
        }
        let column_die = unit.arm == Arm::Infantry && unit.formation == Formation::Column;
        refusal.unless(!self.column_die || column_die, &place("column_die"), SE_MOVE_INF_COLUMN, || {
            "only infantry in column has the extra die".to_owned()
        });
    }
}

impl ChargeSituation {
    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless((1..=FIGHTERS_MAX).contains(&self.attackers.len()), "attackers", SE_CHARGE_1, || {
            format!("1 to {FIGHTERS_MAX} units charge together")
        });
        for (index, charger) in self.attackers.iter().enumerate() {
            charger.check(book, &mut refusal, &format!("attackers[{index}]"));
        }
        let works = self.target.unit.position == Position::Fieldworks;
        for (index, charger) in self.attackers.iter().enumerate() {
            let may = charger.unit.formation != Formation::Column || works || charger.defile;
            refusal.unless(may, &format!("attackers[{index}].unit.formation"), SE_MOVE_COLUMN_USE, || {
                "a column attacks only fieldworks, or over a bridge or through a defile: form line first".to_owned()
            });
        }
        let unit = &self.target.unit;
        let kind = stand_kind(unit.arm, unit.mounted);
        check_formation(&mut refusal, "target.unit.formation", unit.arm, unit.formation, unit.mounted);
        check_condition(book, &mut refusal, "target.unit.condition", kind, &unit.condition);
        let body = if unit.followed_up { Body::FollowedUp } else { Body::Whole };
        let ranked = (unit.formation, body(unit.condition.stands));
        check_ranks(&mut refusal, "target.unit.ranks", ranked, unit.ranks, SE_COMBAT_RANKS);
        crate::unit::check_commander(book, &mut refusal, "target.unit.commander.rating", unit.commander.as_ref());
        if let Some(weapon) = unit.weapon {
            let artillery = book.tables.weapon_class.at(weapon).value == WeaponClass::Artillery;
            refusal.unless(artillery == unit.arm.is_artillery(), "target.unit.weapon", SE_FIRE_FACTOR_TABLE, || {
                format!("{} does not carry a {weapon}", unit.arm)
            });
        }
        let guns = &self.target.guns;
        let of_guns = |guns: &Guns| book.tables.weapon_class.at(guns.weapon).value == WeaponClass::Artillery;
        refusal.unless(
            guns.len() <= GUN_KINDS_MAX && guns.iter().all(of_guns) && (guns.is_empty() || unit.arm.is_artillery()),
            "target.guns",
            SE_FIRE_FACTOR_TABLE,
            || format!("a battery has up to {GUN_KINDS_MAX} kinds of guns: leave it empty for anybody else"),
        );
        let all = guns.iter().fold(0_u16, |sum, guns| sum.saturating_add(guns.stands));
        refusal.unless(guns.is_empty() || all == unit.condition.stands, "target.guns", SE_FIRE_STANDS, || {
            format!("give the guns of all its stands, {} in all", unit.condition.stands)
        });
        let lies = unit.arm == Arm::Infantry || (unit.arm == Arm::Cavalry && !unit.mounted);
        refusal.unless(!self.target.prone || lies, "target.prone", SE_PEN_GOPRONE, || {
            "only infantry and dismounted cavalry lie down".to_owned()
        });
        let skirmish = unit.formation == Formation::Skirmish;
        refusal.unless(!unit.flanks_exposed || skirmish, "target.unit.flanks_exposed", SE_SKIRM_6, || {
            "it only matters to skirmishers".to_owned()
        });
        let attackers: Vec<&Fighter> = self.attackers.iter().map(|charger| &charger.unit).collect();
        check_sides(&mut refusal, ("attackers", &attackers), ("target.unit.formation", &[unit]));
        refusal.verdict()
    }
}

pub(super) fn examples() -> Vec<(&'static str, ChargeSituation)> {
    let charger = |unit, distance_yards| Charger {
        unit,
        distance_yards,
        began_yards: None,
        marksmen: false,
        front_rank: None,
        hindrance: Hindrance::None,
        path: Vec::new(),
        moved_last_turn: false,
        column_die: false,
        fired: false,
        defile: false,
        road_column: false,
        cover: Cover::None,
        withdrew_last_turn: Withdrawal::None,
        flank_fire: false,
        piece: None,
        target_cover: None,
    };
    let target = |unit| ChargeTarget {
        unit,
        marksmen: false,
        front_rank: None,
        prone: false,
        cover: Cover::None,
        withdrawn: false,
        engaged: false,
        fired: false,
        withdrew_last_turn: Withdrawal::None,
        flank_fire: false,
        caught_moving: false,
        road_column: false,
        guns: Vec::new(),
        piece: None,
    };
    let regiment = |stands, grade| Fighter { grade, weapon: Some(Weapon::RifleMusket), ..Fighter::infantry(stands) };
    let troopers =
        Fighter { arm: Arm::Cavalry, mounted: true, weapon: Some(Weapon::Shotgun), ..regiment(8, Grade::Veteran) };
    let guns = Fighter {
        arm: Arm::FieldArtillery,
        formation: Formation::Unlimbered,
        weapon: Some(Weapon::TwelvePounderNapoleon),
        position: Position::Fieldworks,
        ..regiment(2, Grade::Regular)
    };
    let shaky = Condition { stands: 9, hits: 0, panic: 1, lost: 0 };
    vec![
        (
            "a veteran regiment charges a shaken line from 240 yards",
            ChargeSituation {
                side: Side::Union,
                attackers: vec![charger(regiment(10, Grade::Veteran), 240)],
                target: target(Fighter { condition: shaky, ..regiment(9, Grade::Regular) }),
            },
        ),
        (
            "two regiments close by charge guns in fieldworks, a brigadier with one",
            ChargeSituation {
                side: Side::Confederate,
                attackers: vec![
                    charger(
                        Fighter {
                            commander: Some(Commander { rating: 1, wounded: false }),
                            ..regiment(8, Grade::Regular)
                        },
                        100,
                    ),
                    Charger { path: vec![Penalty::Wall], ..charger(regiment(6, Grade::Elite), 80) },
                ],
                target: ChargeTarget { cover: Cover::Wall, ..target(guns) },
            },
        ),
        (
            "a column charges works over a bridge, its division commander in front",
            ChargeSituation {
                side: Side::Union,
                attackers: vec![Charger {
                    column_die: true,
                    defile: true,
                    ..charger(
                        Fighter {
                            formation: Formation::Column,
                            ranks: 5,
                            followed_up: true,
                            crossing_stream: true,
                            commander: Some(Commander { rating: 2, wounded: false }),
                            ..regiment(9, Grade::Veteran)
                        },
                        220,
                    )
                }],
                target: ChargeTarget {
                    cover: Cover::Hard,
                    marksmen: true,
                    ..target(Fighter { position: Position::Fieldworks, uphill: true, ..regiment(6, Grade::Regular) })
                },
            },
        ),
        (
            "shotgun cavalry at the trot rides at a prone green line",
            ChargeSituation {
                side: Side::Confederate,
                attackers: vec![Charger { moved_last_turn: true, ..charger(troopers, 500) }],
                target: ChargeTarget { prone: true, ..target(regiment(7, Grade::Green)) },
            },
        ),
        (
            "a line charges skirmishers",
            ChargeSituation {
                side: Side::Union,
                attackers: vec![charger(regiment(9, Grade::Regular), 180)],
                target: target(Fighter { formation: Formation::Skirmish, ..regiment(4, Grade::Regular) }),
            },
        ),
    ]
}
