//! How the battle stands, in numbers and in words, and how it ended.

use engine::Side as Army;
use engine::stage::{Ending, Standing, Tally};

use crate::play::position::{Battle, Position};
use crate::play::state::{LeaderId, Moment, UnitId};
use crate::play::theatre::{Theatre, index};
use crate::rules::LB_HOUSE_VICTORY;
use crate::turn::TurnStep;
use crate::unit::Light;
use crate::victory::Margin;

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// How it stands, in numbers.
pub(super) fn tally(theatre: &Theatre, battle: &Battle) -> Tally {
    let points = theatre.points(battle);
    let lost = battle.table(theatre).toll.men;
    Tally { turn: battle.turn, turns: theatre.turns.len() as u16, points, lost }
}

/// How it ended.
pub(super) fn ending(theatre: &Theatre, battle: &Battle) -> Option<Ending> {
    let outcome = theatre.standing(battle).filter(|_| battle.over)?;
    let points = format!("{} to {} points", outcome.union, outcome.confederate);
    let finished = Army::ALL.into_iter().find(|side| theatre.is_finished(battle, *side));
    let (kind, words) = match outcome.victor {
        None => ("draw", format!("a draw, {points}")),
        Some(victor) if finished == Some(victor.enemy()) => {
            let (winner, loser) = (&theatre.sides[index(victor)], &theatre.sides[index(victor.enemy())]);
            ("nobody left to fight", format!("{winner} victory: nobody of the {loser} side is left to fight"))
        }
        Some(victor) => {
            let (kind, margin) = match outcome.margin {
                Margin::Draw | Margin::Marginal => ("marginal victory", "marginal"),
                Margin::Solid => ("solid victory", "solid"),
                Margin::Decisive => ("decisive victory", "decisive"),
            };
            (kind, format!("{margin} {} victory, {points}", theatre.sides[index(victor)]))
        }
    };
    Some(Ending { winner: outcome.victor, kind, words, rule: Some(LB_HOUSE_VICTORY) })
}

/// How it stands, for people.
pub(super) fn of(theatre: &Theatre, battle: &Battle) -> Standing {
    let turn = theatre.turn(battle);
    let minute = turn.minute % DAY;
    let dark = match turn.light {
        Light::Day => "",
        Light::Twilight => ", twilight",
        Light::Night => ", night",
    };
    let mut engaged = [0; 2];
    for id in theatre.unit_ids() {
        engaged[index(theatre.unit(id).side)] += theatre.men(id, theatre.unit(id).printed);
    }
    let side = &theatre.sides[index(battle.active)];
    let (phase, to_do) = match battle.step {
        _ if battle.over => ("the battle is over".to_owned(), String::new()),
        TurnStep::Orders => (
            format!("{side} Command Phase, orders"),
            "write orders, have leaders accept what has reached them, then end the step".to_owned(),
        ),
        TurnStep::Activity if battle.advance.is_some() => (
            format!("{side} Activity Phase, after a won Charge"),
            "the stack that has won its Charge goes on, or halts".to_owned(),
        ),
        TurnStep::Activity => {
            let ready = |id: &UnitId| {
                let (card, now) = (theatre.unit(*id), battle.unit(*id));
                card.side == battle.active && now.at.is_some() && now.done == crate::play::Done::Nothing
            };
            let to_do = match theatre.unit_ids().filter(ready).count() {
                // Leaders may still ride, and stacks that have moved may still go on.
                0 => "every stack has moved or fired: end the phase once the rest is done".to_owned(),
                left => {
                    let left = engine::counted(left, "unit has", "units have");
                    format!("move or fire each stack once, then end the phase; {left} done nothing yet")
                }
            };
            (format!("{side} Activity Phase, movement and combat"), to_do)
        }
        step => (format!("{side} {step}"), String::new()),
    };
    Standing {
        tally: tally(theatre, battle),
        clock: format!("{:02}:{:02}{dark}", minute / 60, minute % 60).into(),
        phase: phase.into(),
        to_do,
        side: (!battle.over).then_some(battle.active),
        engaged,
        ending: ending(theatre, battle),
    }
}

/// What a leader is called; Replacements have no name of their own.
pub(super) fn leader_name(theatre: &Theatre, battle: &Moment, id: LeaderId) -> String {
    match theatre.leaders.get(id.index()) {
        Some(card) => card.name.clone(),
        None => {
            let post = battle.leaders.get(id.index()).map(|leader| theatre.formation(leader.post).name.as_str());
            format!("the new commander of {}", post.unwrap_or("his men"))
        }
    }
}
