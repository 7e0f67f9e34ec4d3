//! The Closing Roll (3.5): P6.

use engine::book::Procedure;
use engine::{Asks, Modifiers, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{ClosingModifier, Limit, MoraleState, Rating};
use crate::rules::*;
use crate::unit::{
    Arm, Formation, Leader, Stack, StackAfter, Standing, Unit, check_stack, formation_rule, nobody_left,
};
use crate::{Book, Event, Referee, Roll};

/// A stack that wants to enter a hex next to an enemy able to fire at it, or to Charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosingSituation {
    /// The stack, and the leaders who move with it.
    pub stack: Stack,
    /// Whether it goes into a Rear hex of every enemy that makes it roll.
    #[serde(default)]
    pub rear: bool,
    /// Whether artillery with canister has it in its front.
    #[serde(default)]
    pub canister: bool,
    /// Whether it began its activity next to the hex it now Charges.
    #[serde(default)]
    pub began_adjacent: bool,
    /// Whether it began its activity in Breastworks.
    #[serde(default)]
    pub began_in_works: bool,
    /// Whether it has already Charged in this activity; then where it began does not matter.
    #[serde(default)]
    pub charged_before: bool,
}

keys! {
    /// Whether a stack closes.
    pub enum ClosingOutcome {
        /// It goes in.
        Closes = "closes",
        /// It stays where it is, and its activity is over.
        Balks = "balks",
    }
}

/// P6 as a procedure.
pub struct ClosingRoll;

impl Procedure for ClosingRoll {
    type Book = Book;
    type Situation = ClosingSituation;
    type Outcome = ClosingOutcome;

    const NAME: &'static str = "closing-roll";
    const CHAPTER: &'static str = "Closing";
    const SUMMARY: &'static str = "Does a stack dare to close with the enemy?";

    fn examples() -> Vec<(&'static str, ClosingSituation)> {
        let regiment = Unit {
            arm: Arm::Infantry,
            formation: Formation::Line,
            rating: Rating::B,
            printed: 5,
            sp: 5,
            state: MoraleState::Normal,
            sharpshooter: false,
            open_order: false,
            weapon: None,
            shell_depleted: false,
            canister_depleted: false,
            ammunition: None,
            holds_fire: false,
        };
        let plain = ClosingSituation {
            stack: Stack { units: vec![regiment.clone()], ..Stack::default() },
            rear: false,
            canister: false,
            began_adjacent: false,
            began_in_works: false,
            charged_before: false,
        };
        let of =
            |unit: Unit| ClosingSituation { stack: Stack { units: vec![unit], ..Stack::default() }, ..plain.clone() };
        let led = Stack {
            units: vec![regiment.clone()],
            leaders: vec![Leader { morale: 2, commands: true, artillery: false }],
            in_company: false,
        };
        vec![
            ("a good regiment", plain.clone()),
            ("led into canister", ClosingSituation { stack: led, canister: true, ..plain.clone() }),
            (
                "out of Breastworks at the enemy's back",
                ClosingSituation {
                    rear: true,
                    began_in_works: true,
                    ..of(Unit { rating: Rating::A, ..regiment.clone() })
                },
            ),
            ("shaken troops", of(Unit { rating: Rating::C, state: MoraleState::Shaken, ..regiment.clone() })),
            ("poor troops", of(Unit { rating: Rating::E, ..regiment.clone() })),
            ("skirmishers", of(Unit { formation: Formation::OpenOrder, ..regiment })),
        ]
    }

    fn check(book: &Book, situation: &ClosingSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stack(book, &mut refusal, "stack", &situation.stack);
        for (index, unit) in situation.stack.units.iter().enumerate() {
            check_closer(&mut refusal, || format!("stack.units[{index}]"), &situation.stack, unit);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ClosingSituation, umpire: &mut U) -> Ruling<ClosingOutcome, U> {
        let after = StackAfter::new(&situation.stack);
        let approach = Approach {
            rear: situation.rear,
            canister: situation.canister,
            from_rest: (situation.began_adjacent || situation.began_in_works) && !situation.charged_before,
        };
        let closes = closing_roll(book, Standing { stack: &situation.stack, after: &after }, approach, umpire)?;
        Ok(if closes { ClosingOutcome::Closes } else { ClosingOutcome::Balks })
    }

    fn line(outcome: &ClosingOutcome) -> String {
        match outcome {
            ClosingOutcome::Closes => "it closes".to_owned(),
            ClosingOutcome::Balks => "it balks: it stays, and its activity is over".to_owned(),
        }
    }
}

/// S 15: who may not close at all; `place` says where he stands in the situation.
pub(crate) fn check_closer(refusal: &mut Refusal, place: impl FnOnce() -> String, stack: &Stack, unit: &Unit) {
    let formed = !matches!(unit.formation, Formation::Column | Formation::Limbered | Formation::Unlimbered);
    let steady = !matches!(unit.state, MoraleState::Disorganized | MoraleState::Routed);
    // COST: where he stands, in words, is written only for whoever is refused.
    if formed && steady {
        return;
    }
    let (field, after) = (place(), StackAfter::new(stack));
    let rule = formation_rule(Standing { stack, after: &after }.row(unit));
    refusal.unless(formed, &format!("{field}.formation"), rule, || format!("{} does not close", unit.formation));
    let rule = if unit.state == MoraleState::Routed { LB_STATE_R } else { LB_STATE_DG };
    refusal.unless(steady, &format!("{field}.state"), rule, || "DG and Routed units do not close".to_owned());
}

/// How a stack comes at the enemy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    pub rear: bool,
    pub canister: bool,
    /// It began its activity next to its Charge target or in Breastworks, and this is its first Charge (S 16).
    pub from_rest: bool,
}

/// P6: one die and its modifiers against the number of the top unit's rating.
pub(crate) fn closing_roll<U: Referee>(
    book: &Book,
    standing: Standing<'_>,
    approach: Approach,
    umpire: &mut U,
) -> Ruling<bool, U> {
    if standing.is_open_order_capable() {
        umpire.cite(LB_OO_5);
        return Ok(true);
    }
    let (top, _) = standing.top().ok_or_else(nobody_left)?;
    let chart = &book.tables.closing_modifiers;
    let mut modifiers = Modifiers::new();
    let led = u16::from(standing.leader()) >= book.limit(Limit::ClosingLeader);
    modifiers.add_if(led, LB_CLOSE_MOD_LEADER, || chart.at(ClosingModifier::Leader));
    modifiers.add_if(approach.rear, LB_CLOSE_MOD_REAR, || chart.at(ClosingModifier::Rear));
    let shaken = standing.after.any_in(&[MoraleState::Shaken]);
    modifiers.add_if(shaken, LB_CLOSE_MOD_SHAKEN, || chart.at(ClosingModifier::Shaken));
    modifiers.add_if(approach.canister, LB_CLOSE_MOD_CANISTER, || chart.at(ClosingModifier::Canister));
    modifiers.add_if(approach.from_rest, LB_CLOSE_MOD_STATIC, || chart.at(ClosingModifier::Static));
    let die = umpire.d6(LB_CLOSE_TABLE)?;
    let total = die + umpire.apply(&modifiers);
    umpire.cite(rating_rule(top.rating));
    let needed = umpire.read(book.tables.closing.at(top.rating));
    umpire.tell(|| Event::Tried { roll: Roll::Closing, total, needed, passed: total >= needed });
    Ok(total >= needed)
}

fn rating_rule(rating: Rating) -> Rule {
    match rating {
        Rating::A => LB_CLOSE_A,
        Rating::B => LB_CLOSE_B,
        Rating::C => LB_CLOSE_C,
        Rating::D | Rating::E | Rating::F => LB_CLOSE_D,
    }
}
