//! What a maneuver effect allows guns (6.3): one line a turn, and what it does to them.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Rule, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Value;
use crate::fire::{GunWeapon, sound_stands};
use crate::legality;
use crate::maneuver::ManeuverEffect;
use crate::movement::{self, Going, Mover, MovingGuns};
use crate::pieces::{Carriage, GunStands};
use crate::rules::*;
use crate::troop_maneuver::{check_ammo, is_well_handled};
use crate::{Book, Referee};

engine::keys! {
    /// What guns may do: one of these a turn.
    pub enum GunOption {
        /// Full move, then unlimber.
        MoveUnlimber = "move_unlimber",
        /// Limber, then full move.
        LimberMove = "limber_move",
        /// Unlimber and fire.
        UnlimberFire = "unlimber_fire",
        /// Pivot and fire.
        PivotFire = "pivot_fire",
        /// Haul by hand.
        HandHaul = "hand_haul",
        /// Prolong half a move straight back.
        Prolong = "prolong",
        /// Rally: no stand is silenced any more.
        Rally = "rally",
        /// Replenish ammunition.
        ReplenishAmmo = "replenish_ammo",
        /// Full move limbered.
        FullMove = "full_move",
        /// Fire.
        Fire = "fire",
        /// Limber.
        Limber = "limber",
        /// Unlimber.
        Unlimber = "unlimber",
        /// Pivot.
        Pivot = "pivot",
        /// Limber, full retreat, silenced.
        LimberRetreat = "limber_retreat",
    }
}

engine::keys! {
    /// How guns move.
    pub enum GunMove {
        /// Not at all.
        None = "none",
        /// By hand.
        Haul = "haul",
        /// Half a move straight back.
        Prolong = "prolong",
        /// A full move limbered.
        Full = "full",
        /// A full retreat limbered.
        Retreat = "retreat",
    }
}

/// A battery, the effect of its maneuver check, and what its owner wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedOfGuns {
    /// What the maneuver check came to.
    pub effect: ManeuverEffect,
    /// The one thing that they do.
    pub option: GunOption,
    /// The gun stands, each as `{}` if nothing is wrong with it. A wagon is one stand.
    #[serde(deserialize_with = "crate::pieces::read_gun_stands", default = "one_stand")]
    pub stands: GunStands,
    /// What they are moved on.
    #[serde(default)]
    pub carriage: Carriage,
    /// What they fire; nothing for wagons.
    #[serde(default)]
    pub weapon: Option<GunWeapon>,
    /// Whether they are limbered now; wagons always are.
    #[serde(default)]
    pub limbered: bool,
    /// Whether the battle lets these fixed guns pivot.
    #[serde(default)]
    pub fixed_may_pivot: bool,
    /// Whether an enemy is within close range of them.
    #[serde(default)]
    pub close_range: bool,
    /// How far the nearest friendly wagon is, in inches; counts only with the switch `ammo_wagons`.
    #[serde(default)]
    pub wagon: Option<Decimal>,
}

fn one_stand() -> GunStands {
    sound_stands(1)
}

impl WantedOfGuns {
    /// Two sound stands of light smoothbores.
    pub fn new(effect: ManeuverEffect, option: GunOption, limbered: bool) -> Self {
        WantedOfGuns {
            effect,
            option,
            stands: sound_stands(2),
            carriage: Carriage::Field,
            weapon: Some(GunWeapon::Ls),
            limbered,
            fixed_may_pivot: false,
            close_range: false,
            wagon: None,
        }
    }

    fn is_limbered(&self) -> bool {
        self.limbered || self.carriage == Carriage::Wagon
    }
}

/// What becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct GunManeuverOutcome {
    /// How they move.
    pub moves: GunMove,
    /// Whether at double quick rates.
    pub double_quick: bool,
    /// How far that is on open ground, in inches.
    pub open_inches: Decimal,
    /// Whether they are limbered afterwards.
    pub limbered: bool,
    /// Whether they fire in the offensive step of this turn.
    pub fires: bool,
    /// Stands that are silenced afterwards.
    pub silenced: u8,
    /// Stands that are low on ammunition afterwards.
    pub low_ammo: u8,
}

/// The maneuver of guns.
pub struct GunManeuver;

impl Procedure for GunManeuver {
    type Book = Book;
    type Situation = WantedOfGuns;
    type Outcome = GunManeuverOutcome;

    const NAME: &'static str = "gun-maneuver";
    const CHAPTER: &'static str = "Maneuver";
    const SUMMARY: &'static str =
        "Whether an effect allows guns to move, limber, pivot, fire or rally, and what it does to them.";

    fn examples() -> Vec<(&'static str, WantedOfGuns)> {
        use ManeuverEffect as E;
        let wants = WantedOfGuns::new;
        let mut silenced = wants(E::WellHandled, GunOption::Rally, false);
        silenced.stands.iter_mut().for_each(|stand| stand.silenced = true);
        vec![
            ("a battery gallops up and unlimbers", wants(E::DoubleQuick, GunOption::MoveUnlimber, true)),
            (
                "heavy howitzers have no double quick",
                WantedOfGuns { weapon: Some(GunWeapon::Hh), ..wants(E::DoubleQuick, GunOption::LimberMove, false) },
            ),
            (
                "mountain howitzers are hauled by hand",
                WantedOfGuns {
                    weapon: Some(GunWeapon::Mh),
                    carriage: Carriage::Pack,
                    ..wants(E::WellHandled, GunOption::HandHaul, false)
                },
            ),
            ("a silenced battery rallies", silenced),
            ("a tardy battery gets away", wants(E::Tardy, GunOption::LimberRetreat, false)),
        ]
    }

    fn check(book: &Book, situation: &WantedOfGuns) -> Result<(), Refusal> {
        check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &WantedOfGuns, umpire: &mut U) -> Ruling<GunManeuverOutcome, U> {
        maneuver(book, situation, umpire)
    }

    fn line(outcome: &GunManeuverOutcome) -> String {
        let mut words = match outcome.moves {
            GunMove::None => "stays".to_owned(),
            moves => format!("{moves} {} on open ground", counted(outcome.open_inches, "inch", "inches")),
        };
        words.push_str(if outcome.limbered { ", limbered" } else { ", unlimbered" });
        words.push_str(if outcome.fires { ", fires" } else { ", does not fire" });
        if outcome.silenced > 0 {
            words.push_str(&format!(", {} silenced", outcome.silenced));
        }
        if outcome.low_ammo > 0 {
            words.push_str(&format!(", {} low on ammo", outcome.low_ammo));
        }
        words
    }
}

/// One line of the gun maneuvers.
struct GunLine {
    /// Its well handled rule, or that of the line it is the lesser part of.
    well_handled: Option<Rule>,
    tardy: Option<Rule>,
    /// Whether they must be limbered before; nothing if it does not matter.
    before: Option<bool>,
    /// Whether they are limbered after; nothing if as before.
    after: Option<bool>,
    moves: GunMove,
    fires: bool,
}

/// 6.3 The lines. RULING: on a well handled maneuver less may be done than a line says: limber, unlimber, pivot or fire alone.
fn line_of(option: GunOption) -> GunLine {
    let line =
        |well_handled, tardy, before, after, moves, fires| GunLine { well_handled, tardy, before, after, moves, fires };
    let (limbered, unlimbered, any) = (Some(true), Some(false), None);
    let (no, full) = (GunMove::None, GunMove::Full);
    match option {
        GunOption::MoveUnlimber => line(Some(FF_GMNV_WH_MOVE_UNLIMBER), None, limbered, unlimbered, full, false),
        GunOption::LimberMove => line(Some(FF_GMNV_WH_LIMBER_MOVE), None, unlimbered, limbered, full, false),
        GunOption::UnlimberFire => line(Some(FF_GMNV_WH_UNLIMBER_FIRE), None, limbered, unlimbered, no, true),
        GunOption::PivotFire => line(Some(FF_GMNV_WH_PIVOT_FIRE), None, unlimbered, any, no, true),
        GunOption::HandHaul => line(Some(FF_GMNV_WH_HAUL), None, unlimbered, any, GunMove::Haul, false),
        GunOption::Prolong => line(Some(FF_GMNV_WH_PROLONG), None, unlimbered, any, GunMove::Prolong, false),
        GunOption::Rally => line(Some(FF_GMNV_WH_RALLY), None, any, any, no, false),
        GunOption::ReplenishAmmo => line(Some(FF_GMNV_WH_AMMO), None, any, any, no, false),
        GunOption::FullMove => line(Some(FF_GMNV_WH_MOVE_UNLIMBER), Some(FF_GMNV_T_MOVE), limbered, any, full, false),
        GunOption::Fire => line(Some(FF_GMNV_WH_PIVOT_FIRE), Some(FF_GMNV_T_FIRE), unlimbered, any, no, true),
        GunOption::Limber => {
            line(Some(FF_GMNV_WH_LIMBER_MOVE), Some(FF_GMNV_T_LIMBER), unlimbered, limbered, no, false)
        }
        GunOption::Unlimber => {
            line(Some(FF_GMNV_WH_UNLIMBER_FIRE), Some(FF_GMNV_T_LIMBER), limbered, unlimbered, no, false)
        }
        GunOption::Pivot => line(Some(FF_GMNV_WH_PIVOT_FIRE), Some(FF_GMNV_T_PIVOT), unlimbered, any, no, false),
        GunOption::LimberRetreat => line(None, Some(FF_GMNV_T_RETREAT), unlimbered, limbered, GunMove::Retreat, false),
    }
}

fn check(book: &Book, wanted: &WantedOfGuns) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    let option = wanted.option;
    let line = line_of(option);
    let some_rule = line.tardy.or(line.well_handled).unwrap_or(FF_GMNV);
    legality::guns(&wanted.stands, "stands", &mut refusal);
    match is_well_handled(wanted.effect) {
        Some(true) => refusal.unless(line.well_handled.is_some(), "option", some_rule, || {
            format!("{option} is a tardy maneuver; full_move does the same without silencing")
        }),
        Some(false) => refusal.unless(line.tardy.is_some(), "option", line.well_handled.unwrap_or(FF_GMNV), || {
            format!("{option} needs a well handled maneuver")
        }),
        None => refusal.unless(false, "effect", FF_MNV_GO_FALL_BACK_GUNS, || {
            format!("{} leaves no choice: it says what the guns do", wanted.effect)
        }),
    }
    let rallies = matches!(
        wanted.effect,
        ManeuverEffect::RallyWithElan | ManeuverEffect::Rally | ManeuverEffect::Shaken | ManeuverEffect::Wavering
    );
    refusal.unless(!rallies, "effect", FF_MNV_TABLE, || "guns use the good order column".to_owned());
    check_carriage(wanted, &line, &mut refusal);
    let fit = line.before.is_none_or(|limbered| limbered == wanted.is_limbered());
    refusal.unless(fit, "limbered", some_rule, || {
        format!("{option} is for {} guns", if wanted.is_limbered() { "unlimbered" } else { "limbered" })
    });
    let able = !line.fires || wanted.stands.is_empty() || wanted.stands.iter().any(|stand| !stand.silenced);
    refusal.unless(able, "stands", FF_GMNV_WH_RALLY, || "every stand is silenced; rally the battery first".to_owned());
    if option == GunOption::ReplenishAmmo {
        check_ammo(book, FF_GMNV_WH_AMMO, wanted.close_range, wanted.wagon, &mut refusal);
    }
    refusal.verdict()
}

/// HH and HR, wagons and fixed guns do less (S71).
fn check_carriage(wanted: &WantedOfGuns, line: &GunLine, refusal: &mut Refusal) {
    let option = wanted.option;
    let by_men = matches!(line.moves, GunMove::Haul | GunMove::Prolong);
    refusal.unless(!(by_men && movement::is_slow(wanted.weapon)), "option", FF_GMNV_HH_HR, || {
        "HH and HR are neither hauled by hand nor prolonged".to_owned()
    });
    let wagon = wanted.carriage == Carriage::Wagon;
    refusal.unless(!wagon || option == GunOption::FullMove, "option", FF_SPEC_WAGONS, || {
        "wagons are always limbered: all they do is move".to_owned()
    });
    refusal.unless(!(wagon && wanted.weapon.is_some()), "weapon", FF_SPEC_WAGONS, || "wagons have no guns".to_owned());
    refusal.unless(wagon || wanted.weapon.is_some() || !line.fires, "weapon", FF_CANN, || {
        "say what the guns fire".to_owned()
    });
    if wanted.carriage == Carriage::Fixed {
        refusal.unless(!wanted.limbered, "limbered", FF_HOUSE_FIXED, || "fixed guns cannot be limbered".to_owned());
        let pivots = matches!(option, GunOption::Pivot | GunOption::PivotFire);
        let stays = matches!(option, GunOption::Fire | GunOption::Rally | GunOption::ReplenishAmmo);
        refusal.unless(stays || (pivots && wanted.fixed_may_pivot), "option", FF_HOUSE_FIXED, || {
            "fixed guns only fire, rally and replenish, and pivot if the battle says so".to_owned()
        });
    }
}

/// 6.3 What a maneuver allows, guns.
fn maneuver<U: Referee>(book: &Book, wanted: &WantedOfGuns, umpire: &mut U) -> Ruling<GunManeuverOutcome, U> {
    let line = line_of(wanted.option);
    let well_handled = is_well_handled(wanted.effect).unwrap_or_default();
    umpire.cite(FF_TURN_MNV_2C);
    umpire.cite(FF_GMNV);
    let rule = if well_handled { line.well_handled } else { line.tardy };
    umpire.cite(rule.unwrap_or(FF_GMNV));
    let quick = wanted.effect == ManeuverEffect::DoubleQuick && matches!(line.moves, GunMove::Full | GunMove::Prolong);
    let slow = movement::is_slow(wanted.weapon);
    if quick && slow {
        umpire.cite(FF_GMNV_HH_HR);
    }
    let double_quick = quick && !slow;
    let stands = wanted.stands.len() as u8;
    let count = |of: fn(&crate::pieces::GunStand) -> bool| wanted.stands.iter().filter(|stand| of(stand)).count() as u8;
    let silenced = match wanted.option {
        GunOption::Rally => 0,
        GunOption::LimberRetreat => stands,
        _ => count(|stand| stand.silenced),
    };
    let low_ammo = if wanted.option == GunOption::ReplenishAmmo { 0 } else { count(|stand| stand.low_ammo) };
    Ok(GunManeuverOutcome {
        moves: line.moves,
        double_quick,
        open_inches: open_inches(book, wanted, line.moves, double_quick, umpire)?,
        limbered: line.after.unwrap_or(wanted.is_limbered()),
        fires: line.fires,
        silenced,
        low_ammo,
    })
}

/// How far. RULING: a prolong is half a move straight back as it stands; moving back does not count double again.
fn open_inches<U: Referee>(
    book: &Book,
    wanted: &WantedOfGuns,
    moves: GunMove,
    double_quick: bool,
    umpire: &mut U,
) -> Ruling<Decimal, U> {
    let mountain = wanted.weapon == Some(GunWeapon::Mh);
    match moves {
        GunMove::None => return Ok(Decimal::ZERO),
        GunMove::Haul if mountain => {
            umpire.cite(FF_GMNV_MH_HAUL);
            return Ok(umpire.read(book.tables.value(Value::HandHaulMountain)));
        }
        GunMove::Haul => return Ok(umpire.read(book.tables.value(Value::HandHaul))),
        GunMove::Prolong | GunMove::Full | GunMove::Retreat => {}
    }
    let mover = Mover::Guns(MovingGuns { carriage: wanted.carriage, weapon: wanted.weapon });
    movement::cite_line(&mover, umpire);
    let rate = movement::rate(book, &mover, Going::Open, double_quick, umpire)?.unwrap_or_default();
    Ok(if moves == GunMove::Prolong { rate.halved() } else { rate })
}
