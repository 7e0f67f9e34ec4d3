//! What an order came to, in a few words, for its odds. Battles that come to the same thing say the same.

use engine::{Side as Army, counted};

use super::scene::{formation_words, state_words};
use super::words::{formation, front, instruction, leader_of, place, side, wagon_name};
use super::{narrate, standing};
use crate::charts::ZeroMa;
use crate::command::Order;
use crate::play::stack::has_front;
use crate::play::state::{FormationId, Instruction, LeaderId, Moment, UnitId, WagonId};
use crate::play::theatre::Theatre;
use crate::turn::TurnStep;

/// What is different in a battle afterwards, the weightiest first.
///
/// Where strengths are hidden, what an enemy loses is not counted for the reader: whether it is his last man would tell them. His
/// orders, and what keeps him from carrying them out, are the business of his own side.
pub(super) fn gist(theatre: &Theatre, before: &Moment, after: &Moment, reader: Option<Army>) -> String {
    let mut all: Vec<String> = Vec::new();
    for id in theatre.unit_ids() {
        let hidden = theatre.book.switches.fog_of_war && reader.is_some_and(|side| side != theatre.unit(id).side);
        // Of an enemy stack one sees the top unit.
        if !(hidden && narrate::is_below(theatre, before, id)) {
            all.extend(unit_gist(theatre, before, after, id, hidden));
        }
    }
    let struck = |id: UnitId| theatre.unit(id).side != before.active && before.unit(id) != after.unit(id);
    if before.fired != after.fired && before.turn == after.turn && !theatre.unit_ids().any(struck) {
        all.insert(0, "the fire has no effect".to_owned());
    }
    for (number, (was, is)) in before.leaders.iter().zip(&after.leaders).enumerate() {
        if was.fate != is.fate {
            let name = standing::leader_name(theatre, before, LeaderId(number as u16));
            all.push(format!("{name} {}", narrate::fate(is.fate)));
        }
    }
    let known = |id: FormationId| reader.is_none_or(|side| side == theatre.formation(id).side);
    all.extend(dispatch_gist(theatre, before, after, known));
    for id in theatre.formation_ids() {
        if known(id) {
            all.extend(formation_gist(theatre, before, after, id));
        }
        all.extend(flight_gist(theatre, before, after, id));
    }
    all.extend(reserve_gist(theatre, before, after, known));
    for (card, (was, is)) in theatre.objectives.iter().zip(before.held.iter().zip(&after.held)) {
        if let Some(holder) = is.by.filter(|_| was.by != is.by) {
            all.push(format!("the {} side has {}", side(theatre, holder), card.name));
        }
    }
    // What goes without saying beside all that is told where there is nothing else.
    if all.is_empty() {
        all.extend(rides(theatre, before, after));
    }
    if all.is_empty() {
        all.extend(small_things(theatre, before, after));
    }
    if all.is_empty() { "nothing changes".to_owned() } else { all.join("; ") }
}

/// What is different about a unit: losses, nerve, where and how it stands, or that it was driven off its hex by somebody else.
fn unit_gist(theatre: &Theatre, before: &Moment, after: &Moment, id: UnitId, hidden: bool) -> Option<String> {
    let (was, is) = (before.unit(id), after.unit(id));
    let card = theatre.unit(id);
    let mut parts: Vec<String> = Vec::new();
    if hidden && is.sp < was.sp {
        parts.push("loses men".to_owned());
    }
    if is.sp == 0 && was.sp > 0 {
        parts.extend((!hidden).then(|| "is destroyed".to_owned()));
    } else {
        if is.sp < was.sp && !hidden {
            parts.push(format!("loses {} SP", was.sp - is.sp));
        }
        if is.state != was.state {
            parts.push(state_words(is.state).to_owned());
        }
        match (was.at, is.at) {
            (Some(from), Some(to)) if from != to => {
                let own = card.side == before.active && !is.retreated;
                parts.push(if own {
                    format!("in hex {}", theatre.number(to))
                } else {
                    format!("goes back {}", counted(from.distance(to), "hex", "hexes"))
                });
            }
            (Some(_), Some(at)) if is.facing != was.facing && has_front(is.formation) => {
                parts.push(format!("faces {}", front(theatre, at, is.facing)));
            }
            (None, Some(to)) => parts.push(format!("comes on in hex {}", theatre.number(to))),
            _ => {}
        }
        if is.formation != was.formation && is.at.is_some() {
            parts.push(match formation_words(card.arm, is.formation) {
                done if done.ends_with("ed") => done.to_owned(),
                formation => format!("in {formation}"),
            });
        }
        if let Some(to) = is.posted.filter(|_| is.posted != was.posted) {
            parts.push(format!("is posted to {}", place(theatre, to)));
        }
        let dry = [
            (was.shell_depleted, is.shell_depleted, "shell"),
            (was.canister_depleted, is.canister_depleted, "canister"),
        ];
        parts.extend(
            dry.iter().filter(|(was, is, _)| *is && !*was && !hidden).map(|(.., what)| format!("out of {what}")),
        );
    }
    (!parts.is_empty()).then(|| format!("{} {}", card.name, parts.join(", ")))
}

/// Orders that were sent, and orders that somebody accepts. A Command that hands its order down to divisions has none itself.
fn dispatch_gist(
    theatre: &Theatre,
    before: &Moment,
    after: &Moment,
    known: impl Fn(FormationId) -> bool,
) -> Vec<String> {
    let sent = after.dispatches.iter().filter(|sent| {
        let same =
            |old: &&crate::play::state::Dispatch| (old.to, old.says, old.sent) == (sent.to, sent.says, sent.sent);
        known(sent.to) && before.dispatches.iter().find(same).is_none()
    });
    let sent = sent.map(|sent| format!("the order to {} arrives on turn {}", formation(theatre, sent.to), sent.due));
    let waits = |moment: &Moment, id: FormationId| moment.dispatches.iter().any(|sent| sent.to == id && sent.delivered);
    let accepted = theatre.formation_ids().filter(|id| known(*id)).filter(|id| {
        let gone = before.turn == after.turn && waits(before, *id) && !waits(after, *id);
        gone || before.formation(*id).accepted != after.formation(*id).accepted
    });
    let accepted = accepted.map(|id| format!("{} accepts its order", formation(theatre, id)));
    sent.chain(accepted).collect()
}

/// What is different about a formation: its order, what keeps it from attacking, its Reserve, and what the Zero Rule leaves it.
fn formation_gist(theatre: &Theatre, before: &Moment, after: &Moment, id: FormationId) -> Vec<String> {
    let (was, is, name) = (before.formation(id), after.formation(id), formation(theatre, id));
    let mut all: Vec<String> = Vec::new();
    let ends = was.order.order != Order::None && is.order.order == Order::None;
    if ends {
        all.push(format!("the order of {name} ends"));
    } else if is.order != was.order {
        let says = match (is.order.order, is.order.goal) {
            (Order::Attack, Some(goal)) => Some(Instruction::Attack(goal)),
            (Order::Move, Some(goal)) => Some(Instruction::Move(goal)),
            _ => None,
        };
        all.extend(says.map(|says| format!("{name} has orders to {}", instruction(theatre, says))));
    }
    if is.stopped && !was.stopped {
        all.push(format!("{name} is stopped and withdraws"));
    }
    if is.recovering != was.recovering {
        let what = if is.recovering { "has to recover before it attacks again" } else { "may attack again" };
        all.push(format!("{name} {what}"));
    }
    if is.reserve != was.reserve {
        all.push(format!("{name} {}", if is.reserve { "goes into Reserve" } else { "is released" }));
    }
    if is.deployed && !was.deployed {
        all.push(format!("{name} deploys"));
    }
    if let Some(allowance) = is.zero.filter(|_| is.zero != was.zero) {
        all.push(format!("{name} {} this turn", zero_words(allowance)));
    }
    all
}

/// A Command that runs, or comes to a stand: everybody sees that.
fn flight_gist(theatre: &Theatre, before: &Moment, after: &Moment, id: FormationId) -> Option<String> {
    let runs = after.formation(id).running;
    let what = if runs { "gives up its orders and runs" } else { "comes to a stand" };
    (runs != before.formation(id).running).then(|| format!("{} {what}", formation(theatre, id)))
}

/// What a brigade of a Zero does.
pub(super) const fn zero_words(allowance: ZeroMa) -> &'static str {
    match allowance {
        ZeroMa::None => "does not move",
        ZeroMa::Half => "moves at half pace",
        ZeroMa::Full => "moves as it likes",
    }
}

/// Regiments that are held in Reserve by themselves, or no longer.
fn reserve_gist(
    theatre: &Theatre,
    before: &Moment,
    after: &Moment,
    known: impl Fn(FormationId) -> bool,
) -> Vec<String> {
    let known = |id: &&UnitId| known(theatre.unit(**id).formation);
    let living = |id: &&UnitId| after.unit(**id).sp > 0;
    let held = after.reserves.iter().filter(|id| !before.reserves.contains(id)).filter(known);
    let held = held.map(|id| format!("{} is held in Reserve", theatre.unit(*id).name));
    let released = before.reserves.iter().filter(|id| !after.reserves.contains(id)).filter(living).filter(known);
    held.chain(released.map(|id| format!("{} is released from the Reserve", theatre.unit(*id).name))).collect()
}

/// Leaders, HQs and wagons that are elsewhere.
fn rides(theatre: &Theatre, before: &Moment, after: &Moment) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (number, (was, is)) in before.leaders.iter().zip(&after.leaders).enumerate() {
        if let Some(at) = is.at.filter(|_| is.at != was.at) {
            let name = standing::leader_name(theatre, before, LeaderId(number as u16));
            all.push(format!("{name} in {}", place(theatre, at)));
        }
    }
    for id in theatre.formation_ids() {
        let (was, is) = (before.formation(id).hq, after.formation(id).hq);
        all.extend(is.filter(|_| is != was).map(|at| {
            let name = formation(theatre, id);
            format!("the HQ of {name} in {}", place(theatre, at))
        }));
    }
    for (number, (was, is)) in before.wagons.iter().zip(&after.wagons).enumerate() {
        if let Some(at) = is.at.filter(|_| is.at != was.at) {
            all.push(format!("{} in {}", wagon_name(theatre, WagonId(number as u16)), place(theatre, at)));
        }
    }
    all
}

/// A roll that came to nothing, a unit that has acted, or the next step of the turn.
fn small_things(theatre: &Theatre, before: &Moment, after: &Moment) -> Option<String> {
    if (before.turn, before.active, before.step) != (after.turn, after.active, after.step) {
        let whose = side(theatre, after.active);
        return Some(match after.step {
            TurnStep::Orders => format!("turn {}: the {whose} side writes orders", after.turn),
            TurnStep::Activity => format!("the {whose} side moves and fights"),
            step => format!("the {whose} side comes to its {step}"),
        });
    }
    let rolled = theatre.formation_ids().find(|id| {
        let now = |moment: &Moment| moment.leader_of(*id).is_some_and(|(_, leader)| leader.rolled);
        now(after) && !now(before)
    });
    if let Some(id) = rolled {
        let leader = leader_of(theatre, after, id);
        return Some(format!("nothing comes of it, and {leader} does not roll again this turn"));
    }
    let top = theatre.unit_ids().find(|id| after.unit(*id).place < before.unit(*id).place);
    if let Some(id) = top {
        return Some(format!("{} goes up in its stack", theatre.unit(id).name));
    }
    let acted = theatre.unit_ids().find(|id| after.unit(*id).done != before.unit(*id).done);
    acted.map(|id| format!("{} stays as it is and has acted", theatre.unit(id).name))
}
