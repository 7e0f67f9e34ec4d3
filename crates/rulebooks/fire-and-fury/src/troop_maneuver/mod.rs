//! What a maneuver effect allows troops (6.2): which combination of move and option, and what it does to them.
//!
//! Not here: how far the move leads ([`crate::movement`]); charges ([`crate::charge_move`]).

mod allowed;

pub(crate) use allowed::check_ammo;
use engine::book::Procedure;
use engine::{Decimal, Refusal, Rule, Ruling, Umpire, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::maneuver::ManeuverEffect;
use crate::movement::{self, Going, Mover, MovingTroops};
use crate::pieces::{Class, Faction, Formation, Ground, Order, Rating};
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// How much of a move.
    pub enum Stride {
        /// It stays where it is.
        None = "none",
        /// Half a move.
        Half = "half",
        /// A full move.
        Full = "full",
    }
}

engine::keys! {
    /// What troops may do besides moving.
    pub enum TroopOption {
        /// Change formation to line, extended line or garrison; mount or dismount.
        ChangeFormation = "change_formation",
        /// Pass through a friendly unit.
        PassageOfLines = "passage_of_lines",
        /// Make the half move sideways.
        MarchByFlank = "march_by_flank",
        /// Pivot.
        ChangeFront = "change_front",
        /// Form square.
        FormSquare = "form_square",
        /// Turn about in place.
        FaceRear = "face_rear",
        /// Climb a major obstacle.
        ScaleObstacle = "scale_obstacle",
        /// Replenish ammunition.
        ReplenishAmmo = "replenish_ammo",
    }
}

/// A friendly unit that is passed through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PassedFriend {
    /// Its order.
    pub order: Order,
    /// How good it is.
    pub rating: Rating,
}

/// A unit of troops, the effect of its maneuver check, and what its owner wants. It is in good order: all who may maneuver are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedOfTroops {
    /// What the maneuver check came to.
    pub effect: ManeuverEffect,
    /// What kind of troops they are.
    #[serde(default)]
    pub class: Class,
    /// Whose troops they are; decides whether cavalry may dismount.
    #[serde(default)]
    pub faction: Faction,
    /// How good they are.
    #[serde(default)]
    pub rating: Rating,
    /// Their formation now.
    #[serde(default)]
    pub formation: Formation,
    /// Whether they are low on ammunition.
    #[serde(default)]
    pub low_ammo: bool,
    /// How much of a move they make.
    #[serde(default = "none")]
    pub moves: Stride,
    /// A field column, march column or mass that they form for nothing at the start of the move.
    #[serde(default)]
    pub starts_in: Option<Formation>,
    /// What they do besides moving.
    #[serde(default)]
    pub option: Option<TroopOption>,
    /// The formation that they change into.
    #[serde(default)]
    pub into: Option<Formation>,
    /// How far they turn, in degrees, when they change front.
    #[serde(default)]
    pub degrees: u16,
    /// The worst ground they stand on or move through.
    #[serde(default)]
    pub ground: Ground,
    /// The unit they pass through.
    #[serde(default)]
    pub friend: Option<PassedFriend>,
    /// Whether an enemy is within close range of them.
    #[serde(default)]
    pub close_range: bool,
    /// How far the nearest friendly wagon is, in inches; counts only with the switch `ammo_wagons`.
    #[serde(default)]
    pub wagon: Option<Decimal>,
}

fn none() -> Stride {
    Stride::None
}

impl WantedOfTroops {
    /// Regulars in line who want nothing yet.
    pub fn new(effect: ManeuverEffect) -> Self {
        WantedOfTroops {
            effect,
            class: Class::default(),
            faction: Faction::default(),
            rating: Rating::default(),
            formation: Formation::default(),
            low_ammo: false,
            moves: Stride::None,
            starts_in: None,
            option: None,
            into: None,
            degrees: 0,
            ground: Ground::default(),
            friend: None,
            close_range: false,
            wagon: None,
        }
    }

    /// The formation in which they move.
    fn moves_in(&self) -> Formation {
        let left = self.into.filter(|_| self.formation.is_all_round());
        self.starts_in.or(left).unwrap_or(self.formation)
    }
}

/// What becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct TroopManeuverOutcome {
    /// How much of a move they make.
    pub moves: Stride,
    /// Whether at double quick rates.
    pub double_quick: bool,
    /// How far that is on open ground, in inches; `rates` and `move` know the rest.
    pub open_inches: Decimal,
    /// Their order afterwards.
    pub order: Order,
    /// Their formation afterwards.
    pub formation: Formation,
    /// Whether they count as having marched by the flank.
    pub marched_by_flank: bool,
    /// Whether they count as having faced about.
    pub about_faced: bool,
    /// Whether they, and the unit they passed, count as having made a passage of lines.
    pub passed_lines: bool,
    /// Whether the unit they passed through becomes disordered.
    pub friend_disordered: bool,
    /// Whether they are still low on ammunition.
    pub low_ammo: bool,
}

/// The maneuver of troops.
pub struct TroopManeuver;

impl Procedure for TroopManeuver {
    type Book = Book;
    type Situation = WantedOfTroops;
    type Outcome = TroopManeuverOutcome;

    const NAME: &'static str = "troop-maneuver";
    const CHAPTER: &'static str = "Maneuver";
    const SUMMARY: &'static str =
        "Whether an effect allows troops a move and an option together, and what it does to them.";

    fn examples() -> Vec<(&'static str, WantedOfTroops)> {
        use ManeuverEffect as E;
        let wants = WantedOfTroops::new;
        let half = |effect, option| WantedOfTroops { moves: Stride::Half, option: Some(option), ..wants(effect) };
        let raw = WantedOfTroops { rating: Rating::Raw, ground: Ground::Broken, ..wants(E::Tardy) };
        vec![
            ("a full move at the double quick", WantedOfTroops { moves: Stride::Full, ..wants(E::DoubleQuick) }),
            (
                "a column forms line and advances",
                WantedOfTroops {
                    formation: Formation::FieldColumn,
                    into: Some(Formation::Line),
                    ..half(E::WellHandled, TroopOption::ChangeFormation)
                },
            ),
            (
                "a passage of lines through a raw unit",
                WantedOfTroops {
                    friend: Some(PassedFriend { order: Order::Good, rating: Rating::Raw }),
                    ..half(E::WellHandled, TroopOption::PassageOfLines)
                },
            ),
            ("a tardy full move", WantedOfTroops { moves: Stride::Full, ..wants(E::Tardy) }),
            (
                "tardy troops face by the rear rank",
                WantedOfTroops { option: Some(TroopOption::FaceRear), ..wants(E::Tardy) },
            ),
            (
                "raw troops extend in the woods",
                WantedOfTroops { option: Some(TroopOption::ChangeFormation), into: Some(Formation::Extended), ..raw },
            ),
            (
                "cartridges come up",
                WantedOfTroops { low_ammo: true, ..half(E::RallyWithElan, TroopOption::ReplenishAmmo) },
            ),
        ]
    }

    fn check(book: &Book, situation: &WantedOfTroops) -> Result<(), Refusal> {
        allowed::check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &WantedOfTroops, umpire: &mut U) -> Ruling<TroopManeuverOutcome, U> {
        maneuver(book, situation, umpire)
    }

    fn line(outcome: &TroopManeuverOutcome) -> String {
        in_words(outcome)
    }
}

/// Which list an effect opens: well handled, tardy, or none.
pub(crate) fn is_well_handled(effect: ManeuverEffect) -> Option<bool> {
    use ManeuverEffect as E;
    match effect {
        E::DoubleQuick | E::WellHandled | E::RallyWithElan => Some(true),
        E::Tardy | E::Rally => Some(false),
        E::FallBack | E::Panic | E::Shaken | E::Wavering => None,
    }
}

/// The line of the well handled list, and that of the tardy list if it is on it.
fn rules_of(option: TroopOption) -> (Rule, Option<Rule>) {
    match option {
        TroopOption::ChangeFormation => (FF_TMNV_WH_FORM, Some(FF_TMNV_T_FORM)),
        TroopOption::PassageOfLines => (FF_TMNV_WH_PASSAGE, None),
        TroopOption::MarchByFlank => (FF_TMNV_WH_FLANK, None),
        TroopOption::ChangeFront => (FF_TMNV_WH_FRONT, None),
        TroopOption::FormSquare => (FF_TMNV_WH_SQUARE, None),
        TroopOption::FaceRear => (FF_TMNV_WH_REAR, Some(FF_TMNV_T_REAR)),
        TroopOption::ScaleObstacle => (FF_TMNV_WH_SCALE, Some(FF_TMNV_T_SCALE)),
        TroopOption::ReplenishAmmo => (FF_TMNV_WH_AMMO, None),
    }
}

/// 6.2 What a maneuver allows, troops.
fn maneuver<U: Referee>(book: &Book, wanted: &WantedOfTroops, umpire: &mut U) -> Ruling<TroopManeuverOutcome, U> {
    let well_handled = is_well_handled(wanted.effect).unwrap_or_default();
    umpire.cite(FF_TURN_MNV_2C);
    umpire.cite(FF_TMNV);
    let order = after_move(wanted.moves, well_handled, umpire);
    let double_quick = wanted.effect == ManeuverEffect::DoubleQuick && wanted.moves != Stride::None;
    let mut outcome = TroopManeuverOutcome {
        moves: wanted.moves,
        double_quick,
        open_inches: open_inches(book, wanted, double_quick, umpire)?,
        order,
        formation: wanted.starts_in.unwrap_or(wanted.formation),
        marched_by_flank: false,
        about_faced: false,
        passed_lines: false,
        friend_disordered: false,
        low_ammo: wanted.low_ammo,
    };
    if let Some(option) = wanted.option {
        let (well, tardy) = rules_of(option);
        umpire.cite(if well_handled { well } else { tardy.unwrap_or(well) });
        apply(wanted, option, &mut outcome, umpire);
    }
    Ok(outcome)
}

/// A tardy full move disorders.
fn after_move<U: Umpire>(moves: Stride, well_handled: bool, umpire: &mut U) -> Order {
    match (moves, well_handled) {
        (Stride::None, _) => {}
        (Stride::Half, true) => umpire.cite(FF_TMNV_WH_HALF),
        (Stride::Half, false) => umpire.cite(FF_TMNV_T_HALF),
        (Stride::Full, true) => umpire.cite(FF_TMNV_WH_FULL),
        (Stride::Full, false) => {
            umpire.cite(FF_TMNV_T_FULL);
            return Order::Disordered;
        }
    }
    Order::Good
}

fn open_inches<U: Referee>(
    book: &Book,
    wanted: &WantedOfTroops,
    double_quick: bool,
    umpire: &mut U,
) -> Ruling<Decimal, U> {
    if wanted.moves == Stride::None {
        return Ok(Decimal::ZERO);
    }
    let formation = wanted.moves_in();
    let troops = MovingTroops { class: wanted.class, faction: wanted.faction, formation, order: Order::Good };
    let rate = movement::rate(book, &Mover::Troops(troops), Going::Open, double_quick, umpire)?.unwrap_or_default();
    Ok(if wanted.moves == Stride::Half { rate.halved() } else { rate })
}

/// What an option does.
fn apply<U: Umpire>(wanted: &WantedOfTroops, option: TroopOption, outcome: &mut TroopManeuverOutcome, umpire: &mut U) {
    let raw = wanted.rating == Rating::Raw;
    let broken_ground = wanted.ground != Ground::Open;
    match option {
        TroopOption::ChangeFormation => {
            outcome.formation = wanted.into.unwrap_or(wanted.formation);
            let on_foot = |formation| wanted.class.is_cavalry() && !wanted.class.is_mounted_in(formation);
            if on_foot(outcome.formation) != on_foot(wanted.formation) {
                umpire.cite(FF_SPEC_CAV_DISMOUNT);
            }
            if raw && broken_ground {
                outcome.order = Order::Disordered;
            }
        }
        TroopOption::PassageOfLines => {
            let friend = wanted.friend.unwrap_or_default();
            outcome.passed_lines = true;
            let disorders = raw || broken_ground || friend.rating == Rating::Raw || friend.order == Order::Disordered;
            outcome.friend_disordered = disorders;
            if disorders {
                outcome.order = Order::Disordered;
            }
        }
        TroopOption::MarchByFlank => outcome.marched_by_flank = true,
        TroopOption::ChangeFront | TroopOption::ScaleObstacle => {}
        TroopOption::FormSquare => {
            umpire.cite(FF_SPEC_REGULAR_SQUARE);
            if wanted.class == Class::Militia {
                umpire.cite(FF_SPEC_MILITIA_REGULARS);
            }
            outcome.formation = Formation::Square;
        }
        TroopOption::FaceRear => outcome.about_faced = true,
        TroopOption::ReplenishAmmo => outcome.low_ammo = false,
    }
}

fn in_words(outcome: &TroopManeuverOutcome) -> String {
    let mut words = match outcome.moves {
        Stride::None => "stays".to_owned(),
        stride => {
            format!("{stride} move, {} on open ground", counted(outcome.open_inches, "inch", "inches"))
        }
    };
    words.push_str(&format!(", {}, {}", outcome.formation, outcome.order));
    for (applies, more) in [
        (outcome.marched_by_flank, ", marched by the flank"),
        (outcome.about_faced, ", faced about"),
        (outcome.passed_lines, ", passed lines"),
        (outcome.friend_disordered, ", friend disordered"),
        (outcome.low_ammo, ", low on ammo"),
    ] {
        if applies {
            words.push_str(more);
        }
    }
    words
}
