//! Orders, events and outcomes in plain words.

use engine::chart::Key;
use engine::stage::PieceId;
use engine::{Decimal, Side, Words, counted};
use field::ground::{Point, YARD};
use field::plane::{Flank, Heading};

use super::super::state::{Battle, OfficerId, Phase, UnitId};
use super::super::{Allotment, Command, Deed, Moving, Theatre};
use super::scene::officer_piece;
use crate::Event;
use crate::charts::{Casualty, MoraleResult, Withdrawn};
use crate::fire::Stance;
use crate::unit::Withdrawal;
use crate::victory::Victor;

/// LIMIT: units whose fate the gist of an order tells; the rest are counted.
const GIST_MAX: usize = 4;
/// An objective nearer than this says where a unit is, in yards.
const LANDMARK_YARDS: i32 = 1_500;

impl Theatre {
    /// A unit by its name, also one that was never there.
    fn called(&self, battle: &Battle, id: UnitId) -> Words {
        if id.index() < battle.units.len() { self.piece_name(battle, id) } else { format!("unit {}", id.0).into() }
    }

    fn called_all(&self, battle: &Battle, ids: &[UnitId]) -> String {
        listed(&ids.iter().map(|id| self.called(battle, *id).to_string()).collect::<Vec<_>>())
    }

    fn officer_called(&self, battle: &Battle, id: OfficerId) -> Words {
        if id.index() < self.posts.len() { self.officer_name(battle, id) } else { format!("officer {}", id.0).into() }
    }

    /// The unit that moves, by its name.
    fn mover_called(&self, battle: &Battle) -> Words {
        battle.moving.map_or_else(|| Words::fixed("the moving unit"), |moving| self.called(battle, moving.unit))
    }

    /// The piece an order is given to.
    pub(in super::super) fn addressed(&self, battle: &Battle, command: &Command) -> Option<PieceId> {
        let unit = match command {
            Command::Test { unit }
            | Command::DeclareFire { unit, .. }
            | Command::FireAll { unit, .. }
            | Command::AnnounceCharge { unit, .. }
            | Command::Move { unit, .. }
            | Command::StandUp { unit, .. }
            | Command::Prolong { unit }
            | Command::CrossObstacle { unit }
            | Command::DeploySkirmishers { unit, .. }
            | Command::SplitBattery { unit, .. }
            | Command::JoinBattery { unit, .. }
            | Command::BreakOff { unit }
            | Command::Pass { unit }
            | Command::Fight { unit } => Some(*unit),
            Command::MoveOfficer { officer, .. } => return Some(officer_piece(*officer)),
            Command::Advance { .. }
            | Command::StepBack { .. }
            | Command::StepAside { .. }
            | Command::Wheel { .. }
            | Command::Face { .. }
            | Command::ChangeFormation { .. }
            | Command::Limber
            | Command::Unlimber
            | Command::MountUp
            | Command::Dismount
            | Command::GoProne
            | Command::EndMove
            | Command::RecallSkirmishers => battle.moving.map(|moving| moving.unit),
            Command::DrawCard
            | Command::EndDeclaration
            | Command::ResolveFire { .. }
            | Command::ResolveFireAtOfficer { .. }
            | Command::EndAnnouncement
            | Command::Charge { .. }
            | Command::EndMovement => None,
        };
        unit.map(|unit| PieceId(unit.0))
    }

    /// An order in words.
    pub(in super::super) fn in_words(&self, battle: &Battle, command: &Command) -> String {
        let name = |id: &UnitId| self.called(battle, *id);
        let who = || match battle.card {
            Some(hq) => self.headquarters[hq.index()].name.clone(),
            None => self.side_called(battle.side).to_owned(),
        };
        match command {
            Command::DrawCard if battle.deck == 0 => format!("turn {} ends", battle.turn),
            Command::DrawCard => "the next card is drawn".to_owned(),
            Command::Test { unit } => format!("{} tests its morale", name(unit)),
            Command::DeclareFire { unit, stance, at, officer: Some(officer) } => {
                let (marked, who) = (self.officer_called(battle, *officer), name(unit));
                match at.as_slice() {
                    [] => format!("a marksman of {who} fires at {marked}{}", beside(*stance)),
                    at => format!("{}; a marksman of it fires at {marked}", self.say_fire(battle, *unit, *stance, at)),
                }
            }
            Command::DeclareFire { unit, stance, at, .. } => self.say_fire(battle, *unit, *stance, at),
            Command::FireAll { unit, stance, target } => {
                format!("{} fires at {} with all it has{}", name(unit), name(target), beside(*stance))
            }
            Command::EndDeclaration => format!("{}: no more fire", who()),
            Command::ResolveFire { target } => format!("fire at {} is resolved", name(target)),
            Command::ResolveFireAtOfficer { officer } => {
                format!("fire at {} is resolved", self.officer_called(battle, *officer))
            }
            Command::AnnounceCharge { unit, target, behind: Some(front), .. } => {
                format!("{} follows {} in its charge on {}", name(unit), name(front), name(target))
            }
            Command::AnnounceCharge { unit, target, .. } => format!("{} charges {}", name(unit), name(target)),
            Command::EndAnnouncement if battle.announced.is_empty() => format!("{}: nobody charges", who()),
            Command::EndAnnouncement => format!("{}: nobody else charges", who()),
            Command::Charge { target } => format!("the charge on {} goes in", name(target)),
            Command::Move { unit, column_die, road_die } => {
                let how = match (column_die, road_die) {
                    (false, false) => "",
                    (true, false) => " with the die of a column",
                    (false, true) => " along the road",
                    (true, true) => " along the road with the die of a column",
                };
                format!("{} moves{how}", name(unit))
            }
            Command::StandUp { unit, .. } => format!("{} tries to stand up", name(unit)),
            Command::Prolong { unit } => format!("{} prolongs its guns", name(unit)),
            Command::CrossObstacle { unit } => format!("{} crosses the obstacle before it", name(unit)),
            Command::DeploySkirmishers { unit, stands, at: None } => {
                format!("{} goes into open order, all {stands} stands", name(unit))
            }
            Command::DeploySkirmishers { unit, stands, .. } => {
                format!("{} sends out {} as skirmishers", name(unit), counted(*stands, "stand", "stands"))
            }
            Command::SplitBattery { unit, guns } => {
                let count: u32 = guns.iter().map(|guns| u32::from(*guns)).sum();
                format!("{} detaches {}", name(unit), counted(count, "gun model", "gun models"))
            }
            Command::JoinBattery { unit, part } => format!("{} joins {} again", name(part), name(unit)),
            Command::BreakOff { unit } => format!("{} breaks off its fight", name(unit)),
            Command::Pass { unit } => match battle.phase {
                Phase::DeclareFire => format!("{} holds its fire", name(unit)),
                Phase::AnnounceCharges => format!("{} does not charge", name(unit)),
                _ => format!("{} stays where it is", name(unit)),
            },
            Command::MoveOfficer { officer, join: Some(unit), .. } => {
                format!("{} joins {}", self.officer_called(battle, *officer), name(unit))
            }
            Command::MoveOfficer { officer, to, .. } => {
                format!("{} rides {}", self.officer_called(battle, *officer), self.whereabouts(*to))
            }
            Command::EndMovement => format!("{}: no more movement", who()),
            Command::Fight { unit } => format!("the fight of {} is fought", name(unit)),
            step => format!("{} {}", self.mover_called(battle), say_step(step)),
        }
    }

    fn say_fire(&self, battle: &Battle, unit: UnitId, stance: Stance, at: &[Allotment]) -> String {
        let part = |one: &Allotment| {
            let stands = counted(one.stands, "stand", "stands");
            format!("{}, {stands}", self.called(battle, one.target))
        };
        let targets: Vec<String> = at.iter().map(part).collect();
        format!("{} fires at {}{}", self.called(battle, unit), targets.join(" and "), beside(stance))
    }

    /// Where a place is: by the nearest objective, else by the map.
    pub(super) fn whereabouts(&self, at: Point) -> String {
        let near = self.objectives.iter().min_by_key(|objective| objective.at.distance_squared(at));
        let near = near.map(|objective| (objective.at.distance(at) / YARD, objective));
        match near {
            Some((yards, objective)) if yards < 50 => format!("at {}", objective.name),
            Some((yards, objective)) if yards < LANDMARK_YARDS => {
                let way = Heading::towards(objective.at, at).map_or("", compass);
                format!("{} yards {way} of {}", yards / 10 * 10, objective.name)
            }
            _ => format!("to {} yards east, {} yards north", at.x / YARD, at.y / YARD),
        }
    }

    /// What is left of a move, in inches.
    pub(super) fn left_of(&self, battle: &Battle, moving: &Moving) -> Decimal {
        let allowed = self.allowed(battle, moving, moving.penalties, &mut super::super::movement::nobody());
        self.in_inches((allowed - moving.gone).max(0))
    }

    /// An event in words; nothing where it says nothing to people.
    pub(in super::super) fn tell_event(&self, battle: &Battle, event: &Event) -> Option<String> {
        Some(match event {
            Event::OnTheMap(deed) => return self.tell_deed(battle, deed),
            Event::GradeFound { grade } => format!("a Green unit shows its worth: {}", grade.name()),
            Event::Tested { modified, value, result } => {
                let came = match result {
                    MoraleResult::Overenthusiastic => "passes, and is carried away: Overenthusiastic",
                    MoraleResult::Pass => "passes",
                    MoraleResult::Shaken => "is shaken",
                    MoraleResult::Retreat => "retreats",
                    MoraleResult::Rout => "routs",
                };
                format!("morale test: {modified} against {value}, it {came}")
            }
            Event::Fired { factor_thousandths, shift, .. } => {
                let factor = Decimal::from_thousandths(*factor_thousandths);
                match shift {
                    0 => format!("fire with a factor of {factor}"),
                    right @ 1.. => format!("fire with a factor of {factor}, {} right", columns(*right)),
                    left => format!("fire with a factor of {factor}, {} left", columns(-left)),
                }
            }
            Event::Suffered { hits: 0, markers: 0, .. } => "no effect".to_owned(),
            Event::Suffered { hits: 0, markers, .. } => {
                format!("no hits, {}", counted(*markers, "Panic Marker", "Panic Markers"))
            }
            Event::Suffered { hits, stands_lost: 0, .. } => counted(*hits, "hit", "hits"),
            Event::Suffered { hits, stands_lost, .. } => {
                format!("{}: {} lost", counted(*hits, "hit", "hits"), counted(*stands_lost, "stand", "stands"))
            }
            Event::ChargeRolled { allowance_thousandths, needed_thousandths, .. } => {
                let (has, needs) =
                    (Decimal::from_thousandths(*allowance_thousandths), Decimal::from_thousandths(*needed_thousandths));
                let reaches = if has >= needs { "it gets there" } else { "it falls short" };
                format!("the charge carries {has} inches and needs {needs}: {reaches}")
            }
            Event::Fought { odds: [ours, theirs], result, .. } => {
                format!("Combat at {ours} to {theirs}: {}", result.name())
            }
            Event::CommanderHit { casualty } => match casualty {
                Casualty::Killed => "a commander is killed".to_owned(),
                Casualty::Serious => "a commander is badly wounded".to_owned(),
                Casualty::Light => "a commander is lightly wounded".to_owned(),
                Casualty::None => "a commander has a narrow escape".to_owned(),
            },
        })
    }

    fn tell_deed(&self, battle: &Battle, deed: &Deed) -> Option<String> {
        let name = |id: &UnitId| self.called(battle, *id);
        Some(match deed {
            Deed::TurnBegan { turn } => format!("turn {turn} begins, {}", self.clock_at(*turn)),
            Deed::CardDrawn { side, headquarters } => {
                let hq = self.headquarters.get(headquarters.index()).map_or("somebody", |hq| hq.name.as_str());
                format!("the card of {hq} comes up: {} acts", self.side_called(*side))
            }
            Deed::Arrived { unit } => format!("{} arrives", name(unit)),
            // The order has named the unit that moves.
            Deed::Acts { unit } if battle.moving.is_some_and(|moving| moving.unit == *unit) => return None,
            Deed::Acts { unit } => format!("{}:", name(unit)),
            Deed::FiredAt { target, firers } => {
                let verb = if firers.len() == 1 { "fires" } else { "fire" };
                format!("{} {verb} at {}", self.called_all(battle, firers), name(target))
            }
            Deed::Stands { unit, centre, heading } => {
                let place = self.whereabouts(*centre);
                let place = place.strip_prefix("to ").unwrap_or(&place);
                format!("{} stands {place}, facing {}", name(unit), compass(*heading))
            }
            Deed::Charged { target, attackers } => {
                let verb = if attackers.len() == 1 { "charges" } else { "charge" };
                format!("{} {verb} {}", self.called_all(battle, attackers), name(target))
            }
            Deed::Fought { attackers, defenders } => {
                let verb = if attackers.len() == 1 { "fights" } else { "fight" };
                format!("{} {verb} {}", self.called_all(battle, attackers), self.called_all(battle, defenders))
            }
            Deed::Withdrew { unit, how: Withdrawn::Retreat } => format!("{} retreats", name(unit)),
            Deed::Withdrew { unit, how: Withdrawn::Rout } => format!("{} routs", name(unit)),
            Deed::Surrendered { unit } => format!("{} finds no way out and surrenders", name(unit)),
            Deed::LeftTheMap { unit } => format!("{} runs off the map", name(unit)),
            Deed::Destroyed { unit } => format!("nothing is left of {}", name(unit)),
            Deed::PassedThrough { unit, friend } => format!("{} passes through {}", name(unit), name(friend)),
            Deed::Deployed { parent, detachment } if parent == detachment => {
                format!("{} goes into open order", name(parent))
            }
            Deed::Deployed { parent, detachment } => format!("{} goes out from {}", name(detachment), name(parent)),
            Deed::Rejoined { detachment, parent } => format!("{} is back with {}", name(detachment), name(parent)),
            Deed::OfficerMoved { officer, with: Some(unit), .. } => {
                format!("{} is with {}", self.officer_called(battle, *officer), name(unit))
            }
            Deed::OfficerMoved { officer, at, .. } => {
                format!("{} rides {}", self.officer_called(battle, *officer), self.whereabouts(*at))
            }
            Deed::OfficerLost { officer } => {
                let post = self.posts.get(officer.index()).map_or("an officer", |post| post.name.as_str());
                format!("{post}'s command has lost its leader")
            }
            Deed::TookOver { post } => format!("{} takes over", self.officer_called(battle, *post)),
            Deed::Ended { victor } => match victor {
                Victor::Union => format!("{} has won", self.side_called(Side::Union)),
                Victor::Confederate => format!("{} has won", self.side_called(Side::Confederate)),
                Victor::Draw => "nobody has won".to_owned(),
                Victor::Undecided => return None,
            },
        })
    }

    /// What has changed between two battles, in a few words; the same for all that come to the same thing.
    pub(in super::super) fn what_changed(&self, before: &Battle, after: &Battle) -> String {
        let mut told = Vec::new();
        for id in before.ids() {
            let fate = self.fate(before, after, id);
            if !fate.is_empty() {
                told.push(format!("{} {}", self.called(after, id), fate.join(", ")));
            }
        }
        for (place, (was, is)) in before.officers.iter().zip(&after.officers).enumerate() {
            let name = &self.posts[place].name;
            if is.lost > was.lost {
                told.push(format!("{name} is lost"));
            } else if is.health != was.health && is.is_present() && was.is_present() {
                told.push(format!("{name} is wounded"));
            }
        }
        if told.len() > GIST_MAX {
            let rest = told.split_off(GIST_MAX).len();
            told.push(format!("and {rest} more"));
        }
        if let Some(ending) = self.how_it_ended(after).filter(|_| before.phase != Phase::Over) {
            told.push(ending.words);
        }
        if told.is_empty() { self.what_else(before, after) } else { told.join("; ") }
    }

    /// What has become of a unit.
    fn fate(&self, before: &Battle, after: &Battle, id: UnitId) -> Vec<String> {
        let (was, is) = (before.unit(id), after.unit(id));
        let mut fate = Vec::new();
        if !was.is_on_field() {
            if is.is_on_field() {
                fate.push("arrives".to_owned());
            }
            return fate;
        }
        if !is.is_on_field() {
            fate.push("is gone".to_owned());
            return fate;
        }
        let lost = was.condition.stands.saturating_sub(is.condition.stands);
        if lost > 0 {
            fate.push(format!("loses {}", counted(lost, "stand", "stands")));
        } else if is.condition.hits > was.condition.hits {
            fate.push(format!("takes {}", counted(is.condition.hits - was.condition.hits, "hit", "hits")));
        }
        if is.condition.panic > was.condition.panic {
            fate.push("takes fright".to_owned());
        } else if is.condition.panic < was.condition.panic {
            fate.push("rallies".to_owned());
        }
        if is.has_withdrawn(after.turn) && !was.has_withdrawn(before.turn) {
            fate.push(if is.withdrew == Withdrawal::Rout { "routs" } else { "retreats" }.to_owned());
        }
        if is.overenthusiastic && !was.overenthusiastic {
            fate.push("is Overenthusiastic".to_owned());
        }
        if after.is_in_contact(id) && !before.is_in_contact(id) {
            fate.push("is in contact".to_owned());
        }
        fate
    }

    /// Whether somebody has fired and all of it is resolved.
    fn has_fired(&self, before: &Battle, after: &Battle) -> bool {
        let fired = |id: UnitId| before.unit(id).done.fired != after.unit(id).done.fired;
        before.phase == Phase::DeclareFire && after.phase != Phase::DeclareFire && before.ids().any(fired)
    }

    /// The first of those who have charged meanwhile.
    fn has_charged(&self, before: &Battle, after: &Battle) -> Option<UnitId> {
        let charges = matches!(before.phase, Phase::AnnounceCharges | Phase::Charges);
        let goes = |id: &UnitId| after.unit(*id).done.marched && before.unit(*id).centre != after.unit(*id).centre;
        before.ids().filter(|_| charges).find(|id| self.is_active(before, *id) && goes(id))
    }

    fn what_else(&self, before: &Battle, after: &Battle) -> String {
        if after.card != before.card
            && let Some(hq) = after.card
        {
            return format!("{} acts", self.headquarters[hq.index()].name);
        }
        match (before.moving, after.moving) {
            (None, Some(moving)) => {
                format!("{} may go {} inches", self.called(after, moving.unit), self.left_of(after, &moving))
            }
            (Some(_), Some(moving)) => format!("{} goes on", self.called(after, moving.unit)),
            (Some(moving), None) => format!("{} has moved", self.called(after, moving.unit)),
            (None, None) if before.phase == Phase::ResolveFire || self.has_fired(before, after) => {
                "no effect".to_owned()
            }
            (None, None) if before.phase != after.phase => match self.has_charged(before, after) {
                Some(unit) => format!("{} reaches nobody", self.called(after, unit)),
                None => "the next phase".to_owned(),
            },
            (None, None) => "nothing happens".to_owned(),
        }
    }
}

/// So many inches.
fn counted_inches(inches: Decimal) -> String {
    format!("{inches} {}", if inches == Decimal::from_int(1) { "inch" } else { "inches" })
}

fn say_step(step: &Command) -> String {
    let side = |degrees: Decimal| if degrees > Decimal::ZERO { "right" } else { "left" };
    match step {
        Command::Advance { inches, oblique_degrees } if oblique_degrees.is_zero() => {
            format!("advances {}", counted_inches(*inches))
        }
        Command::Advance { inches, oblique_degrees } => {
            let off = whole(oblique_degrees.magnitude());
            format!("goes {inches} inches, {off}° to the {}", side(*oblique_degrees))
        }
        Command::StepBack { inches } => format!("steps back {}", counted_inches(*inches)),
        Command::StepAside { inches } => format!("steps {} inches to the {}", inches.magnitude(), side(*inches)),
        Command::Wheel { on, degrees } => {
            let on = if *on == Flank::Left { "left" } else { "right" };
            format!("wheels {}° to the {} on its {on}", whole(degrees.magnitude()), side(*degrees))
        }
        Command::Face { degrees } if degrees.magnitude() > Decimal::from_int(90) => "faces about".to_owned(),
        Command::Face { degrees } => format!("faces {}", side(*degrees)),
        Command::ChangeFormation { formation, files } => format!("forms {}, {files} abreast", formation.name()),
        Command::Limber => "limbers".to_owned(),
        Command::Unlimber => "unlimbers".to_owned(),
        Command::MountUp => "mounts".to_owned(),
        Command::Dismount => "dismounts".to_owned(),
        Command::GoProne => "lies down".to_owned(),
        Command::RecallSkirmishers => "goes back to its parent".to_owned(),
        Command::EndMove => "ends its move".to_owned(),
        _ => "does something".to_owned(),
    }
}

/// Degrees without their fractions.
fn whole(degrees: Decimal) -> i32 {
    (degrees.thousandths() + 500) / 1_000
}

fn columns(count: i16) -> String {
    counted(count, "column", "columns")
}

/// Names, one after another.
fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A heading as people say it.
pub(in super::super) fn compass(heading: Heading) -> &'static str {
    const NAMES: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    NAMES[(heading.0.wrapping_add(1 << 12) >> 13) as usize]
}

/// What a unit does beside its fire.
fn beside(stance: Stance) -> &'static str {
    match stance {
        Stance::Move => ", and moves at half",
        Stance::Prolong => ", and prolongs",
        Stance::Hold | Stance::Defensive => "",
    }
}
