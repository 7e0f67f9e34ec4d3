//! What fire asks about.

use engine::chart::Key;
use engine::{Refusal, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::volley::{FirerFacts, TargetFacts};
use crate::Book;
use crate::charts::{Limit, Weapon, WeaponClass};
use crate::ranks::{Body, check_ranks, depth};
use crate::rules::*;
use crate::unit::{
    Arm, Commander, Condition, Cover, Formation, Hindrance, STANDS_MAX, Shelter, check_commander, check_condition,
    check_formation, stand_kind,
};

keys! {
    /// What a unit does beside firing.
    pub enum Stance {
        /// It stays where it is: full effect.
        Hold = "hold",
        /// It will move later: reduced effect, half a move.
        Move = "move",
        /// Guns that will prolong later: reduced effect.
        Prolong = "prolong",
        /// It fires in the enemy's Movement Phase.
        Defensive = "defensive",
    }
}

/// LIMIT: units that fire at one target together.
pub const FIRERS_MAX: usize = 12;
/// LIMIT: bodies of stands within one firing unit.
pub const VOLLEYS_MAX: usize = 12;
/// LIMIT: kinds of guns in one battery.
pub const GUN_KINDS_MAX: usize = 4;

/// Stands of one unit that fire with one weapon at one range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    /// What they fire.
    pub weapon: Weapon,
    /// How many stands (for artillery: guns) are allotted to this target.
    pub stands: u16,
    /// The range in yards, from the middle of the stand's front to the nearest point of the target.
    pub range_yards: u16,
    /// Whether they stand on the target's flank or rear: outside the arc of every stand of it.
    #[serde(default)]
    pub from_flank_or_rear: bool,
    /// The target's cover from here, where it differs from the cover given with the target.
    #[serde(default)]
    pub cover: Option<Cover>,
}

/// One unit that fires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Whether it lies down.
    #[serde(default)]
    pub prone: bool,
    /// Whether it has the Marksmen skill.
    #[serde(default)]
    pub marksmen: bool,
    /// What it does beside firing.
    #[serde(default = "hold")]
    pub stance: Stance,
    /// Panic Markers on it: each silences one stand.
    #[serde(default)]
    pub panic: u8,
    /// Whether it is out of ammunition (optional rule).
    #[serde(default)]
    pub out_of_ammo: bool,
    /// How many ranks deep it is: where the table wants it, only the front rank fires. Left at 1, those of its formation.
    #[serde(default = "one")]
    pub ranks: u8,
    /// Where only the front rank fires: whether the stands given are those of the front rank already.
    #[serde(default)]
    pub front_rank: bool,
    /// What keeps it from acting freely this turn.
    #[serde(default = "Hindrance::none")]
    pub hindrance: Hindrance,
    /// Its stands, by weapon and range.
    pub volleys: Vec<Volley>,
}

/// The unit that is fired at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTarget {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Whether it lies down.
    #[serde(default)]
    pub prone: bool,
    /// How many ranks deep it is; left at 1, those of its formation: a column has a front of two stands.
    #[serde(default = "one")]
    pub ranks: u8,
    /// Whether it stands on a road in column.
    #[serde(default)]
    pub road_column: bool,
    /// Skirmishers: whether a Combat drove them off and they have not passed a test since; they then have flanks and rear.
    #[serde(default)]
    pub flanks_exposed: bool,
    /// Its cover against this fire.
    #[serde(default = "no_cover")]
    pub cover: Cover,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// The commander attached to it, who is in danger when it takes hits.
    #[serde(default)]
    pub commander: Option<Commander>,
}

/// Fire at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireSituation {
    /// The side that fires.
    pub side: Side,
    /// The units that fire.
    pub firers: Vec<Firer>,
    /// The unit they fire at.
    pub target: FireTarget,
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn hold() -> Stance {
    Stance::Hold
}

fn no_cover() -> Cover {
    Cover::None
}

fn one() -> u8 {
    1
}

impl Firer {
    /// The stands of it that are allotted to this target.
    fn stands(&self) -> u16 {
        self.volleys.iter().fold(0, |sum, volley| sum.saturating_add(volley.stands))
    }

    pub(crate) fn facts(&self, side: Side) -> FirerFacts {
        FirerFacts {
            side,
            arm: self.arm,
            formation: self.formation,
            mounted: self.mounted,
            prone: self.prone,
            marksmen: self.marksmen,
            stance: self.stance,
            out_of_ammo: self.out_of_ammo,
            ranks: if self.front_rank { 1 } else { depth(self.formation, self.stands(), self.ranks) },
            on_the_move: false,
        }
    }

    fn check(&self, book: &Book, refusal: &mut Refusal, field: &str) {
        let place = |name: &str| format!("{field}.{name}");
        check_formation(refusal, &place("formation"), self.arm, self.formation, self.mounted);
        if let Some((rule, why)) = self.hindrance.bars_fire(self.stance == Stance::Defensive) {
            refusal.unless(false, &place("hindrance"), rule, || why.to_owned());
        }
        let most = book.limit(Limit::PanicMax);
        refusal.unless(u16::from(self.panic) <= most, &place("panic"), SE_PANIC_MAX, || {
            format!("a unit carries at most {most} Panic Markers")
        });
        refusal.unless(self.formation != Formation::Limbered, &place("formation"), SE_FIRE_OPT_ART, || {
            "limbered guns and wagons do not fire: unlimber first".to_owned()
        });
        refusal.unless(
            self.arm.is_artillery() || self.stance != Stance::Prolong,
            &place("stance"),
            SE_PROLONG_FIRE,
            || "only artillery prolongs".to_owned(),
        );
        refusal.unless(
            !self.arm.is_artillery() || self.stance != Stance::Move,
            &place("stance"),
            SE_FIRE_OPT_ART,
            || "artillery that fires can only prolong afterwards".to_owned(),
        );
        let lies = matches!(self.arm, Arm::Infantry) || (self.arm == Arm::Cavalry && !self.mounted);
        refusal.unless(!self.prone || lies, &place("prone"), SE_PEN_GOPRONE, || {
            "only infantry and dismounted cavalry lie down".to_owned()
        });
        let firing = (self.formation, Body::Part(self.stands()));
        check_ranks(refusal, &place("ranks"), firing, self.ranks, SE_FIRE_SHIFT_TWORANKS);
        refusal.unless((1..=VOLLEYS_MAX).contains(&self.volleys.len()), &place("volleys"), SE_FIRE_STANDS, || {
            format!("a unit fires 1 to {VOLLEYS_MAX} volleys at one target")
        });
        for (index, volley) in self.volleys.iter().enumerate() {
            volley.check(book, refusal, &format!("{field}.volleys[{index}]"), self.arm);
        }
    }
}

impl Volley {
    fn check(&self, book: &Book, refusal: &mut Refusal, field: &str, arm: Arm) {
        refusal.unless((1..=STANDS_MAX).contains(&self.stands), &format!("{field}.stands"), SE_FIRE_STANDS, || {
            format!("1 to {STANDS_MAX} stands fire")
        });
        let artillery = book.tables.weapon_class.at(self.weapon).value == WeaponClass::Artillery;
        refusal.unless(artillery == arm.is_artillery(), &format!("{field}.weapon"), SE_FIRE_FACTOR_TABLE, || {
            format!("{} does not carry a {}", arm.name(), self.weapon.name())
        });
        let reach = book.tables.max_range.at(self.weapon).value;
        refusal.unless(
            self.range_yards <= reach,
            &format!("{field}.range_yards"),
            super::volley::weapon_rule(self.weapon),
            || format!("a {} reaches {reach} yards", self.weapon.name()),
        );
    }
}

impl FireTarget {
    pub(super) fn shelter(&self) -> Shelter {
        Shelter::of(self.cover, self.mounted, self.formation)
    }

    pub(crate) fn facts(&self) -> TargetFacts {
        TargetFacts {
            kind: stand_kind(self.arm, self.mounted),
            arm: self.arm,
            formation: self.formation,
            mounted: self.mounted,
            prone: self.prone,
            ranks: depth(self.formation, self.condition.stands, self.ranks),
            road_column: self.road_column,
            flanks_exposed: self.flanks_exposed,
        }
    }
}

impl FireSituation {
    /// A unit that fires at a plain line: for checks of the firing unit alone.
    pub(crate) fn at_anyone(side: Side, firer: Firer) -> Self {
        FireSituation { side, firers: vec![firer], target: a_line() }
    }

    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let target = &self.target;
        refusal.unless((1..=FIRERS_MAX).contains(&self.firers.len()), "firers", SE_FIRE_COMBINE, || {
            format!("1 to {FIRERS_MAX} units fire together")
        });
        for (index, firer) in self.firers.iter().enumerate() {
            firer.check(book, &mut refusal, &format!("firers[{index}]"));
        }
        check_formation(&mut refusal, "target.formation", target.arm, target.formation, target.mounted);
        let kind = stand_kind(target.arm, target.mounted);
        check_condition(book, &mut refusal, "target.condition", kind, &target.condition);
        check_commander(book, &mut refusal, "target.commander.rating", target.commander.as_ref());
        let whole = (target.formation, Body::Whole(target.condition.stands));
        check_ranks(&mut refusal, "target.ranks", whole, target.ranks, SE_FIRE_SHIFT_TWORANKS);
        let in_column = matches!(target.formation, Formation::Column | Formation::Limbered);
        refusal.unless(!target.road_column || in_column, "target.road_column", SE_FIRE_SHIFT_EXPOSED, || {
            "only a column or limbered unit stands in road column".to_owned()
        });
        let lies = target.arm == Arm::Infantry || (target.arm == Arm::Cavalry && !target.mounted);
        refusal.unless(!target.prone || lies, "target.prone", SE_PEN_GOPRONE, || {
            "only infantry and dismounted cavalry lie down".to_owned()
        });
        // Skirmishers and squares have neither flank nor rear.
        let skirmish = target.formation == Formation::Skirmish;
        refusal.unless(!target.flanks_exposed || skirmish, "target.flanks_exposed", SE_SKIRM_6, || {
            "it only matters to skirmishers".to_owned()
        });
        let flanked = self.firers.iter().any(|firer| firer.volleys.iter().any(|volley| volley.from_flank_or_rear));
        if let Some(rule) = target.formation.all_round_rule(target.flanks_exposed) {
            refusal.unless(!flanked, "target.formation", rule, || {
                format!("a unit in {} has no flank or rear to fire at", target.formation.name())
            });
        }
        refusal.verdict()
    }
}

fn a_line() -> FireTarget {
    FireTarget {
        arm: Arm::Infantry,
        formation: Formation::Line,
        mounted: false,
        prone: false,
        ranks: 1,
        road_column: false,
        flanks_exposed: false,
        cover: Cover::None,
        condition: Condition::fresh(9),
        commander: None,
    }
}

pub(super) fn examples() -> Vec<(&'static str, FireSituation)> {
    let volley =
        |weapon, stands, range_yards| Volley { weapon, stands, range_yards, from_flank_or_rear: false, cover: None };
    let firer = |arm, formation, volleys| Firer {
        arm,
        formation,
        mounted: false,
        prone: false,
        marksmen: false,
        stance: Stance::Hold,
        panic: 0,
        out_of_ammo: false,
        ranks: 1,
        front_rank: false,
        hindrance: Hindrance::None,
        volleys,
    };
    let target = a_line();
    let muskets = firer(Arm::Infantry, Formation::Line, vec![volley(Weapon::RifleMusket, 10, 180)]);
    let guns = firer(Arm::FieldArtillery, Formation::Unlimbered, vec![volley(Weapon::TwelvePounderNapoleon, 2, 300)]);
    vec![
        (
            "a steady volley of rifle-muskets",
            FireSituation { side: Side::Union, firers: vec![muskets.clone()], target: target.clone() },
        ),
        (
            "muskets and guns at one line, its brigadier with it",
            FireSituation {
                side: Side::Confederate,
                firers: vec![Firer { panic: 1, ..muskets.clone() }, guns.clone()],
                target: FireTarget {
                    condition: Condition { stands: 7, hits: 2, panic: 1, lost: 3 },
                    commander: Some(Commander { rating: 1, wounded: true }),
                    ..target.clone()
                },
            },
        ),
        (
            "canister into a column on the road",
            FireSituation {
                side: Side::Union,
                firers: vec![firer(
                    Arm::FieldArtillery,
                    Formation::Unlimbered,
                    vec![volley(Weapon::TwentyFourPounderHowitzer, 4, 100)],
                )],
                target: FireTarget {
                    formation: Formation::Column,
                    ranks: 4,
                    road_column: true,
                    condition: Condition { stands: 8, hits: 2, panic: 0, lost: 0 },
                    ..target.clone()
                },
            },
        ),
        (
            "skirmishers at guns behind a wall",
            FireSituation {
                side: Side::Confederate,
                firers: vec![Firer {
                    marksmen: true,
                    ..firer(Arm::Infantry, Formation::Skirmish, vec![volley(Weapon::RifleMusket, 4, 120)])
                }],
                target: FireTarget {
                    arm: Arm::FieldArtillery,
                    formation: Formation::Unlimbered,
                    cover: Cover::Wall,
                    condition: Condition { stands: 3, hits: 1, panic: 0, lost: 0 },
                    ..target
                },
            },
        ),
    ]
}
