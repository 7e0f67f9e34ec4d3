//! What happened, in plain words for a journal; and what a reader of one side may not know is not told.

use engine::{Side as Army, counted};

use super::gist::zero_words;
use super::scene::state_words;
use super::standing::leader_name;
use super::words::{instruction, names, place, wagon_name};
use crate::Event;
use crate::charts::{CombatCell, LeaderFate, MoraleState};
use crate::play::deed::Deed;
use crate::play::state::{FormationId, Moment, UnitId};
use crate::play::theatre::{Theatre, index};
use crate::turn::TurnStep;
use engine::chart::Key;

/// What became of a leader.
pub(super) const fn fate(fate: LeaderFate) -> &'static str {
    match fate {
        LeaderFate::Unhurt => "is unhurt",
        LeaderFate::Captured => "is captured",
        LeaderFate::Wounded => "is wounded",
        LeaderFate::Killed => "is killed",
    }
}

/// An event in words; nothing where it says nothing to the reader.
pub(super) fn narrate(theatre: &Theatre, battle: &Moment, event: &Event, reader: Option<Army>) -> Option<String> {
    match event {
        Event::Deed(deed) => tell(theatre, battle, deed, reader),
        // What has to do with orders is the business of the side that acts.
        Event::Tried { roll, .. } if roll.is_about_orders() && reader.is_some_and(|reader| reader != battle.active) => {
            None
        }
        Event::CommandRolled { .. } if reader.is_some_and(|reader| reader != battle.active) => None,
        Event::Tried { roll, total, needed, passed } => {
            let came = if *passed { "it comes off" } else { "it fails" };
            Some(format!("{}: needs {needed}, has {total}: {came}", roll.name()))
        }
        Event::CommandRolled { total, yes } => {
            Some(format!("the Command Roll comes to {total}: {}", if *yes { "yes" } else { "no" }))
        }
        Event::Ordered { .. } | Event::Moved { .. } | Event::Became { .. } => None,
        Event::Volleyed { loss: 0, .. } => Some("an Opening Volley does no harm".to_owned()),
        Event::Volleyed { loss, .. } => Some(format!("an Opening Volley costs {loss} SP")),
        Event::Fired { result: None, .. } => Some("the shot has no effect".to_owned()),
        Event::Fired { sps, result: Some(result), .. } => {
            let effect = match result {
                CombatCell::Nothing => "no effect".to_owned(),
                CombatCell::Morale => "a morale check".to_owned(),
                loss => format!("{} SP lost, and a morale check", loss.name()),
            };
            Some(format!("{sps} SP fire: {effect}"))
        }
        Event::Lost { sps } => (*sps > 0).then(|| format!("{sps} SP lost")),
        Event::Checked { result: MoraleState::Normal, .. } => Some("its morale holds".to_owned()),
        Event::Checked { result, retreat, loss, .. } => {
            let mut line = format!("morale: {}", state_words(*result));
            if *retreat > 0 {
                line += &format!(", retreats {}", counted(*retreat, "hex", "hexes"));
            }
            if *loss > 0 {
                line += &format!(", loses {loss} SP more");
            }
            Some(line)
        }
        Event::LeaderRolled { fate: LeaderFate::Unhurt, .. } => Some("a leader is in danger and unhurt".to_owned()),
        Event::LeaderRolled { fate: fallen, .. } => Some(format!("a leader in the hex {}", fate(*fallen))),
        Event::Retreated { loss, shakes, .. } => {
            let lost = (*loss > 0).then(|| format!("the retreat costs {loss} SP"));
            let shaken = shakes.then(|| "friends on the way are shaken".to_owned());
            let all: Vec<String> = lost.into_iter().chain(shaken).collect();
            (!all.is_empty()).then(|| all.join(", "))
        }
    }
}

fn tell(theatre: &Theatre, battle: &Moment, deed: &Deed, reader: Option<Army>) -> Option<String> {
    let name = |id: FormationId| theatre.formation(id).name.as_str();
    let side = |side: Army| theatre.sides[index(side)].as_str();
    let known = |id: FormationId| reader.is_none_or(|reader| reader == theatre.formation(id).side);
    let foreign = |id: UnitId| reader.is_some_and(|reader| reader != theatre.unit(id).side);
    let veiled = |id: UnitId| theatre.book.switches.fog_of_war && foreign(id);
    Some(match deed {
        Deed::StepBegan { turn, side: whose, step } => return step_began(theatre, *turn, side(*whose), *step),
        Deed::OrderSent { to, .. }
        | Deed::OrderDelivered { to }
        | Deed::OrderAccepted { formation: to, .. }
        | Deed::OrderEnded { formation: to }
        | Deed::TookInitiative { formation: to }
        | Deed::Stopped { formation: to }
        | Deed::Recovered { formation: to }
        | Deed::ZeroRolled { brigade: to, .. }
            if !known(*to) =>
        {
            return None;
        }
        Deed::OrderSent { to, says, due } => {
            format!("an order goes to {}: {}; it arrives on turn {due}", name(*to), instruction(theatre, *says))
        }
        Deed::OrderDelivered { to } => format!("an order reaches {}", name(*to)),
        Deed::OrderAccepted { formation, says } => {
            format!("{} accepts its order to {}", name(*formation), instruction(theatre, *says))
        }
        Deed::OrderEnded { formation } => format!("the order of {} has ended", name(*formation)),
        Deed::TookInitiative { formation } => format!("the leader of {} takes the initiative", name(*formation)),
        Deed::Stopped { formation } => format!("{} is stopped and withdraws", name(*formation)),
        Deed::Recovered { formation } => format!("{} may attack again", name(*formation)),
        Deed::ZeroRolled { brigade, allowance } => {
            let moves = zero_words(*allowance);
            format!("{} {moves} this turn", name(*brigade))
        }
        Deed::Stands { units, at } => {
            format!("{} now in {}", names(theatre, seen(theatre, units, reader)), place(theatre, *at))
        }
        Deed::Arrived { unit } => format!("{} comes onto the map", names(theatre, &[*unit])),
        Deed::Closed { units, into, dared } => {
            let dares = if *dared { "closes with the enemy" } else { "does not dare to close with the enemy" };
            format!("{} {dares} at {}", names(theatre, units), place(theatre, *into))
        }
        Deed::FiredAt { units, target } => format!("fire of {} at {}", names(theatre, units), place(theatre, *target)),
        Deed::Charged { units, target } => {
            format!("charge of {} at {}", names(theatre, units), place(theatre, *target))
        }
        Deed::Retreats { units, from } => {
            format!("retreat of {} from {}", names(theatre, seen(theatre, units, reader)), place(theatre, *from))
        }
        Deed::Left { unit, sp: 0, .. } => format!("{} is destroyed", names(theatre, &[*unit])),
        Deed::Left { unit, .. } if veiled(*unit) && is_below(theatre, battle, *unit) => return None,
        Deed::Left { unit, sp, state } => left(theatre, *unit, *sp, *state, reader),
        Deed::LeaderLost { leader, fate: fallen } => {
            format!("{} {}", leader_name(theatre, battle, *leader), fate(*fallen))
        }
        Deed::TookOver { leader, formation } => {
            format!("{} takes over {}", leader_name(theatre, battle, *leader), name(*formation))
        }
        Deed::LeaderMoved { formation, at } => {
            format!("the leader or HQ of {} is now in {}", name(*formation), place(theatre, *at))
        }
        Deed::Ammunition { unit, .. } if foreign(*unit) => return None,
        Deed::Ammunition { unit, shell_depleted, canister_depleted } => {
            ammunition(theatre, *unit, *shell_depleted, *canister_depleted)
        }
        Deed::Wagon { wagon, at } => format!("{} is in {}", wagon_name(theatre, *wagon), place(theatre, *at)),
        Deed::WagonLost { wagon } => format!("{} is destroyed", wagon_name(theatre, *wagon)),
        Deed::Runs { formation, running: true } => format!("{} gives up its orders and runs", name(*formation)),
        Deed::Runs { formation, running: false } => format!("{} has come to a stand", name(*formation)),
        Deed::WorksGone { at } => format!("the Breastworks in {} are taken down", place(theatre, *at)),
        Deed::DugIn { unit } => format!("{} has dug in", names(theatre, &[*unit])),
        Deed::Took { objective, side: whose } => {
            let objective =
                theatre.objectives.get(usize::from(*objective)).map_or("an objective", |card| card.name.as_str());
            format!("the {} side takes {objective}", side(*whose))
        }
        Deed::Over { victor: Some(victor) } => format!("the battle is over: {} victory", side(*victor)),
        Deed::Over { victor: None } => "the battle is over: a draw".to_owned(),
    })
}

/// Of an enemy stack one sees the top unit where the table plays fog of war; whoever fires, closes or Charges shows himself.
fn seen<'a>(theatre: &Theatre, units: &'a [UnitId], reader: Option<Army>) -> &'a [UnitId] {
    let veiled = theatre.book.switches.fog_of_war
        && units.first().is_some_and(|id| reader.is_some_and(|reader| reader != theatre.unit(*id).side));
    if veiled { &units[..1] } else { units }
}

/// Whether a unit stands below another one in its stack.
pub(super) fn is_below(theatre: &Theatre, battle: &Moment, id: UnitId) -> bool {
    let now = battle.unit(id);
    let above = |other: UnitId| battle.unit(other).at == now.at && battle.unit(other).place < now.place;
    now.at.is_some() && theatre.unit_ids().any(above)
}

/// What is left of a unit; how much of an enemy only where it can be known.
fn left(theatre: &Theatre, unit: UnitId, sp: u8, state: MoraleState, reader: Option<Army>) -> String {
    let card = theatre.unit(unit);
    let hidden = theatre.book.switches.fog_of_war && reader.is_some_and(|reader| reader != card.side);
    let strength = if hidden { String::new() } else { format!("{sp} SP, ") };
    format!("{}: {strength}{}", card.name, state_words(state))
}

fn ammunition(theatre: &Theatre, unit: UnitId, shell: bool, canister: bool) -> String {
    let name = names(theatre, &[unit]);
    match (shell, canister) {
        (true, true) => format!("{name} is out of shell and canister"),
        (true, false) => format!("{name} is out of shell"),
        (false, true) => format!("{name} is out of canister"),
        (false, false) => format!("{name} has ammunition again"),
    }
}

fn step_began(theatre: &Theatre, turn: u16, side: &str, step: TurnStep) -> Option<String> {
    match step {
        TurnStep::Orders => Some(format!("turn {turn} of {}: {side} orders", theatre.turns.len())),
        TurnStep::Activity => Some(format!("{side} troops move and fight")),
        TurnStep::LossRecovery => Some(format!("midnight: {side} stragglers return")),
        TurnStep::AttackRecovery | TurnStep::FlukeStoppage | TurnStep::Rally | TurnStep::RemoveCbf | TurnStep::End => {
            None
        }
    }
}
