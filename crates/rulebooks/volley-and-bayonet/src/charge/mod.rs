//! 2 Movement, charges: who may charge whom, the way to contact, and skirmishers ridden through (P3, P4).

mod examples;
mod skirmishers;

use engine::book::Procedure;
use engine::{Asks, Decimal, Fault, Looked, Refusal, Rule, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use skirmishers::{Fate, RiddenSituation, SkirmisherOutcome, SkirmishersRidden};

use crate::charts::{
    ChargeItem, ChargerRow, Kind, Level, MayCharge, Terrain, VS_ARTILLERY, VS_CAV_BRIGADE, VS_CAV_SKIRMISHER,
    VS_HELPLESS_BRIGADE, VS_INF_BRIGADE, VS_INF_SKIRMISHER,
};
use crate::morale::{RoutPath, rout};
use crate::movement::{Act, Journey, Stop, march};
use crate::questions::CONTINUE;
use crate::rules::*;
use crate::terrain::{check_occupant, combat_rule};
use crate::unit::{Body, Edge, Stand, check_stand, is_disordered};
use crate::{Book, Referee};

/// The stand that is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charged {
    /// The stand.
    pub stand: Stand,
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// The edge of it that would be touched.
    #[serde(default)]
    pub edge: Edge,
    /// The charger saw it when the player turn began.
    #[serde(default = "yes")]
    pub visible: bool,
    /// The charger beat it in a melee in this forest last combat phase (optional pursuit in woods).
    #[serde(default)]
    pub beaten_in_this_forest: bool,
    /// It faces and touches the far bank of water, or the end of a bridge, that the charger crossed this turn.
    #[serde(default)]
    pub holds_far_bank: bool,
}

fn yes() -> bool {
    true
}

/// A charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeSituation {
    /// The charger's side.
    pub side: Side,
    /// The charger.
    pub charger: Stand,
    /// The terrain it begins in.
    #[serde(default)]
    pub terrain: Terrain,
    /// It is in command.
    #[serde(default = "yes")]
    pub in_command: bool,
    /// Its division is exhausted.
    #[serde(default)]
    pub exhausted: bool,
    /// It begins in contact with the target.
    #[serde(default)]
    pub in_contact: bool,
    /// What it does until it touches: facing first, then straight on.
    #[serde(default)]
    pub path: Vec<Act>,
    /// The target.
    pub target: Charged,
}

keys! {
    /// How a charge ended.
    pub enum ChargeEnd {
        /// In contact: both test morale.
        Contact = "contact",
        /// It may not charge this target, see `barred`.
        NotAllowed = "not_allowed",
        /// It did not get there.
        Short = "short",
        /// Disordered before cartridge arms: it stops an inch away.
        Repulsed = "repulsed",
        /// The fugitives it touched rout again.
        Scattered = "scattered",
        /// A cavalry brigade rides through skirmishers, see `skirmishers-ridden`, and may contact stands beyond.
        RodeThrough = "rode_through",
    }
}

keys! {
    /// Why a stand may not charge.
    pub enum Barred {
        /// Its kind does not charge such a target.
        Kind = "kind",
        /// It is out of command: it does not move toward a visible enemy at all.
        OutOfCommand = "out_of_command",
        /// Its division is exhausted.
        Exhausted = "exhausted",
        /// It is in march column.
        MarchColumn = "march_column",
        /// It did not see the target when the player turn began.
        Unseen = "unseen",
        /// The target stands where it may not go.
        Ground = "ground",
        /// It is disordered, and the target has cartridge arms.
        Disordered = "disordered",
    }
}

/// Both stands after the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeOutcome {
    /// How it ended.
    pub end: ChargeEnd,
    /// Why it may not charge, where it may not; of several reasons, the gravest.
    pub barred: Option<Barred>,
    /// The charger's level.
    pub level: Level,
    /// The part of its move that is left, rounded down.
    pub left: Decimal,
    /// Whether it goes on beyond the fugitives.
    pub continues: bool,
    /// Strength points of the target.
    pub target_sp: u8,
}

/// P3 as a procedure.
pub struct Charge;

impl Procedure for Charge {
    type Book = Book;
    type Situation = ChargeSituation;
    type Outcome = ChargeOutcome;

    const NAME: &'static str = "charge";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str =
        "A stand charges another: whether it may, what the way does to it, and whether it gets home.";

    fn examples() -> Vec<(&'static str, ChargeSituation)> {
        examples::examples()
    }

    fn check(book: &Book, situation: &ChargeSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        situation.way().check(book, &mut refusal, "charger", "path");
        check_stand(book, &mut refusal, "target.stand", &situation.target.stand);
        check_occupant(book, &mut refusal, "target.terrain", &situation.target.stand, situation.target.terrain);
        let crossed = !situation.target.holds_far_bank || situation.water_crossed().is_some();
        refusal.unless(crossed, "target.holds_far_bank", VB_TER_BRIDGE_C, || {
            "the path crosses no water: name the bridge, ford or stream".to_owned()
        });
        let first_leg = situation.path.iter().position(|act| matches!(act, Act::Move { .. }));
        let last_face = situation.path.iter().rposition(|act| *act == Act::Face);
        let faces_first = match (first_leg, last_face) {
            (Some(leg), Some(face)) => face < leg,
            _ => true,
        };
        let comes = situation.in_contact || first_leg.is_some() || situation.water_crossed().is_some();
        refusal.unless(comes, "path", VB_CHG_START_CONTACT, || {
            "only a stand that begins in contact charges without a move: give the way to the target".to_owned()
        });
        refusal.unless(faces_first, "path", VB_CHG_REFACE, || "a charger faces before it moves".to_owned());
        let simple = situation.path.iter().all(|act| {
            matches!(act, Act::Move { .. } | Act::Cross { .. } | Act::Face | Act::StandUp | Act::Mount | Act::Dismount)
        });
        refusal.unless(simple, "path", VB_CHG_REFACE, || "a charge is facing, then moving to contact".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ChargeSituation, umpire: &mut U) -> Ruling<ChargeOutcome, U> {
        umpire.cite(VB_CHG_REFACE);
        let target = &situation.target;
        let outcome = ChargeOutcome {
            end: ChargeEnd::NotAllowed,
            barred: None,
            level: situation.charger.level,
            left: Decimal::from_int(1),
            continues: false,
            target_sp: target.stand.sp,
        };
        if situation.in_contact {
            umpire.cite(VB_CHG_START_CONTACT);
        }
        let barred = bars(book, situation, umpire)?;
        if barred.is_some() {
            return Ok(ChargeOutcome { barred, ..outcome });
        }
        let walk = march(book, &situation.way(), umpire)?;
        let mut charger = walk.stand.unwrap_or(situation.charger);
        let outcome = ChargeOutcome { level: charger.level, left: walk.left.shown(), ..outcome };
        // A zone does not halt what goes on to contact.
        if !matches!(walk.stop, Stop::Done | Stop::Zone) {
            return Ok(ChargeOutcome { end: ChargeEnd::Short, ..outcome });
        }
        if let Some(water) = situation.water_crossed().filter(|_| target.holds_far_bank) {
            umpire.cite(combat_rule(water, charger.column()));
            if charger.level == Level::Good {
                charger = charger.on_level(Level::TempDisorder);
            }
        }
        let outcome = ChargeOutcome { level: charger.level, ..outcome };
        if is_disordered(charger.level) && target.stand.is_asa(book) {
            for rule in [VB_CHG_DIS_ASA, VB_CHG_REPULSE, VB_RNG_ASA_REPULSE] {
                umpire.cite(rule);
            }
            umpire.read(book.tables.charge.at(ChargeItem::Repulse));
            return Ok(ChargeOutcome { end: ChargeEnd::Repulsed, ..outcome });
        }
        if target.stand.level == Level::Rout {
            umpire.cite(VB_CHG_ROUTED);
            let (target_sp, _) = rout(book, &target.stand, RoutPath::Clear, umpire);
            let continues = umpire.yes(situation.side, &CONTINUE, None)?;
            return Ok(ChargeOutcome { end: ChargeEnd::Scattered, continues, target_sp, ..outcome });
        }
        if rides_through(&charger, target) {
            for rule in [VB_CHG_CAV_THROUGH, VB_CHG_CAV_BEYOND] {
                umpire.cite(rule);
            }
            return Ok(ChargeOutcome { end: ChargeEnd::RodeThrough, ..outcome });
        }
        Ok(ChargeOutcome { end: ChargeEnd::Contact, ..outcome })
    }

    fn line(outcome: &ChargeOutcome) -> String {
        match outcome.end {
            ChargeEnd::Contact => format!("contact, {}", outcome.level),
            ChargeEnd::NotAllowed => format!("it may not charge: {}", why(outcome.barred)),
            ChargeEnd::Short => format!("it does not get there, {}", outcome.level),
            ChargeEnd::RodeThrough => format!("through the skirmishers and on, {}", outcome.level),
            ChargeEnd::Repulsed => format!("repulsed an inch away, {}", outcome.level),
            ChargeEnd::Scattered => {
                let goes_on = if outcome.continues { "goes on" } else { "stops" };
                format!("the fugitives rout again ({} SP), the charger {goes_on}", outcome.target_sp)
            }
        }
    }
}

impl ChargeSituation {
    /// The last water, or bridge over it, on the way.
    fn water_crossed(&self) -> Option<Terrain> {
        self.path.iter().rev().find_map(|act| match act {
            Act::Cross { terrain, .. } => {
                let water =
                    matches!(terrain, Terrain::Bridge | Terrain::Ford | Terrain::Stream | Terrain::MarshyStream);
                water.then_some(*terrain)
            }
            _ => None,
        })
    }

    fn way(&self) -> Journey<'_> {
        Journey {
            side: self.side,
            stand: Some(self.charger),
            terrain: self.terrain,
            along_feature: false,
            in_command: true,
            in_contact: false,
            exhausted: false,
            acts: &self.path,
        }
    }
}

const fn charger_row(stand: &Stand) -> (ChargerRow, Rule) {
    match stand.body() {
        Body::InfBrigade | Body::CavDismounted => (ChargerRow::InfBrigade, VB_CHG_INF_BDE),
        Body::CavBrigade => (ChargerRow::CavBrigade, VB_CHG_CAV_BDE),
        Body::CavSkirmisher | Body::MountedInf => (ChargerRow::CavSkirmisher, VB_CHG_CAV_SKIRM_SKIRM),
        Body::InfSkirmisher | Body::Artillery => (ChargerRow::None, VB_CHG_NONE),
    }
}

/// P4: a cavalry brigade rides through skirmishers, but for foot in broken ground, where it halts in contact.
fn rides_through(charger: &Stand, target: &Charged) -> bool {
    let holds = target.terrain == Terrain::BrokenGround && target.stand.body() == Body::InfSkirmisher;
    charger.body() == Body::CavBrigade && target.stand.is_skirmisher() && !holds
}

/// What forbade a charge, in words, and how near the stand may come.
fn why(barred: Option<Barred>) -> &'static str {
    match barred {
        Some(Barred::OutOfCommand) => "out of command, no move toward an enemy in sight",
        Some(Barred::Exhausted) => "its division is exhausted, an inch away at the nearest",
        Some(Barred::MarchColumn) => "it is in march column, an inch away at the nearest",
        Some(Barred::Unseen) => "the target was not in sight when the turn began, an inch away at the nearest",
        Some(Barred::Ground) => "the target stands where it may not go, an inch away at the nearest",
        Some(Barred::Disordered) => "disordered, against cartridge arms, an inch away at the nearest",
        Some(Barred::Kind) | None => "such a stand does not charge this one, an inch away at the nearest",
    }
}

/// P3, conditions 1 to 4: what forbids the charge. Who is out of command does not even approach, so that comes first.
fn bars<U: Referee>(book: &Book, situation: &ChargeSituation, umpire: &mut U) -> Ruling<Option<Barred>, U> {
    let (charger, target) = (&situation.charger, &situation.target);
    let may = eligible(book, charger, target, umpire)?;
    let mut barred = None;
    let mut forbid = |holds: bool, rule: Rule, bar: Barred, umpire: &mut U| {
        if holds {
            umpire.cite(rule);
            barred = barred.or(Some(bar));
        }
    };
    forbid(!situation.in_command, VB_CMD_OUT_NO_ADVANCE, Barred::OutOfCommand, umpire);
    forbid(!may, VB_CHG_TABLE, Barred::Kind, umpire);
    forbid(situation.exhausted, VB_EXH_NO_CONTACT, Barred::Exhausted, umpire);
    let column = charger.march_column && !book.switches.column_may_charge;
    forbid(column, VB_MARCH_MAY_MELEE, Barred::MarchColumn, umpire);
    umpire.cite(VB_CHG_VISIBLE);
    let pursues = book.switches.pursuit_in_woods && target.beaten_in_this_forest && target.terrain == Terrain::Forest;
    if pursues {
        umpire.cite(VB_CHG_PURSUIT_WOODS);
    }
    forbid(!target.visible && !pursues, VB_CHG_VISIBLE, Barred::Unseen, umpire);
    let prohibited = book.tables.going.at(target.terrain, charger.column()).is_some_and(|cell| cell.value.xx);
    forbid(prohibited, VB_CHG_PROHIBITED, Barred::Ground, umpire);
    let (row, _) = charger_row(charger);
    let shy = book.tables.disordered_barred.at(row).value && is_disordered(charger.level) && target.stand.is_asa(book);
    forbid(shy, VB_CHG_DIS_ASA, Barred::Disordered, umpire);
    if barred.is_some_and(|bar| bar != Barred::OutOfCommand) && book.tables.one_inch.at(row).value {
        umpire.cite(VB_CHG_ONE_INCH);
        umpire.read(book.tables.charge.at(ChargeItem::OneInch));
    }
    Ok(barred)
}

/// Condition 1: the chart of who may charge whom.
fn eligible<U: Referee>(book: &Book, charger: &Stand, target: &Charged, umpire: &mut U) -> Ruling<bool, U> {
    umpire.cite(VB_CHG_TABLE);
    let Eligibility { cell, rule, may } = eligibility(book, charger, &target.stand, target.edge)?;
    umpire.cite(rule);
    umpire.read(cell);
    Ok(may)
}

/// Refuses a contact that no charge can have made.
pub(crate) fn check_target(
    book: &Book,
    refusal: &mut Refusal,
    field: &str,
    charger: &Stand,
    target: &Stand,
    edge: Edge,
) {
    let column = charger.march_column && !book.switches.column_may_charge;
    refusal.unless(!column, field, VB_HOUSE_COLUMN, || "a march column does not charge".to_owned());
    if let Ok(Eligibility { rule, may, .. }) = eligibility(book, charger, target, edge) {
        refusal.unless(may, field, rule, || format!("{} does not charge this {}", charger.kind, target.kind));
    }
}

/// What the chart says about one charger and one target.
struct Eligibility {
    cell: Looked<MayCharge>,
    rule: Rule,
    may: bool,
}

fn eligibility(book: &Book, charger: &Stand, stand: &Stand, edge: Edge) -> Result<Eligibility, Fault> {
    let (row, rule) = charger_row(charger);
    let helpless = stand.level == Level::Rout || stand.march_column;
    let column = match stand.body() {
        Body::Artillery => VS_ARTILLERY,
        Body::InfSkirmisher => VS_INF_SKIRMISHER,
        Body::CavSkirmisher => VS_CAV_SKIRMISHER,
        _ if helpless => VS_HELPLESS_BRIGADE,
        Body::CavBrigade | Body::MountedInf => VS_CAV_BRIGADE,
        Body::InfBrigade | Body::CavDismounted => VS_INF_BRIGADE,
    };
    let lighter = row == ChargerRow::CavSkirmisher;
    let rule = match column {
        VS_ARTILLERY if lighter => VB_CHG_CAV_SKIRM_ART,
        VS_INF_SKIRMISHER | VS_CAV_SKIRMISHER if lighter => VB_CHG_CAV_SKIRM_SKIRM,
        _ if lighter => VB_CHG_CAV_SKIRM_BDE,
        _ => rule,
    };
    // Mounted infantry in the saddle is charged like the horse it rides: as a cavalry brigade.
    let horse = matches!(stand.kind, Kind::CavBrigade | Kind::MountedInf) && stand.is_mounted();
    let cell = book.tables.may_charge.at(row, column)?;
    let may = match cell.value {
        MayCharge::Yes => true,
        MayCharge::No => false,
        MayCharge::FlankOnly => edge != Edge::Front,
        MayCharge::NotCavalryBrigade => !horse,
    };
    Ok(Eligibility { cell, rule, may })
}
