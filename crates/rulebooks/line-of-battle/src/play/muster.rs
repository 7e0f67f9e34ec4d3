//! From a battle folder to a theatre and its opening position.
//!
//! Values for this rulebook, in the sections `for.line-of-battle` of a battle: `hexes` (of the battle: a map drawn by hand, of
//! the size the ground has at a hundred yards a hex), `hq` (of a formation: its HQ in yards), `awareness` and `command`,
//! `morale` (of a leader), `pieces` (of a unit: its SPs), `shell` and `canister` (of wagons: their points), `night-orders` (of the battle: false prohibits them), `hours` (of the battle: how long it lasts, past midnight if need be).

use battle::muster::{Command, Grain, GunScale, Mustered, Scale, muster_for};
use battle::plan::{self, Arrival, ForRulebook, OrderKind, Posture, Trait, point};
use engine::chart::Key;
use engine::{Fault, Side};
use field::ground::{Point, YARD};
use field::hex::derived::Lattice;
use field::hex::{Corner, Hex, drawn};

use super::clock;
use super::ground::{Field, survey};
use super::position::Battle;
use super::quiet::silent;
use super::stage::almanac::Almanac;
use super::state::Moment;
use super::state::*;
use super::theatre::*;
use super::words;
use crate::Book;
use crate::charts::{LeaderFate, Level, Limit, MoraleState};
use crate::command::Order;
use crate::morale::town_effect;
use crate::unit::{Arm, Formation, SP_MAX, VALUE_MAX};

/// How the sections of this rulebook are called.
const SLUG: &str = "line-of-battle";
/// The file that faults name.
const FILE: &str = "battle.toml";

/// Musters a battle at the scale of this rulebook.
///
/// # Errors
///
/// Everything in the battle that this rulebook cannot fight.
pub fn muster(book: Book, battle: &battle::Battle) -> Result<(Theatre, Battle), Vec<Fault>> {
    Mustering::new(book, battle).map_err(|fault| vec![fault])?.finish()
}

struct Mustering<'a> {
    battle: &'a battle::Battle,
    lattice: Lattice,
    theatre: Theatre,
    now: Battle,
    faults: Vec<Fault>,
}

impl<'a> Mustering<'a> {
    fn new(book: Book, battle: &'a battle::Battle) -> Result<Self, Fault> {
        let plan = &battle.plan;
        let wrong = |reason: &str| Fault::of_file(FILE, reason);
        let extent = battle.ground.extent();
        let lattice = Lattice::over(extent, i32::from(book.limit(Limit::HexYards)) * YARD)
            .ok_or_else(|| wrong("the ground is too large for hexes"))?;
        let special = |name: &str| plan.rulebooks.get(SLUG).and_then(|values| values.get(name));
        let map = match special("hexes").and_then(|text| text.as_str()) {
            Some(text) => drawn::read(text).map_err(|mistakes| {
                let all: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                Fault::of_file("hexes", all.join("; "))
            })?,
            None => survey(&battle.ground, &lattice),
        };
        let same = (map.grid().columns(), map.grid().rows()) == (lattice.grid().columns(), lattice.grid().rows());
        if !same {
            let (columns, rows) = (lattice.grid().columns(), lattice.grid().rows());
            return Err(wrong("for.line-of-battle.hexes: the drawn map has another size than the ground")
                .hint(format!("draw {columns} x {rows} hexes")));
        }
        let first = side_of(plan, &plan.first).ok_or_else(|| wrong("nobody plays first"))?;
        let field = Field::new(map, &book)?;
        let almanac = Almanac::new(&book, &field)?;
        let theatre = Theatre {
            field,
            lattice: lattice.clone(),
            sides: [0, 1].map(|place| plan.sides.get(place).map_or_else(String::new, |side| side.name.clone())),
            almanac,
            units: Vec::new(),
            leaders: Vec::new(),
            formations: Vec::new(),
            objectives: Vec::new(),
            turns: clock::turns(&book, plan, number(&plan.rulebooks, "hours").map(|hours| hours as u32)),
            first,
            armies: [FormationId(0); 2],
            awareness: [crate::charts::Awareness::Normal; 2],
            night_orders_prohibited: flag(&plan.rulebooks, "night-orders") == Some(false),
            wagons: Vec::new(),
            members: Vec::new(),
            book,
        };
        let now = Battle::at(Moment { turn: 1, active: first, over: false, ..Moment::nowhere() });
        Ok(Mustering { battle, lattice, theatre, now, faults: Vec::new() })
    }

    fn finish(mut self) -> Result<(Theatre, Battle), Vec<Fault>> {
        let limit = |limit| u32::from(self.theatre.book.limit(limit)).max(1);
        let men = limit(Limit::SpMen);
        let guns = GunScale::About(limit(Limit::SpGuns));
        // It has one scale: whichever the battle asks for is this one.
        let scale = Scale { foot: men, horse: men, guns, grain: Grain::Regiment };
        let mustered = muster_for(self.battle, SLUG, &scale, |_| true);
        self.formations(&mustered.commands);
        for unit in &mustered.units {
            self.unit(unit);
        }
        self.theatre.members = self
            .theatre
            .formation_ids()
            .map(|of| {
                let theatre = &self.theatre;
                let under = |id: &UnitId| theatre.is_under(theatre.unit(*id).formation, of);
                theatre.unit_ids().filter(under).collect()
            })
            .collect();
        self.kinds();
        self.armies();
        self.leaders(&mustered.commands);
        self.objectives();
        self.orders();
        self.theatre.almanac.know_ways(&self.theatre.field, &self.theatre.objectives);
        self.theatre.almanac.call_roll(&self.theatre.units, &self.theatre.formations);
        if self.faults.is_empty() { Ok((self.theatre, self.now)) } else { Err(self.faults) }
    }

    fn wrong(&mut self, reason: String, hint: &str) {
        self.faults.push(Fault::of_file(FILE, reason).hint(hint));
    }

    fn formations(&mut self, commands: &[Command]) {
        let plan = &self.battle.plan;
        let place = |formation: usize| commands.iter().position(|command| command.formation == formation);
        for command in commands {
            let formation = &plan.formations[command.formation];
            let side = side_of(plan, &command.side).unwrap_or(Side::Union);
            let level = match command.level {
                plan::Level::Army => Level::Army,
                plan::Level::Wing | plan::Level::Corps => Level::Corps,
                plan::Level::Division => Level::Division,
                plan::Level::Brigade | plan::Level::Battalion => Level::Brigade,
            };
            let above = command.above.and_then(place).map(|place| FormationId(place as u16));
            let own = FormationId(self.theatre.formations.len() as u16);
            let name = formation.name.clone();
            let card = FormationCard {
                id: formation.id.as_str().to_owned(),
                name,
                side,
                level,
                above,
                division: own,
                command: own,
                commands: false,
                artillery: false,
                cavalry: false,
            };
            self.theatre.formations.push(card);
            let hq = formation.rulebooks.get(SLUG).and_then(|values| values.get("hq")).and_then(|at| {
                let yards = |place: usize| Some(at.get(place)?.as_i64()? as i32 * YARD);
                self.hex_at(Point::new(yards(0)?, yards(1)?))
            });
            self.now.formations.push(FormationNow {
                leader: None,
                hq,
                hq_moved: false,
                order: InForce::NONE,
                reserve: false,
                deployed: false,
                recovering: false,
                stopped: false,
                accepted: 0,
                arrived: 0,
                original_lost: false,
                zero: None,
                running: false,
            });
        }
    }

    /// What only the whole order of battle tells: divisions, Commands, formations of one arm.
    fn kinds(&mut self) {
        for id in self.theatre.formation_ids() {
            let under = || self.theatre.units.iter().filter(|unit| self.theatre.is_under(unit.formation, id));
            let of = |arm: Arm, but: Option<Arm>| {
                let mut units = under().filter(|unit| Some(unit.arm) != but).peekable();
                units.peek().is_some() && units.all(|unit| unit.arm == arm)
            };
            // Batteries make no division one of infantry.
            let (artillery, cavalry) = (of(Arm::Artillery, None), of(Arm::Cavalry, Some(Arm::Artillery)));
            let at_level =
                |level: Level| self.theatre.chain(id).find(|above| self.theatre.formation(*above).level == level);
            let division = at_level(Level::Division).unwrap_or(id);
            let command = at_level(Level::Corps).or(at_level(Level::Division)).unwrap_or(id);
            let card = &mut self.theatre.formations[id.index()];
            (card.artillery, card.cavalry, card.division, card.command) = (artillery, cavalry, division, command);
            if artillery && card.level == Level::Brigade {
                card.level = Level::ArtilleryBattalion;
            }
        }
        for unit in 0..self.theatre.units.len() {
            let command = self.theatre.formation(self.theatre.units[unit].formation).command;
            self.theatre.formations[command.index()].commands = true;
        }
    }

    fn unit(&mut self, mustered: &Mustered) {
        let plan = &self.battle.plan;
        let formation = &plan.formations[mustered.formation];
        let Some(unit) = mustered.of.first().and_then(|which| formation.units.get(*which)) else { return };
        let arm = match mustered.arm {
            plan::Arm::Infantry => Arm::Infantry,
            plan::Arm::Cavalry => Arm::Cavalry,
            plan::Arm::Artillery | plan::Arm::HorseArtillery => Arm::Artillery,
            plan::Arm::Wagons => return self.wagon(mustered),
            plan::Arm::Ship => {
                return self
                    .wrong(format!("{} is a ship, and this rulebook has none", unit.name), "take another rulebook");
            }
        };
        if mustered.pieces > u32::from(SP_MAX) {
            let reason = format!("{} would have {} SPs, and a unit has at most {SP_MAX}", unit.name, mustered.pieces);
            return self.wrong(reason, "split it into battalions");
        }
        let sp = mustered.pieces as u8;
        let id = FormationId(mustered.formation as u16);
        let sharpshooter = unit.traits.contains(&Trait::Sharpshooters) && arm != Arm::Artillery;
        let open_order = sharpshooter || unit.traits.contains(&Trait::OpenOrder) && arm != Arm::Artillery;
        let arrival = self.battle.arrival(formation, unit);
        let posture = unit.posture.or(arrival.and_then(|arrival| arrival.posture));
        let entry = arrival.map(|arrival| self.entry(arrival));
        let on_march = entry.is_some();
        let stands = if on_march {
            Theatre::marching(arm)
        } else {
            words::formation(arm, posture.unwrap_or(Posture::Line), open_order)
        };
        let card = UnitCard {
            name: unit.name.clone(),
            side: self.theatre.formation(id).side,
            formation: id,
            arm,
            rating: words::rating(mustered.quality),
            printed: sp,
            crew: mustered.men / mustered.pieces.max(1),
            weapon: words::weapon(arm, mustered.weapon),
            open_order,
            sharpshooter,
            entry,
        };
        let facing = Corner::new((unit.facing.or(formation.facing).unwrap_or(0) / 60) as u8);
        let mut now = UnitNow {
            at: None,
            facing,
            formation: stands,
            sp,
            state: MoraleState::Normal,
            place: self.theatre.units.len().min(usize::from(u8::MAX)) as u8,
            shell_depleted: false,
            canister_depleted: false,
            cbf: 0,
            posted: None,
            done: Done::Nothing,
            retreated: false,
            idle: 0,
        };
        if !on_march {
            match unit.at.or(formation.at).and_then(|at| self.hex_at(point(at))) {
                Some(hex) => self.deploy(&card, &mut now, hex),
                None => self.wrong(format!("{} stands nowhere", unit.name), "give it a place or an arrival"),
            }
        }
        self.theatre.units.push(card);
        self.now.units.push(now);
    }

    /// S 28: a wagon with its points; it belongs to a formation and stands or arrives as its units do.
    fn wagon(&mut self, mustered: &Mustered) {
        let formation = &self.battle.plan.formations[mustered.formation];
        let Some(unit) = mustered.of.first().and_then(|which| formation.units.get(*which)) else { return };
        let points = |name: &str, limit| {
            let given = number(&unit.rulebooks, name);
            given.map_or_else(|| self.theatre.book.limit(limit), |points| points.min(u64::from(u16::MAX)) as u16)
        };
        let (shell, canister) = (points("shell", Limit::WagonShell), points("canister", Limit::WagonCanister));
        let entry = self.battle.arrival(formation, unit).map(|arrival| self.entry(arrival));
        let at = unit.at.or(formation.at).and_then(|at| self.hex_at(point(at))).filter(|_| entry.is_none());
        if at.is_none() && entry.is_none() {
            return self.wrong(format!("{} stands nowhere", unit.name), "give it a place or an arrival");
        }
        let (id, name) = (FormationId(mustered.formation as u16), unit.name.clone());
        let side = self.theatre.formation(id).side;
        self.theatre.wagons.push(WagonCard { name, side, formation: id, entry });
        self.now.wagons.push(WagonNow { at, shell, canister, moved: false, lost: false });
    }

    /// Puts a unit where it was deployed, or in the nearest hex that has room for it.
    fn deploy(&mut self, card: &UnitCard, now: &mut UnitNow, hex: Hex) {
        let most = self.theatre.book.limit(Limit::Stacking);
        let fits = |hex: &Hex| {
            let there = || {
                let both = self.theatre.units.iter().zip(&self.now.units);
                both.filter(|(_, unit)| unit.at == Some(*hex))
            };
            let friends = there().all(|(other, _)| other.side == card.side);
            let sps: u16 = there().map(|(_, unit)| u16::from(unit.sp)).sum();
            let guns = now.formation == Formation::Unlimbered;
            let apart = there().all(|(other, unit)| {
                let others = unit.formation == Formation::Unlimbered && card.arm != Arm::Artillery;
                !(guns && other.arm != Arm::Artillery || others)
            });
            self.theatre.field.has(*hex) && friends && apart && sps + u16::from(now.sp) <= most
        };
        let found = (0..5).find_map(|range| hex.within(range).find(|near| hex.distance(*near) == range && fits(near)));
        match found {
            Some(found) => {
                // All units with a front that stand together face the same way.
                let facing = self.now.units.iter().find(|unit| unit.at == Some(found)).map(|unit| unit.facing);
                now.at = Some(found);
                now.facing = facing.unwrap_or(now.facing);
                self.settle_in_town(now, found);
            }
            None => self.wrong(format!("{} finds no room where it stands", card.name), "deploy it elsewhere"),
        }
    }

    /// Line and unlimbered guns in a Town are disorganized at once, also those who begin there.
    fn settle_in_town(&mut self, now: &mut UnitNow, hex: Hex) {
        let town = self.theatre.field.at(hex).is_some_and(|ground| ground.town);
        if town && matches!(now.formation, Formation::Line | Formation::Unlimbered) {
            match town_effect(&self.theatre.book, now.state, &mut silent()) {
                Ok(state) => now.state = state,
                Err(fault) => self.faults.push(fault),
            }
        }
    }

    fn hex_at(&self, point: Point) -> Option<Hex> {
        let grid = self.lattice.grid();
        self.lattice.cell_at(point).map(|cell| grid.hex(cell))
    }

    fn entry(&mut self, arrival: &Arrival) -> Entry {
        let at = self.battle.entrance(arrival);
        let hex = at.and_then(|at| self.hex_at(at));
        if hex.is_none() {
            self.wrong(format!("who arrives at {} has no hex to come on", arrival.time), "give a point on the map");
        }
        Entry {
            turn: clock::turn_at(&self.theatre.turns, &self.battle.plan, arrival.time),
            at: hex.unwrap_or_default(),
        }
    }

    fn leaders(&mut self, commands: &[Command]) {
        let plan = &self.battle.plan;
        for (number, command) in commands.iter().enumerate() {
            let Some(leader) = command.leader.and_then(|leader| plan.leaders.get(leader)) else { continue };
            let post = FormationId(number as u16);
            let special = |name: &str| leader.rulebooks.get(SLUG)?.get(name)?.as_u64();
            let value = |name: &str, plain: Option<u8>| {
                special(name).map_or(plain.unwrap_or(1), |value| value.min(u64::from(VALUE_MAX)) as u8).min(VALUE_MAX)
            };
            let first = self.theatre.units.iter().position(|unit| self.theatre.is_under(unit.formation, post));
            let with = leader.with.as_ref().and_then(|id| self.unit_named(id)).or(first);
            let arrives = leader.arrives.as_ref().or(plan.formations[command.formation].arrives.as_ref());
            let entry = match (arrives, with) {
                (Some(arrival), _) if leader.at.is_none() => Some(self.entry(arrival)),
                (_, Some(unit)) if leader.at.is_none() => self.theatre.units[unit].entry,
                _ => None,
            };
            let stands = leader.at.and_then(|at| self.hex_at(point(at)));
            let beside = with.and_then(|unit| self.now.units.get(unit)).and_then(|unit| unit.at);
            let at = if entry.is_some() { None } else { stands.or(beside) };
            let id = LeaderId(self.now.leaders.len() as u16);
            self.theatre.leaders.push(LeaderCard { name: leader.name.clone(), entry });
            self.now.leaders.push(LeaderNow {
                at,
                command: value("command", leader.directs),
                morale: value("morale", leader.inspires),
                fate: LeaderFate::Unhurt,
                post,
                since: 0,
                rolled: false,
                moved: false,
            });
            self.now.formations[number].leader = Some(id);
            let side = self.theatre.formations[number].side;
            if self.theatre.armies[index(side)] == post {
                let told = leader
                    .rulebooks
                    .get(SLUG)
                    .and_then(|values| values.get("awareness"))
                    .and_then(|text| text.as_str());
                self.theatre.awareness[index(side)] = told
                    .and_then(|text| crate::charts::Awareness::named(text).ok())
                    .unwrap_or_else(|| words::awareness(leader.character));
            }
        }
    }

    fn unit_named(&self, id: &plan::Id) -> Option<usize> {
        let name = self.battle.plan.formations.iter().flat_map(|of| &of.units).find(|unit| unit.id == *id)?;
        self.theatre.units.iter().position(|unit| unit.name == name.name)
    }

    fn objectives(&mut self) {
        for objective in &self.battle.plan.objectives {
            let Some(at) = self.battle.objective_at(objective).and_then(|at| self.hex_at(at)) else {
                self.wrong(format!("{} lies nowhere", objective.name), "give it a place on the map");
                continue;
            };
            let mut worth = [0; 2];
            for (side, points) in &objective.worth {
                if let Some(side) =
                    self.battle.plan.sides.iter().position(|known| known.id.as_str() == side).filter(|at| *at < 2)
                {
                    worth[side] = (*points).min(u32::from(u16::MAX)) as u16;
                }
            }
            self.theatre.objectives.push(ObjectiveCard { name: objective.name.clone(), at, worth });
            self.now.held.push(Held { by: None });
        }
        super::victory::occupy(&self.theatre, &mut self.now);
    }

    /// Orders in force at the start have been relayed already.
    fn orders(&mut self) {
        let plan = &self.battle.plan;
        for order in &plan.orders {
            let Some(number) = plan.formations.iter().position(|formation| formation.id == order.to) else { continue };
            let objective = |id: &plan::Id| {
                let place = plan.objectives.iter().position(|objective| objective.id == *id)?;
                self.theatre.objectives.get(place).map(|objective| objective.at)
            };
            let goal = order.objective.as_ref().and_then(objective);
            let to = FormationId(number as u16);
            let guns = self.theatre.is_artillery_battalion(to);
            self.now.formations[to.index()].reserve |= order.order == OrderKind::Reserve && !guns;
            let marches = matches!(order.order, OrderKind::Move | OrderKind::Withdraw);
            for id in self.executors(to) {
                // Artillery battalions get Move orders only.
                if self.theatre.is_artillery_battalion(id) && !marches {
                    continue;
                }
                let formation = &mut self.now.formations[id.index()];
                match order.order {
                    OrderKind::Attack | OrderKind::Advance if goal.is_some() => {
                        formation.order = InForce { order: Order::Attack, goal };
                    }
                    OrderKind::Move | OrderKind::Withdraw if goal.is_some() => {
                        formation.order = InForce { order: Order::Move, goal };
                    }
                    OrderKind::Reserve => formation.reserve = true,
                    _ => {}
                }
            }
        }
    }

    /// Who executes an order to a formation: its divisions, or itself where it has none.
    fn executors(&self, to: FormationId) -> Vec<FormationId> {
        let theatre = &self.theatre;
        let divisions: Vec<FormationId> = theatre
            .formation_ids()
            .filter(|id| theatre.is_division(*id) && *id != to && theatre.is_under(*id, to))
            .collect();
        let higher = matches!(theatre.formation(to).level, Level::Army | Level::Corps);
        if higher && !divisions.is_empty() { divisions } else { vec![to] }
    }

    /// RULING: the highest leader of a side is its army commander; where his formation is no army it is also its Command.
    fn armies(&mut self) {
        for side in Side::ALL {
            let tops = self.theatre.formation_ids().filter(|id| {
                let card = self.theatre.formation(*id);
                card.side == side && card.above.is_none()
            });
            match tops.min_by_key(|id| self.theatre.formation(*id).level) {
                Some(top) => self.theatre.armies[index(side)] = top,
                None => self
                    .wrong(format!("the {} side has nobody", self.theatre.sides[index(side)]), "give it a formation"),
            }
        }
    }
}

/// A number in the section of this rulebook.
fn number(values: &ForRulebook, name: &str) -> Option<u64> {
    values.get(SLUG)?.get(name)?.as_u64()
}

/// A yes or no in the section of this rulebook.
fn flag(values: &ForRulebook, name: &str) -> Option<bool> {
    values.get(SLUG)?.get(name)?.as_bool()
}

/// The first side of a plan plays the Union's part, the second the Confederacy's.
fn side_of(plan: &plan::Plan, id: &plan::Id) -> Option<Side> {
    let place = plan.sides.iter().position(|side| side.id == *id)?;
    Side::ALL.get(place).copied()
}
