//! What fire asks about.

use engine::{Refusal, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{after_disorder, front, reaches};
use crate::Book;
use crate::charts::{Grade, LeaderType, Level, Limit, Weapon, WeaponClass};
use crate::citations::weapon_rule;
use crate::command::Superior;
use crate::cover::{Shelter, check_shelters, hides};
use crate::rules::*;
use crate::unit::{Arm, Direction, Formation, Unit, check_direction, check_unit};

keys! {
    /// What a unit does beside firing.
    #[derive(Default)]
    pub enum Stance {
        /// It declares that it holds: it may not move this turn.
        #[default]
        Hold = "hold",
        /// It will move later at half its allowance.
        Move = "move",
        /// It fires in the enemy's Movement Phase.
        Defensive = "defensive",
    }
}

keys! {
    /// What guns are loaded with.
    #[derive(Default)]
    pub enum Ammunition {
        /// Roundshot, shell; small arms always.
        #[default]
        Shot = "shot",
        /// Grape, at short range.
        Grape = "grape",
    }
}

/// One unit fires at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireSituation {
    /// The side that fires.
    pub side: Side,
    /// The unit that fires.
    pub firer: Unit,
    /// The unit it fires at.
    pub target: Unit,
    /// The range in metres, from the middle of the firer's front to the nearest point of the target.
    pub range_m: u16,
    /// What the firer does besides.
    #[serde(default)]
    pub stance: Stance,
    /// What its guns are loaded with.
    #[serde(default)]
    pub ammunition: Ammunition,
    /// Figures (or gun models) assigned to this target, before Disorder; all that may fire if left out.
    #[serde(default)]
    pub figures: Option<u16>,
    /// From where the fire comes, seen from the target.
    #[serde(default)]
    pub from: Direction,
    /// Whether the target has fired this turn: a garrison in a trench that has not lies hidden.
    #[serde(default)]
    pub target_fired: bool,
    /// Whether the firer or its target is in a melee.
    #[serde(default)]
    pub engaged: bool,
    /// Whether the firer has withdrawn this turn.
    #[serde(default)]
    pub withdrawn: bool,
}

/// Refuses a firer that cannot fire at this range.
pub(crate) fn check_firer(book: &Book, refusal: &mut Refusal, field: &str, unit: &Unit, range_m: u16) {
    let place = |name: &str| format!("{field}.{name}");
    refusal.unless(unit.formation != Formation::Limbered, &place("formation"), BY_MAN_FULL_LIMBER, || {
        "limbered guns do not fire: unlimber first".to_owned()
    });
    let Some(weapon) = unit.weapon else {
        refusal.unless(false, &place("weapon"), BY_FP_TABLE, || "it has nothing to fire with".to_owned());
        return;
    };
    let reach = book.tables.fire.max_range.at(weapon).value;
    let near = (1..=reach).contains(&range_m);
    refusal.unless(near, "range_m", weapon_rule(weapon), || format!("a {weapon} reaches 1 to {reach} metres"));
    refusal.unless(!near || reaches(book, weapon, range_m), "range_m", weapon_rule(weapon), || {
        format!("a {weapon} has no points at {range_m} metres")
    });
    let figures = front(book, unit, unit.figures);
    refusal.unless(after_disorder(book, unit, figures, unit.disorder) > 0, &place("disorder"), BY_FP_TABLE, || {
        "nobody is left to fire: every Disorder Marker silences a stand".to_owned()
    });
}

/// SL-16: who has grape: no mortars, Whitworths, naval guns or Gatlings.
pub(crate) fn has_grape(book: &Book, unit: &Unit, weapon: Weapon) -> bool {
    let class = book.tables.fire.class.at(weapon).value;
    let loads = matches!(class, WeaponClass::Smoothbore | WeaponClass::Howitzer | WeaponClass::Rifle);
    unit.arm.is_artillery() && weapon != Weapon::Whitworth && loads
}

impl FireSituation {
    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let (firer, target) = (&self.firer, &self.target);
        check_unit(book, &mut refusal, "firer", firer);
        check_shelters(&mut refusal, "firer.shelters", firer);
        check_unit(book, &mut refusal, "target", target);
        check_shelters(&mut refusal, "target.shelters", target);
        check_firer(book, &mut refusal, "firer", firer, self.range_m);
        check_direction(&mut refusal, "from", target, self.from, BY_FIRE_MOD_EXPOSED);
        let most = front(book, firer, firer.figures);
        let assigned = self.figures.unwrap_or(most);
        refusal.unless(assigned <= most, "figures", BY_FP_TABLE, || format!("only {most} of this unit may fire"));
        refusal.unless(
            assigned > most || after_disorder(book, firer, assigned, firer.disorder) > 0,
            "figures",
            BY_FP_TABLE,
            || "nobody is left to fire: every Disorder Marker silences a stand".to_owned(),
        );
        self.check_ammunition(book, &mut refusal);
        self.check_state(&mut refusal);
        let class = firer.weapon.map(|weapon| book.tables.fire.class.at(weapon).value);
        let lobs = matches!(class, Some(WeaponClass::Howitzer | WeaponClass::Mortar));
        let hidden = hides(book, target) && !self.target_fired;
        refusal.unless(!hidden || lobs, "target_fired", BY_FORT_TRENCH, || {
            "a garrison in a trench that has not fired is hit by howitzers and mortars only".to_owned()
        });
        refusal.verdict()
    }

    /// SL-68 and 3.8: who is in no state to fire, or to be fired at; 5.2: who may not hold.
    fn check_state(&self, refusal: &mut Refusal) {
        refusal.unless(!self.engaged, "engaged", BY_MEL_RES_EN, || {
            "units in a melee neither fire nor are fired at".to_owned()
        });
        refusal.unless(!self.withdrawn, "withdrawn", BY_MOR_RES_RETREAT, || {
            "a unit that has withdrawn this turn does not fire".to_owned()
        });
        let storms = self.firer.overenthusiastic && self.stance == Stance::Hold;
        refusal.unless(!storms, "stance", BY_MOR_RES_OVER_ATTACK, || {
            "the Overenthusiastic do not hold: they fire and go on".to_owned()
        });
    }

    /// SL-16: who has grape, and how far it reaches.
    fn check_ammunition(&self, book: &Book, refusal: &mut Refusal) {
        if self.ammunition != Ammunition::Grape {
            return;
        }
        let reach = book.limit(Limit::GrapeRange);
        refusal.unless(self.range_m <= reach, "range_m", BY_FIRE_MOD_GRAPESHOT, || {
            format!("grape reaches {reach} metres")
        });
        let has_grape = self.firer.weapon.is_some_and(|weapon| has_grape(book, &self.firer, weapon));
        refusal.unless(has_grape, "ammunition", BY_FIRE_MOD_GRAPESHOT, || {
            "only guns fire grape, and no mortars, Whitworths or Gatlings".to_owned()
        });
    }
}

pub(super) fn examples() -> Vec<(&'static str, FireSituation)> {
    let volley = FireSituation {
        side: Side::Union,
        firer: Unit::infantry(20),
        target: Unit::infantry(20),
        range_m: 180,
        stance: Stance::Hold,
        ammunition: Ammunition::Shot,
        figures: None,
        from: Direction::Front,
        target_fired: true,
        engaged: false,
        withdrawn: false,
    };
    let general = |level| Superior::new(level, LeaderType::Able, 0).attached();
    let napoleons = Unit::battery(3, Weapon::TwelvePounderNapoleon);
    vec![
        ("a steady volley of rifled muskets", volley.clone()),
        (
            "skirmishers at long range at infantry in a field",
            FireSituation {
                firer: Unit { formation: Formation::Skirmish, marksmen: true, ..Unit::infantry(8) },
                target: Unit { shelters: vec![Shelter::Fields], ..Unit::infantry(20) },
                range_m: 450,
                ..volley.clone()
            },
        ),
        (
            "grape into a column on the road",
            FireSituation {
                firer: napoleons.clone(),
                target: Unit { formation: Formation::Column, on_road: true, ..Unit::infantry(20) },
                range_m: 80,
                ammunition: Ammunition::Grape,
                ..volley.clone()
            },
        ),
        (
            "a division commander leads the fire at a general's regiment",
            FireSituation {
                firer: Unit { chain: vec![general(Level::Division)], ..Unit::infantry(12) },
                target: Unit {
                    chain: vec![general(Level::Brigade)],
                    formation: Formation::DoubleLine,
                    ..Unit::infantry(24)
                },
                range_m: 90,
                ..volley.clone()
            },
        ),
        (
            "Confederate guns enfilade a battery behind a wall",
            FireSituation {
                side: Side::Confederate,
                firer: Unit { disorder: 1, ..napoleons.clone() },
                target: Unit { shelters: vec![Shelter::Wall], ..napoleons },
                range_m: 280,
                from: Direction::Flank,
                ..volley.clone()
            },
        ),
        (
            "troopers fire revolvers from the saddle, their first volley",
            FireSituation {
                firer: Unit { weapon: Some(Weapon::Revolver), first_volley: true, ..Unit::cavalry(10) },
                target: Unit { formation: Formation::Square, grade: Grade::Veteran, ..Unit::infantry(20) },
                range_m: 40,
                stance: Stance::Move,
                ..volley.clone()
            },
        ),
        (
            "a brigadier among men who fire at limbered guns",
            FireSituation {
                firer: Unit { chain: vec![general(Level::Brigade)], arm: Arm::Infantry, ..Unit::infantry(16) },
                target: Unit { formation: Formation::Limbered, ..Unit::battery(2, Weapon::SixPounderSmoothBore) },
                range_m: 250,
                ..volley.clone()
            },
        ),
        (
            "a corps commander leads tired men short of cartridges at fifty metres",
            FireSituation {
                firer: Unit {
                    chain: vec![general(Level::Corps)],
                    fatigued: true,
                    out_of_ammo: true,
                    ..Unit::infantry(16)
                },
                range_m: 50,
                ..volley.clone()
            },
        ),
        (
            "the army commander among the guns",
            FireSituation {
                firer: Unit {
                    chain: vec![general(Level::Army)],
                    ..Unit::battery(3, Weapon::ThreeInchOrTenPounderRifle)
                },
                range_m: 900,
                ..volley
            },
        ),
    ]
}
