//! Orders in words, and whom they are given to.

use engine::stage::PieceId;
use engine::{Side as Army, counted};
use field::hex::{Corner, Hex};

use super::scene::formation_words;
use super::{pieces, standing};
use crate::play::command::{Command, Initiative, SomeUnits, Step};
use crate::play::position::Battle;
use crate::play::state::{FormationId, Instruction, Moment, UnitId, WagonId};
use crate::play::theatre::{Theatre, index};
use crate::unit::Arm;

/// What an order says.
pub(super) fn instruction(theatre: &Theatre, says: Instruction) -> String {
    match says {
        Instruction::Attack(hex) => format!("attack {}", place(theatre, hex)),
        Instruction::Move(hex) => format!("march to {}", place(theatre, hex)),
        Instruction::Reserve => "go into Reserve".to_owned(),
        Instruction::Release => "leave the Reserve".to_owned(),
    }
}

/// A hex, by its number and what people call it.
pub(super) fn place(theatre: &Theatre, hex: Hex) -> String {
    let name = theatre.objectives.iter().find(|objective| objective.at == hex);
    match name {
        Some(objective) => format!("hex {} ({})", theatre.number(hex), objective.name),
        None => format!("hex {}", theatre.number(hex)),
    }
}

/// A hex and whoever of the other side can be seen in it.
fn target(theatre: &Theatre, battle: &Battle, hex: Hex) -> String {
    let enemies = theatre.units_at(battle, hex, battle.active.enemy());
    match enemies.first() {
        Some(top) => format!("{} in hex {}", theatre.unit(*top).name, theatre.number(hex)),
        None => format!("hex {}", theatre.number(hex)),
    }
}

/// Units by their names: "1st Ohio and 2nd Ohio".
pub(super) fn names(theatre: &Theatre, units: &[UnitId]) -> String {
    let name = |id: &UnitId| theatre.units.get(id.index()).map_or("nobody", |card| card.name.as_str());
    match units {
        [] => "nobody".to_owned(),
        [one] => name(one).to_owned(),
        [all @ .., last] => format!("{} and {}", all.iter().map(name).collect::<Vec<_>>().join(", "), name(last)),
    }
}

/// The hexes a unit has before it when it faces a corner, or which way that is at the edge of the map.
pub(super) fn front(theatre: &Theatre, at: Hex, facing: Corner) -> String {
    let sides = facing.sides();
    let before = sides.map(|side| at.neighbour(side));
    match before.map(|hex| theatre.field.has(hex)) {
        [true, true] => format!("hexes {} and {}", theatre.number(before[0]), theatre.number(before[1])),
        [true, false] => format!("hex {}", theatre.number(before[0])),
        [false, true] => format!("hex {}", theatre.number(before[1])),
        [false, false] => format!("the {} and {} edge", sides[0].name(), sides[1].name()),
    }
}

/// A verb of one unit or of several.
fn verb(units: &[UnitId], one: &str, many: &str) -> String {
    (if units.len() == 1 { one } else { many }).to_owned()
}

pub(super) fn formation(theatre: &Theatre, id: FormationId) -> &str {
    theatre.formations.get(id.index()).map_or("nobody", |card| card.name.as_str())
}

/// What a wagon is called.
pub(super) fn wagon_name(theatre: &Theatre, id: WagonId) -> &str {
    theatre.wagons.get(id.index()).map_or("a wagon", |card| card.name.as_str())
}

pub(super) fn side(theatre: &Theatre, side: Army) -> &str {
    &theatre.sides[index(side)]
}

/// The leader of a formation, or the formation itself where it has none.
pub(super) fn leader_of(theatre: &Theatre, battle: &Moment, id: FormationId) -> String {
    let leader = battle.formations.get(id.index()).and_then(|now| now.leader);
    leader.map_or_else(|| formation(theatre, id).to_owned(), |leader| standing::leader_name(theatre, battle, leader))
}

/// A command as a player would say it, as the reader may know it: of an enemy stack he sees the top unit only, where the table
/// plays fog of war. Whoever fires or Charges shows himself.
pub(super) fn say(theatre: &Theatre, battle: &Battle, command: &Command, reader: Option<Army>) -> String {
    let veiled = theatre.book.switches.fog_of_war && reader.is_some_and(|reader| reader != battle.active);
    let seen = |units: &[UnitId]| if veiled { top_of(battle, units) } else { units.into() };
    match command {
        Command::IssueOrder { to, says } => {
            let army = theatre.armies[index(battle.active)];
            let (from, to, says) =
                (leader_of(theatre, battle, army), formation(theatre, *to), instruction(theatre, *says));
            format!("{from} writes to {to}: {says}")
        }
        Command::AcceptOrder { formation: to } => {
            let sent = theatre.acceptable(battle, *to).ok().map(|place| battle.dispatches[place].says);
            let says = sent.map_or_else(String::new, |says| format!(" to {}", instruction(theatre, says)));
            format!("{} tries to accept the order{says}", formation(theatre, *to))
        }
        Command::Initiative { formation: who, what } => initiative(theatre, battle, *who, *what),
        Command::DeclareFutile { formation: who } => format!("{} gives up its attack", formation(theatre, *who)),
        Command::PostBattery { unit, to } => {
            format!("{} is posted to {}", names(theatre, &[*unit]), place(theatre, *to))
        }
        Command::ZeroRoll { brigade } => {
            format!("roll whether {} moves under its leader", formation(theatre, *brigade))
        }
        Command::Move { units, steps, .. } if ends_in_charge(steps) => moves(theatre, battle, units, steps, veiled),
        Command::Move { units, steps, .. } => moves(theatre, battle, &seen(units), steps, veiled),
        Command::Fire { units, steps, shots, .. } => {
            let who = names(theatre, units);
            let at: Vec<String> = shots.iter().map(|shot| target(theatre, battle, shot.at)).collect();
            let fires = format!("{} at {}", verb(units, "fires", "fire"), at.join(", and at "));
            // Whom it turns upon the shot says.
            match way(theatre, battle, units, steps, (false, veiled)) {
                Some(way) => format!("{who} {way} and {fires}"),
                None => format!("{who} {fires}"),
            }
        }
        Command::GoOn { steps } => {
            let units = going(battle);
            let units = if ends_in_charge(steps) { units } else { seen(&units).to_vec() };
            format!("after its victory {}", moves(theatre, battle, &units, steps, veiled))
        }
        Command::Halt => format!("{} stays where it has won", names(theatre, &seen(&going(battle)))),
        Command::RetreatTen { units, hexes } => {
            let units = &seen(units);
            let goes = verb(units, "goes", "go");
            format!("{} {goes} back {}", names(theatre, units), counted(*hexes, "hex", "hexes"))
        }
        Command::MoveLeader { leader, path } => {
            let now = battle.leaders.get(leader.index()).and_then(|now| now.at);
            let from = (now, theatre.rider(battle, *leader).ok());
            rides(theatre, &standing::leader_name(theatre, battle, *leader), from, path)
        }
        Command::MoveHq { formation: of, path } => {
            let from = battle.formations.get(of.index()).and_then(|now| now.hq);
            rides(theatre, &format!("the HQ of {}", formation(theatre, *of)), (from, None), path)
        }
        Command::MoveWagon { wagon, path } => {
            let now = battle.wagons.get(wagon.index()).and_then(|now| now.at);
            let from = (now, theatre.movable_wagon(battle, *wagon).ok());
            rides(theatre, wagon_name(theatre, *wagon), from, path)
        }
        Command::TakeDownWorks { unit } if veiled => {
            let at = battle.units.get(unit.index()).and_then(|now| now.at);
            let works = at.map_or_else(String::new, |at| format!(" in {}", place(theatre, at)));
            format!("the Breastworks{works} are taken down")
        }
        Command::TakeDownWorks { unit } => {
            format!("{} takes down the Breastworks in its hex", names(theatre, &[*unit]))
        }
        Command::Skedaddle { formation: who, .. } => {
            format!("{} gives up its orders and runs", formation(theatre, *who))
        }
        Command::SetTop { unit } => format!("{} goes to the top of its stack", names(theatre, &[*unit])),
        Command::EndStep => format!("the {} Orders step is over", side(theatre, battle.active)),
        Command::EndPhase => format!("the {} Activity Phase is over", side(theatre, battle.active)),
    }
}

/// The top unit of those who go together.
fn top_of(battle: &Moment, units: &[UnitId]) -> SomeUnits {
    let place = |id: &&UnitId| battle.units.get(id.index()).map(|now| now.place);
    units.iter().min_by_key(place).copied().into_iter().collect()
}

fn ends_in_charge(steps: &[Step]) -> bool {
    matches!(steps.last(), Some(Step::Charge(_)))
}

/// The stack that has won a Charge.
fn going(battle: &Moment) -> Vec<UnitId> {
    battle.advance.as_ref().map_or_else(Vec::new, |advance| advance.units.iter().map(|going| going.unit).collect())
}

fn initiative(theatre: &Theatre, battle: &Moment, who: FormationId, what: Initiative) -> String {
    let leader = leader_of(theatre, battle, who);
    match what {
        Initiative::Stand => format!("{leader} tries to bring {} to a stand", formation(theatre, who)),
        Initiative::Deploy => format!("{leader} tries to deploy {} early", formation(theatre, who)),
        Initiative::ReserveFormation(of) => format!("{leader} tries to hold {} in Reserve", formation(theatre, of)),
        Initiative::ReleaseFormation(of) => {
            format!("{leader} tries to release {} from its Reserve", formation(theatre, of))
        }
        Initiative::ReserveUnit(of) => format!("{leader} tries to hold {} in Reserve", names(theatre, &[of])),
        Initiative::ReleaseUnit(of) => format!("{leader} tries to release {} from its Reserve", names(theatre, &[of])),
    }
}

/// Somebody who is here, or comes on there, rides along a path.
fn rides(theatre: &Theatre, who: &str, (here, comes): (Option<Hex>, Option<Hex>), path: &[field::hex::Side]) -> String {
    let to = here.or(comes).map(|from| path.iter().fold(from, |at, side| at.neighbour(*side)));
    match to {
        Some(to) if !path.is_empty() => format!("{who} rides to {}", place(theatre, to)),
        Some(to) if here.is_none() => format!("{who} comes on in {}", place(theatre, to)),
        _ => format!("{who} stays"),
    }
}

/// Where a stack begins its steps.
fn begins(theatre: &Theatre, battle: &Battle, units: &[UnitId]) -> Option<Hex> {
    let first = units.first()?;
    let entry = || theatre.units.get(first.index()).and_then(|card| card.entry);
    let comes = || entry().and_then(|entry| theatre.entry_hex(battle, entry, battle.active));
    battle.units.get(first.index()).and_then(|now| now.at).or_else(comes)
}

/// What a stack does before it fires or Charges; nothing if it stays as it is. Whom it takes along and leaves behind is not named
/// to an enemy who may not see it.
fn way(
    theatre: &Theatre,
    battle: &Battle,
    units: &[UnitId],
    steps: &[Step],
    (where_to, veiled): (bool, bool),
) -> Option<String> {
    let called = |unit: &UnitId| if veiled { "a unit".to_owned() } else { names(theatre, &[*unit]) };
    let from = begins(theatre, battle, units)?;
    let (mut at, mut hexes, mut formed, mut turned, mut others) = (from, 0_u16, None, None, String::new());
    for step in steps {
        match step {
            Step::Enter(side) => (at, hexes) = (at.neighbour(*side), hexes + 1),
            Step::Form(to, _) => formed = Some(*to),
            Step::Turn(to) => turned = Some(*to),
            Step::PickUp(unit) => others += &format!(", taking {} along", called(unit)),
            Step::Drop(unit) => others += &format!(", leaving {} in {}", called(unit), place(theatre, at)),
            Step::Charge(_) => {}
        }
    }
    let arm = units.first().and_then(|id| theatre.units.get(id.index())).map_or(Arm::Infantry, |card| card.arm);
    let formed = formed.map(|to| match (arm, formation_words(arm, to)) {
        (_, "limbered") => verb(units, "limbers", "limber"),
        (_, "unlimbered") => verb(units, "unlimbers", "unlimber"),
        (_, "mounted") => verb(units, "mounts", "mount"),
        (_, "dismounted line") => verb(units, "dismounts", "dismount"),
        (_, words) => format!("{} {words}", verb(units, "forms", "form")),
    });
    let arrives = units.first().is_some_and(|id| battle.units.get(id.index()).is_some_and(|now| now.at.is_none()));
    let goes = match hexes {
        0 if arrives => Some(format!("{} on in {}", verb(units, "comes", "come"), place(theatre, at))),
        0 => None,
        _ => Some(format!("{} to {}", verb(units, "goes", "go"), place(theatre, at))),
    };
    // A turn may come before, between or after the hexes it enters: what counts is how it stands in the end.
    let turned = turned.filter(|_| where_to || goes.is_none() && formed.is_none());
    let turns = turned.map(|to| match (where_to, goes.is_some()) {
        (true, true) => format!("{} {}", verb(units, "faces", "face"), front(theatre, at, to)),
        (true, false) => format!("{} towards {}", verb(units, "turns", "turn"), front(theatre, at, to)),
        (false, _) => verb(units, "turns", "turn"),
    });
    let all: Vec<String> = goes.into_iter().chain(formed).chain(turns).collect();
    let stays = (all.is_empty() && !others.is_empty()).then(|| verb(units, "stays", "stay"));
    let all = stays.unwrap_or_else(|| all.join(" and "));
    (!all.is_empty()).then(|| all + &others)
}

fn moves(theatre: &Theatre, battle: &Battle, units: &[UnitId], steps: &[Step], veiled: bool) -> String {
    let who = names(theatre, units);
    let end = begins(theatre, battle, units).map(|from| {
        steps.iter().fold(from, |at, step| match step {
            Step::Enter(side) | Step::Charge(side) => at.neighbour(*side),
            _ => at,
        })
    });
    match (steps.last(), end) {
        (Some(Step::Charge(_)), Some(end)) => {
            // Whom it takes along and whom it leaves behind is said; the way is not.
            let others = steps.iter().any(|step| matches!(step, Step::PickUp(_) | Step::Drop(_)));
            let way = way(theatre, battle, units, steps, (false, veiled)).filter(|_| others);
            let way = way.map_or_else(String::new, |way| format!("{way}, and "));
            format!("{who} {way}{} {}", verb(units, "charges", "charge"), target(theatre, battle, end))
        }
        _ => match way(theatre, battle, units, steps, (true, veiled)) {
            Some(way) => format!("{who} {way}"),
            None => format!("{who} {}", verb(units, "stays", "stay")),
        },
    }
}

/// The piece a command is given to.
pub(super) fn actor(theatre: &Theatre, battle: &Moment, command: &Command) -> Option<PieceId> {
    let first = |units: &[UnitId]| units.first().map(|id| pieces::unit(*id));
    let led = |id: FormationId| battle.formations.get(id.index()).and_then(|now| now.leader).map(pieces::leader);
    match command {
        Command::IssueOrder { .. } => led(theatre.armies[index(battle.active)]),
        Command::AcceptOrder { formation }
        | Command::Initiative { formation, .. }
        | Command::DeclareFutile { formation } => led(*formation),
        Command::ZeroRoll { brigade } => led(*brigade),
        Command::Skedaddle { formation, .. } => led(*formation),
        Command::TakeDownWorks { unit } => Some(pieces::unit(*unit)),
        Command::MoveWagon { wagon, .. } => Some(pieces::wagon(*wagon)),
        Command::PostBattery { unit, .. } | Command::SetTop { unit } => Some(pieces::unit(*unit)),
        Command::Move { units, .. } | Command::Fire { units, .. } | Command::RetreatTen { units, .. } => first(units),
        Command::GoOn { .. } | Command::Halt => first(&going(battle)),
        Command::MoveLeader { leader, .. } => Some(pieces::leader(*leader)),
        Command::MoveHq { formation, .. } => Some(pieces::headquarters(*formation)),
        Command::EndStep | Command::EndPhase => None,
    }
}

/// What a piece is called.
pub(super) fn name_of(theatre: &Theatre, battle: &Moment, piece: PieceId) -> Option<String> {
    match pieces::named(piece) {
        pieces::Named::Unit(id) => theatre.units.get(id.index()).map(|card| card.name.clone()),
        pieces::Named::Leader(id) => battle.leaders.get(id.index()).map(|_| standing::leader_name(theatre, battle, id)),
        pieces::Named::Headquarters(id) => {
            theatre.formations.get(id.index()).map(|card| format!("the HQ of {}", card.name))
        }
        pieces::Named::Wagon(id) => theatre.wagons.get(id.index()).map(|card| card.name.clone()),
    }
}

/// Whether only its own side may know of a command: whatever has to do with orders, the end of the Orders step with Attack
/// Recovery and Fluke Stoppage too; and who stands where in a stack, where that is hidden.
pub(super) const fn is_secret(theatre: &Theatre, command: &Command) -> bool {
    match command {
        Command::IssueOrder { .. }
        | Command::AcceptOrder { .. }
        | Command::Initiative { .. }
        | Command::DeclareFutile { .. }
        | Command::PostBattery { .. }
        | Command::Skedaddle { .. }
        | Command::ZeroRoll { .. }
        | Command::EndStep => true,
        Command::SetTop { .. } => theatre.book.switches.fog_of_war,
        _ => false,
    }
}
