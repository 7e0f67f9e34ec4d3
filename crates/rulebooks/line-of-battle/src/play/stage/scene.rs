//! The map as people see it: pieces in the middle of their hexes, fanned where they stand together, and what else lies there.
//!
//! What a side may not know is left out: of the other side's stacks everything below the top unit and its strength where the
//! table plays fog of war, and its orders always.

use engine::chart::Key;
use engine::stage::{Badge, Mark, Nerve, Piece, PieceKind, Scene, Shape, Spot, Strength};
use engine::{Side as Army, Words};
use field::ground::YARD;
use field::hex::{Corner, Hex};

use super::{pieces, standing};
use crate::charts::{LeaderFate, MoraleState};
use crate::command::Order;
use crate::play::position::Battle;
use crate::play::state::{Done, FormationId, LeaderId, UnitId, WagonId};
use crate::play::theatre::Theatre;
use crate::turn::TurnStep;
use crate::unit::{Arm, Formation, is_wrecked};

/// A whole turn, in the units of a heading.
const TURN: u32 = 65_536;
/// East and north of each corner, in thousandths of the way to it.
pub(super) const TOWARDS: [(i64, i64); 6] =
    [(500, 866), (1_000, 0), (500, -866), (-500, -866), (-1_000, 0), (-500, 866)];
/// Yards by which each piece of a stack stands behind the one above it.
const FAN: i64 = 9;
/// Yards by which leaders and HQs stand beside the middle of a hex.
const ASIDE: i64 = 26;

/// What a side sees of the map, or all there is.
pub(super) fn of(theatre: &Theatre, battle: &Battle, seen_by: Option<Army>) -> Scene {
    let eye = Eye { theatre, battle, seen_by };
    let units = theatre.unit_ids().filter_map(|id| eye.unit(id));
    let leaders = (0..battle.leaders.len()).filter_map(|number| eye.leader(LeaderId(number as u16)));
    let headquarters = theatre.formation_ids().filter_map(|id| eye.headquarters(id));
    let wagons = (0..battle.wagons.len()).filter_map(|number| eye.wagon(WagonId(number as u16)));
    let going = battle.advance.as_ref().and_then(|advance| advance.units.first());
    Scene {
        standing: standing::of(theatre, battle),
        pieces: units.chain(leaders).chain(headquarters).chain(wagons).collect(),
        marks: eye.marks(),
        active: going.map(|going| pieces::unit(going.unit)),
    }
}

/// The heading of a corner: corner 0 lies between north and north-east.
pub(super) const fn heading(corner: Corner) -> u16 {
    ((2 * corner.index() as u32 + 1) * TURN / 12) as u16
}

/// The corner that comes nearest to a heading.
pub(super) const fn corner(heading: u16) -> Corner {
    Corner::new((heading as u32 * 6 / TURN) as u8)
}

/// The middle of a hex.
pub(super) fn middle(theatre: &Theatre, hex: Hex) -> Spot {
    let point = theatre.field.cell(hex).map(|cell| theatre.lattice.centre(cell)).unwrap_or_default();
    Spot { x: point.x.into(), y: point.y.into() }
}

/// Frontage and depth in yards: a line fills the better part of its hex.
const fn size(formation: Formation) -> (i64, i64) {
    match formation {
        Formation::Line => (78, 14),
        Formation::OpenOrder => (84, 8),
        Formation::Column => (22, 60),
        Formation::Mounted => (40, 40),
        Formation::Limbered => (20, 56),
        Formation::Unlimbered => (66, 22),
    }
}

const fn shape(formation: Formation, state: MoraleState) -> Shape {
    match (formation, state) {
        (_, MoraleState::Routed) => Shape::Crowd,
        (Formation::Line, _) => Shape::Line,
        (Formation::OpenOrder, _) => Shape::Skirmish,
        (Formation::Column | Formation::Mounted, _) => Shape::Column,
        (Formation::Limbered, _) => Shape::Limbered,
        (Formation::Unlimbered, _) => Shape::Unlimbered,
    }
}

/// A formation as people say it.
pub(super) const fn formation_words(arm: Arm, formation: Formation) -> &'static str {
    match (arm, formation) {
        (Arm::Cavalry, Formation::Line) => "dismounted line",
        (_, Formation::Line) => "line",
        (_, Formation::OpenOrder) => "open order",
        (_, Formation::Column) => "column",
        (_, Formation::Mounted) => "mounted",
        (_, Formation::Limbered) => "limbered",
        (_, Formation::Unlimbered) => "unlimbered",
    }
}

/// A morale state as people say it.
pub(super) const fn state_words(state: MoraleState) -> &'static str {
    match state {
        MoraleState::BloodLust => "blood lust",
        MoraleState::Normal => "steady",
        MoraleState::Shaken => "shaken",
        MoraleState::Disorganized => "disorganized",
        MoraleState::Routed => "routed",
    }
}

fn badge(short: &str, long: impl Into<Words>) -> Badge {
    Badge { short: short.into(), long: long.into() }
}

/// Somebody who looks at a battle.
struct Eye<'a> {
    theatre: &'a Theatre,
    battle: &'a Battle,
    seen_by: Option<Army>,
}

impl Eye<'_> {
    /// Whether the looker is told everything about a side.
    fn knows(&self, side: Army) -> bool {
        self.seen_by.is_none_or(|seen_by| seen_by == side)
    }

    fn unit(&self, id: UnitId) -> Option<Piece> {
        let (theatre, battle) = (self.theatre, self.battle);
        let (card, now) = (theatre.unit(id), battle.unit(id));
        let at = now.at?;
        let stack = theatre.units_at(battle, at, card.side);
        let behind = stack.iter().position(|other| *other == id).unwrap_or(0);
        let open = self.knows(card.side) || !theatre.book.switches.fog_of_war;
        if !open && behind > 0 {
            return None;
        }
        let (front, depth) = size(now.formation);
        let (east, north) = TOWARDS[now.facing.index()];
        let centre = middle(theatre, at);
        // The stack is fanned about the middle of its hex, the top unit foremost; alone it stands in the middle.
        let together = if open { stack.len() as i64 } else { 1 };
        let back = (2 * behind as i64 - (together - 1)) * FAN * i64::from(YARD) / 2;
        let strength = if open {
            Strength {
                words: Words::written(format_args!("{} SP", now.sp)),
                left: now.sp.into(),
                full: card.printed.into(),
                men: theatre.men(id, now.sp),
            }
        } else {
            Strength { words: Words::fixed("strength unknown"), ..Strength::default() }
        };
        Some(Piece {
            id: pieces::unit(id),
            kind: match card.arm {
                Arm::Infantry => PieceKind::Infantry,
                Arm::Cavalry => PieceKind::Cavalry,
                Arm::Artillery => PieceKind::Artillery,
            },
            side: card.side,
            name: card.name.as_str().into(),
            under: theatre.chain(card.formation).map(|above| theatre.formation(above).id.as_str().into()).collect(),
            at: Spot { x: centre.x - east * back / 1_000, y: centre.y - north * back / 1_000 },
            place: Some(theatre.number(at)),
            heading: heading(now.facing),
            front: front * i64::from(YARD),
            depth: depth * i64::from(YARD),
            shape: shape(now.formation, now.state),
            formation: Words::fixed(formation_words(card.arm, now.formation)),
            strength,
            nerve: match now.state {
                MoraleState::BloodLust | MoraleState::Normal => Nerve::Steady,
                MoraleState::Shaken | MoraleState::Disorganized => Nerve::Shaken,
                MoraleState::Routed => Nerve::Broken,
            },
            morale: Words::written(format_args!("{}, rated {}", state_words(now.state), card.rating.name())),
            badges: self.unit_badges(id),
            may_act: self.may_act(card.side) && battle.step == TurnStep::Activity && self.is_next(id),
            // What everybody has seen it do, as long as its side is at it.
            done: Words::fixed(match now.done {
                Done::Nothing => "",
                _ if battle.active != card.side || battle.step != TurnStep::Activity => "",
                Done::Move => "has moved",
                Done::Fire => "has fired",
                Done::RetreatTen => "has gone back",
            }),
        })
    }

    /// Whether a side has something to order that the looker may know.
    fn may_act(&self, side: Army) -> bool {
        !self.battle.over && self.battle.active == side && self.knows(side)
    }

    fn is_next(&self, id: UnitId) -> bool {
        match &self.battle.advance {
            Some(advance) => advance.units.iter().any(|going| going.unit == id),
            None => self.battle.unit(id).done == Done::Nothing,
        }
    }

    fn unit_badges(&self, id: UnitId) -> Vec<Badge> {
        let (theatre, battle) = (self.theatre, self.battle);
        let (card, now) = (theatre.unit(id), battle.unit(id));
        let mut badges = Vec::new();
        if now.state != MoraleState::Normal {
            badges.push(badge(now.state.name(), state_words(now.state)));
        }
        let open = self.knows(card.side) || !theatre.book.switches.fog_of_war;
        if open && is_wrecked(&theatre.book, card.printed, now.sp) {
            badges.push(badge("W", "wrecked: more than half of it is gone"));
        }
        if now.cbf > 0 {
            badges.push(badge(&format!("C{}", now.cbf), format!("counter-battery fire, level {}", now.cbf)));
        }
        if !self.knows(card.side) {
            return badges;
        }
        let ammunition = [(now.shell_depleted, "S0", "out of shell"), (now.canister_depleted, "K0", "out of canister")];
        badges.extend(ammunition.iter().filter(|(gone, ..)| *gone).map(|(_, short, long)| badge(short, *long)));
        let order = theatre.order_of(battle, id);
        let goal = order.goal.map(|goal| format!(" hex {}", theatre.number(goal))).unwrap_or_default();
        match order.order {
            Order::Attack => badges.push(badge("A", format!("under orders to attack{goal}"))),
            Order::Move => badges.push(badge("M", format!("under orders to march to{goal}"))),
            Order::Reserve => badges.push(badge("Rs", "held in Reserve")),
            Order::None => {}
        }
        let division = battle.formation(theatre.formation(card.formation).division);
        if division.stopped {
            badges.push(badge("St", "its division is Stopped and has to withdraw"));
        } else if division.recovering {
            badges.push(badge("Rc", "its division has to recover before it attacks again"));
        }
        if let Some(post) = now.posted {
            badges.push(badge("P", format!("posted to hex {}", theatre.number(post))));
        }
        badges
    }

    fn leader(&self, id: LeaderId) -> Option<Piece> {
        let (theatre, battle) = (self.theatre, self.battle);
        let now = &battle.leaders[id.index()];
        let at = now.at.filter(|_| now.fate == LeaderFate::Unhurt)?;
        let post = theatre.formation(now.post);
        let beside = theatre.leaders_at(battle, at, post.side);
        let place = beside.iter().position(|other| *other == id).unwrap_or(0) as i64;
        let acts = match battle.step {
            TurnStep::Orders => theatre.check_roll(battle, now.post).is_ok(),
            TurnStep::Activity => !now.moved && battle.advance.is_none(),
            _ => false,
        };
        let mut badges = Vec::new();
        if self.knows(post.side) {
            badges.push(badge(
                &format!("{}-{}", now.command, now.morale),
                format!("Command Value {}, Morale Value {}", now.command, now.morale),
            ));
            badges.extend(self.formation_badges(now.post));
        }
        Some(self.figure(
            pieces::leader(id),
            PieceKind::Leader,
            standing::leader_name(theatre, battle, id),
            now.post,
            (at, -ASIDE + 9 * place),
            (format!("leads {}", post.name), badges, self.may_act(post.side) && acts),
        ))
    }

    /// Orders of a formation, those on their way, and what it has to wait for; for its own side.
    fn formation_badges(&self, id: FormationId) -> Vec<Badge> {
        let (theatre, battle) = (self.theatre, self.battle);
        let now = battle.formation(id);
        let goal = now.order.goal.map(|goal| theatre.number(goal)).unwrap_or_default();
        let mut badges = Vec::new();
        match now.order.order {
            Order::Attack => badges.push(badge("A", format!("orders: attack hex {goal}"))),
            Order::Move => badges.push(badge("M", format!("orders: march to hex {goal}"))),
            Order::Reserve | Order::None => {}
        }
        if now.reserve {
            badges.push(badge("Rs", "held in Reserve"));
        }
        for sent in battle.dispatches.iter().filter(|sent| sent.to == id) {
            let words = super::words::instruction(theatre, sent.says);
            let when = if sent.due <= battle.turn {
                "waits to be accepted".to_owned()
            } else {
                format!("arrives on turn {}", sent.due)
            };
            badges.push(badge("!", format!("an order to {words} {when}")));
        }
        badges
    }

    fn headquarters(&self, id: FormationId) -> Option<Piece> {
        let (theatre, battle) = (self.theatre, self.battle);
        let now = battle.formation(id);
        let card = theatre.formation(id);
        let acts = battle.step == TurnStep::Activity && !now.hq_moved && battle.advance.is_none();
        Some(self.figure(
            pieces::headquarters(id),
            PieceKind::Headquarters,
            format!("HQ of {}", card.name),
            id,
            (now.hq?, ASIDE),
            ("headquarters".to_owned(), Vec::new(), self.may_act(card.side) && acts),
        ))
    }

    fn wagon(&self, id: WagonId) -> Option<Piece> {
        let (card, now) = (self.theatre.wagons.get(id.index())?, &self.battle.wagons[id.index()]);
        let at = now.at.filter(|_| !now.lost)?;
        let acts = self.battle.step == TurnStep::Activity && !now.moved && self.battle.advance.is_none();
        let load = format!("{} shell and {} canister points left", now.shell, now.canister);
        let badges = if self.knows(card.side) { vec![badge("Am", load)] } else { Vec::new() };
        Some(self.figure(
            pieces::wagon(id),
            PieceKind::Wagon,
            card.name.clone(),
            card.formation,
            (at, ASIDE),
            ("wagon".to_owned(), badges, self.may_act(card.side) && acts),
        ))
    }

    /// Somebody who is no combat unit.
    fn figure(
        &self,
        id: engine::stage::PieceId,
        kind: PieceKind,
        name: String,
        of: FormationId,
        (at, aside): (Hex, i64),
        (formation, badges, may_act): (String, Vec<Badge>, bool),
    ) -> Piece {
        let theatre = self.theatre;
        let centre = middle(theatre, at);
        let (front, depth) = (18 * i64::from(YARD), 18 * i64::from(YARD));
        Piece {
            id,
            kind,
            side: theatre.formation(of).side,
            name: name.into(),
            under: theatre.chain(of).map(|above| theatre.formation(above).id.as_str().into()).collect(),
            at: Spot { x: centre.x + aside * i64::from(YARD), y: centre.y },
            place: Some(theatre.number(at)),
            heading: 0,
            front,
            depth,
            shape: Shape::Figure,
            formation: formation.into(),
            strength: Strength::default(),
            nerve: Nerve::Steady,
            morale: Words::default(),
            badges,
            may_act,
            done: Words::default(),
        }
    }

    fn marks(&self) -> Vec<Mark> {
        let (theatre, battle) = (self.theatre, self.battle);
        let objectives = theatre.objectives.iter().enumerate().map(|(place, card)| Mark {
            kind: Words::fixed("objective"),
            name: card.name.as_str().into(),
            at: middle(theatre, card.at),
            side: battle.held.get(place).and_then(|held| held.by),
        });
        let works = battle.works.iter().map(|works| {
            let (centre, (east, north)) = (middle(theatre, works.at), TOWARDS[works.facing.index()]);
            let ahead = 40 * i64::from(YARD);
            Mark {
                kind: Words::fixed("works"),
                name: Words::fixed("Breastworks"),
                at: Spot { x: centre.x + east * ahead / 1_000, y: centre.y + north * ahead / 1_000 },
                side: None,
            }
        });
        let mut ran: Vec<(Hex, Army)> = battle.legs.iter().map(|legs| (legs.at, legs.side)).collect();
        ran.sort_unstable();
        ran.dedup();
        let legs = ran.into_iter().map(|(at, side)| Mark {
            kind: Words::fixed("legs"),
            name: Words::fixed("Cowardly Legs"),
            at: middle(theatre, at),
            side: Some(side),
        });
        objectives.chain(works).chain(legs).collect()
    }
}
