//! Infantry skirmishers who reinforce a brigade (S48).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{DiceNote, Kind, Level, Limit, Weapon};
use crate::rules::*;
use crate::unit::{Body, Edge, Stand, check_stand};
use crate::{Book, Referee};

/// A skirmisher that would join a brigade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinforceSituation {
    /// The skirmisher.
    pub skirmisher: Stand,
    /// The brigade, with those that reinforce it already.
    pub brigade: Stand,
    /// The edge of the brigade that it touches.
    #[serde(default = "rear")]
    pub touches: Edge,
    /// Both belong to the same division.
    #[serde(default = "yes")]
    pub same_division: bool,
    /// Both face the same way.
    #[serde(default = "yes")]
    pub same_facing: bool,
}

fn rear() -> Edge {
    Edge::Rear
}

fn yes() -> bool {
    true
}

/// The brigade afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ReinforceOutcome {
    /// Skirmishers that reinforce it.
    pub reinforcing: u8,
    /// Dice they add to its fire and melee.
    pub more_dice: u8,
}

/// Reinforcing as a procedure.
pub struct Reinforce;

impl Procedure for Reinforce {
    type Book = Book;
    type Situation = ReinforceSituation;
    type Outcome = ReinforceOutcome;

    const NAME: &'static str = "reinforce";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "An infantry skirmisher joins a brigade and adds to its dice.";

    fn examples() -> Vec<(&'static str, ReinforceSituation)> {
        let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
        let brigade = Stand { reinforcing: 1, ..Stand::brigade(Weapon::RifledMusket, 4, 4) };
        let second =
            ReinforceSituation { skirmisher, brigade, touches: Edge::Rear, same_division: true, same_facing: true };
        vec![("a second skirmisher behind a brigade", second)]
    }

    fn check(book: &Book, situation: &ReinforceSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let ReinforceSituation { skirmisher, brigade, touches, same_division, same_facing } = situation;
        check_stand(book, &mut refusal, "skirmisher", skirmisher);
        check_stand(book, &mut refusal, "brigade", brigade);
        let mut unless = |fine: bool, field: &str, why: &str| {
            refusal.unless(fine, field, VB_DICE_NOTE_REINFORCE, || why.to_owned());
        };
        unless(skirmisher.body() == Body::InfSkirmisher, "skirmisher.kind", "only infantry skirmishers reinforce");
        unless(brigade.body() == Body::InfBrigade, "brigade.kind", "they reinforce infantry brigades only");
        unless(*touches != Edge::Front, "touches", "they touch its side or its rear");
        unless(*same_division, "same_division", "they reinforce a brigade of their own division");
        unless(*same_facing, "same_facing", "they face the way it faces");
        let room = brigade.reinforcing < book.count(Limit::ReinforcingMax);
        unless(room, "brigade.reinforcing", "two reinforce a brigade, no more");
        let orderly = skirmisher.level != Level::Rout && brigade.level != Level::Rout;
        refusal.unless(orderly, "skirmisher.level", VB_ROUT_HELPLESS, || "the routed help nobody".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ReinforceSituation, umpire: &mut U) -> Ruling<ReinforceOutcome, U> {
        umpire.cite(VB_DICE_NOTE_REINFORCE);
        let reinforcing = situation.brigade.reinforcing.saturating_add(1);
        let each = umpire.read(book.tables.dice_notes.at(DiceNote::Skirmisher)).0;
        Ok(ReinforceOutcome { reinforcing, more_dice: each.saturating_mul(reinforcing) })
    }

    fn line(outcome: &ReinforceOutcome) -> String {
        let skirmishers = counted(outcome.reinforcing, "skirmisher reinforces", "skirmishers reinforce");
        format!("{skirmishers} it: {}", counted(outcome.more_dice, "more die", "more dice"))
    }
}
