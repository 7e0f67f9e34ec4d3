//! The battle as pictures and people without pictures see it. Nothing is hidden in this rulebook but cards and dice to come, so
//! both sides see the same.

use engine::chart::Key;
use engine::stage::{
    Badge, Ending, Mark, Nerve, Piece, PieceId, PieceKind, Scene, Shape, Spot, Standing, Strength, Tally,
};
use engine::{Side, Words, counted};
use field::ground::{Point, YARD};

use super::super::Theatre;
use super::super::state::{Battle, Health, OfficerId, Phase, UNITS_MAX, UnitId};
use super::board::Board;
use crate::fire::Stance;
use crate::rules::*;
use crate::unit::{Arm, Formation, Withdrawal};
use crate::victory::{Victor, VictoryItem};

/// How large an officer is shown, in yards.
const OFFICER_YARDS: i32 = 20;

/// The number of an officer among the pieces: after all units there can be.
pub(super) const fn officer_piece(id: OfficerId) -> PieceId {
    PieceId(UNITS_MAX as u16 + id.0 as u16)
}

/// A place as pictures know it.
pub(super) fn spot(point: Point) -> Spot {
    Spot { x: point.x.into(), y: point.y.into() }
}

impl Theatre {
    pub(in super::super) fn show(&self, battle: &Battle) -> Scene {
        let mut board = Board::default();
        // COST: only whoever may fire has to know where the others are.
        if battle.phase == Phase::DeclareFire {
            board.refresh(self, battle);
        }
        let units = battle.on_field().map(|id| self.show_unit(battle, &board, id));
        let officers = (0..self.posts.len()).map(OfficerId::at).filter_map(|id| self.show_officer(battle, id));
        let marks = self.objectives.iter().zip(&battle.objectives).map(|(objective, held)| Mark {
            kind: Words::fixed("objective"),
            name: objective.name.clone(),
            at: spot(objective.at),
            side: held.by,
        });
        let mut pieces = Vec::with_capacity(battle.on_field().count() + self.posts.len());
        pieces.extend(units.chain(officers));
        Scene {
            standing: self.standing(battle),
            pieces,
            marks: marks.collect(),
            active: battle.moving.map(|moving| PieceId(moving.unit.0)),
        }
    }

    fn show_unit(&self, battle: &Battle, board: &Board, id: UnitId) -> Piece {
        let (unit, regiment, block) = (battle.unit(id), self.regiment(battle, id), self.footprint(battle, id));
        let is_moving = battle.moving.is_some_and(|moving| moving.unit == id);
        let (kind, one, many) = match regiment.arm {
            Arm::Infantry => (PieceKind::Infantry, "stand", "stands"),
            Arm::Cavalry => (PieceKind::Cavalry, "stand", "stands"),
            Arm::FieldArtillery | Arm::HorseArtillery => (PieceKind::Artillery, "gun model", "gun models"),
            Arm::Wagon => (PieceKind::Wagon, "wagon", "wagons"),
        };
        let (stands, hits) = (unit.condition.stands, unit.condition.hits);
        let bases = if stands == 1 { one } else { many };
        let strength = match hits {
            0 => Words::written(format_args!("{stands} {bases}")),
            1 => Words::written(format_args!("{stands} {bases}, 1 hit")),
            _ => Words::written(format_args!("{stands} {bases}, {hits} hits")),
        };
        Piece {
            id: PieceId(id.0),
            kind,
            side: regiment.side,
            name: self.piece_name(battle, id),
            under: self.under[regiment.hq.index()].clone(),
            at: spot(unit.centre),
            place: None,
            heading: unit.heading.0,
            front: 2 * i64::from(block.half_front),
            depth: 2 * i64::from(block.half_depth),
            shape: shape(unit.formation),
            formation: self.formation_words(battle, id),
            strength: Strength {
                words: strength,
                left: unit.condition.stands.into(),
                full: if unit.parent.is_some() { unit.condition.stands.into() } else { regiment.stands.into() },
                men: self.men_in(battle, id).max(0) as u32,
            },
            nerve: self.nerve(battle, id),
            morale: Words::fixed(unit.grade.name()),
            badges: self.badges(battle, id),
            may_act: self.may_act(battle, board, id),
            // Whoever is on his way has not moved yet.
            done: Words::fixed(match (unit.done.fired.is_some(), unit.done.moved && !is_moving) {
                (true, true) => "has fired, has moved",
                (true, false) => "has fired",
                (false, true) => "has moved",
                (false, false) => "",
            }),
        }
    }

    /// What a unit is called: a detachment by its parent.
    pub(super) fn piece_name(&self, battle: &Battle, id: UnitId) -> Words {
        let (unit, name) = (battle.unit(id), &self.regiment(battle, id).name);
        match (unit.parent, self.arm(battle, id).is_artillery()) {
            (None, _) => name.clone(),
            (Some(_), true) => Words::written(format_args!("{name}, a section")),
            (Some(_), false) => Words::written(format_args!("{name}, skirmishers")),
        }
    }

    fn formation_words(&self, battle: &Battle, id: UnitId) -> Words {
        let unit = battle.unit(id);
        let (arm, ranks) = (self.arm(battle, id), self.ranks(battle, id));
        let mut words = match unit.formation {
            Formation::Line if ranks > 1 => Words::written(format_args!("line, {ranks} ranks deep")),
            formation => Words::fixed(formation.name()),
        };
        if arm == Arm::Cavalry {
            words = Words::written(format_args!("{}, {words}", if unit.mounted { "mounted" } else { "dismounted" }));
        }
        words
    }

    fn nerve(&self, battle: &Battle, id: UnitId) -> Nerve {
        let unit = battle.unit(id);
        let ran = unit.has_withdrawn(battle.turn) || unit.withdrew_last_turn(battle.turn) != Withdrawal::None;
        match (ran, unit.condition.panic) {
            (true, _) => Nerve::Broken,
            (false, 0) => Nerve::Steady,
            (false, _) => Nerve::Shaken,
        }
    }

    /// What else is worth a mark, the weightiest first.
    fn badges(&self, battle: &Battle, id: UnitId) -> Vec<Badge> {
        let unit = battle.unit(id);
        let mut badges = Vec::new();
        let ran = unit.has_withdrawn(battle.turn);
        badge(&mut badges, battle.is_in_contact(id), "⚔", "in contact with the enemy");
        badge(&mut badges, ran && unit.withdrew == Withdrawal::Rout, "R!", "routed this turn");
        badge(&mut badges, ran && unit.withdrew == Withdrawal::Retreat, "R", "retreated this turn");
        let panic = unit.condition.panic;
        if panic > 0 {
            let markers = counted(panic, "Panic Marker", "Panic Markers");
            badges.push(Badge { short: Words::written(format_args!("{panic}P")), long: markers.into() });
        }
        badge(&mut badges, unit.overenthusiastic, "OE", "Overenthusiastic: it must go for the enemy");
        badge(&mut badges, unit.out_of_ammo, "OoA", "out of ammunition");
        badge(&mut badges, unit.prone, "pr", "lying down");
        badge(&mut badges, unit.flank_fire_turn == battle.turn, "fl", "took fire in flank or rear this turn");
        for officer in battle.officers_with(id) {
            let name = self.officer_name(battle, officer);
            badges.push(Badge { short: Words::fixed("★"), long: Words::written(format_args!("{name} is with it")) });
        }
        badges
    }

    /// Who holds a post, as people say it.
    pub(super) fn officer_name(&self, battle: &Battle, id: OfficerId) -> Words {
        let post = &self.posts[id.index()];
        match battle.officers[id.index()].successor {
            true => Words::written(format_args!("the new commander of {}", self.headquarters[post.hq.index()].name)),
            false => post.name.clone(),
        }
    }

    fn show_officer(&self, battle: &Battle, id: OfficerId) -> Option<Piece> {
        let officer = battle.officers[id.index()];
        if !officer.is_present() {
            return None;
        }
        let (post, side) = (&self.posts[id.index()], self.side_of_officer(id));
        let wounded = officer.health == Health::LightWound;
        let (morale, combat) = self.commander(battle, id);
        let near = officer.with.map_or(self.home[side as usize], |unit| battle.unit(unit).heading);
        // What his wound is called is said of his morale.
        let wound = Badge { short: Words::fixed("w"), long: Words::fixed("slower for his wound") };
        Some(Piece {
            id: officer_piece(id),
            kind: PieceKind::Leader,
            side,
            name: self.officer_name(battle, id),
            under: self.under[post.hq.index()].clone(),
            at: spot(officer.at),
            place: None,
            heading: near.0,
            front: i64::from(OFFICER_YARDS * YARD),
            depth: i64::from(OFFICER_YARDS * YARD),
            shape: Shape::Figure,
            formation: post.title.clone(),
            strength: Strength {
                words: Words::written(format_args!("morale {}, combat {}", morale.rating, combat.rating)),
                left: 1,
                full: 1,
                men: 1,
            },
            nerve: if wounded { Nerve::Shaken } else { Nerve::Steady },
            morale: Words::fixed(if wounded { "lightly wounded" } else { "fit" }),
            badges: if wounded { vec![wound] } else { Vec::new() },
            may_act: battle.phase == Phase::Movement && !officer.moved && self.officer_is_active(battle, id),
            done: Words::fixed(if officer.moved { "has moved" } else { "" }),
        })
    }

    /// Whether a unit may still be given an order in this phase.
    fn may_act(&self, battle: &Battle, board: &Board, id: UnitId) -> bool {
        let unit = battle.unit(id);
        if !self.is_active(battle, id) {
            return false;
        }
        match battle.phase {
            Phase::Morale => self.must_test(battle, id),
            Phase::DeclareFire => self.could_fire(battle, board, id),
            Phase::ResolveFire => battle.declared.iter().any(|declared| declared.firer == id),
            Phase::AnnounceCharges => self.could_charge(battle, id),
            Phase::Charges => battle.announced.iter().any(|announced| announced.unit == id),
            Phase::Movement => match battle.moving {
                Some(moving) => moving.unit == id,
                None => {
                    let free = !unit.done.moved && !unit.done.stands_still && !unit.has_withdrawn(battle.turn);
                    free && unit.done.fired != Some(Stance::Hold) || battle.is_engaged(id)
                }
            },
            Phase::Combat => battle.contacts.iter().any(|contact| contact.due && contact.other(id).is_some()),
            Phase::Draw | Phase::Over => false,
        }
    }

    fn standing(&self, battle: &Battle) -> Standing {
        let (phase, to_do) = self.phase_words(battle);
        let men = |side: Side| {
            let own = self.regiments.iter().enumerate().filter(|(_, regiment)| regiment.side == side);
            own.map(|(place, regiment)| {
                u32::from(regiment.stands) * self.men_per_stand(battle, UnitId::at(place)).max(0) as u32
            })
            .sum()
        };
        Standing {
            tally: self.count(battle),
            clock: self.clock_at(battle.turn).into(),
            phase,
            to_do,
            side: (battle.phase != Phase::Over).then_some(battle.side),
            engaged: Side::ALL.map(men),
            ending: self.how_it_ended(battle),
        }
    }

    /// The time of day at the start of a turn.
    pub(super) fn clock_at(&self, turn: u8) -> String {
        let (start, minutes) = self.clock;
        let now = (u32::from(start) + u32::from(turn.saturating_sub(1)) * u32::from(minutes)) % (24 * 60);
        let (hour, half) = (now / 60, if now < 12 * 60 { "am" } else { "pm" });
        format!("{}:{:02} {half}", if hour % 12 == 0 { 12 } else { hour % 12 }, now % 60)
    }

    /// The phase, and what is to be done in it, as one would tell a newcomer.
    fn phase_words(&self, battle: &Battle) -> (Words, String) {
        let who = battle.card.map_or("nobody", |hq| self.headquarters[hq.index()].name.as_str());
        let (phase, to_do) = match battle.phase {
            Phase::Draw => ("Draw", "Draw the next card: its headquarters acts with everybody under it.".to_owned()),
            Phase::Morale => ("Morale Phase", format!("Every unit of {who} that has Panic Markers tests its morale.")),
            Phase::DeclareFire => {
                ("Fire Phase: declaration", format!("Say who of {who} fires at whom. No die falls before all is said."))
            }
            Phase::ResolveFire => ("Fire Phase", "Resolve the declared fire, one target after another.".to_owned()),
            Phase::AnnounceCharges => {
                ("Movement Phase: charges", format!("Say who of {who} charges whom, or that nobody does."))
            }
            Phase::Charges => ("Charges", "Carry out the charges, one target after another.".to_owned()),
            Phase::Movement => match battle.moving {
                Some(moving) => {
                    let name = self.piece_name(battle, moving.unit);
                    let left = self.left_of(battle, &moving);
                    (
                        "Movement Phase",
                        format!("{name} moves: {left} inches are left. Give its steps, then end its move."),
                    )
                }
                None => ("Movement Phase", format!("Move the units and officers of {who}, one after another.")),
            },
            Phase::Combat => ("Combat Phase", "Fight out every contact.".to_owned()),
            Phase::Over => ("The battle is over", "Nothing more: look back, or begin another.".to_owned()),
        };
        (Words::fixed(phase), to_do)
    }

    /// How the battle stands, in numbers.
    pub(in super::super) fn count(&self, battle: &Battle) -> Tally {
        let over = battle.phase == Phase::Over;
        let points = self.points(battle, over);
        let points = points.map_or([0; 2], |points| [points.union_points as i32, points.confederate_points as i32]);
        let mut lost = [0; 2];
        for (place, (regiment, unit)) in self.regiments.iter().zip(&battle.units).enumerate() {
            let men = self.men_per_stand(battle, UnitId::at(place)).max(0) as u32;
            lost[regiment.side as usize] += u32::from(unit.condition.lost.min(regiment.stands)) * men;
        }
        Tally { turn: battle.turn.into(), turns: self.turns.into(), points, lost }
    }

    /// How it ended, once it has.
    pub(in super::super) fn how_it_ended(&self, battle: &Battle) -> Option<Ending> {
        let winner = match battle.victor {
            Victor::Undecided => return None,
            Victor::Union => Some(Side::Union),
            Victor::Confederate => Some(Side::Confederate),
            Victor::Draw => None,
        };
        let outcome = self.points(battle, true)?;
        let [union, confederate] = [outcome.union_points, outcome.confederate_points];
        let broken = [outcome.union_broken, outcome.confederate_broken];
        let points = match winner {
            Some(Side::Confederate) => format!("{confederate} points to {union}"),
            _ => format!("{union} points to {confederate}"),
        };
        let draw = self.book.victory.points.at(VictoryItem::Draw).value;
        let (kind, words, rule) = match winner {
            None => ("draw", format!("draw: {points}, a lead of {draw} or fewer"), SE_ORDER_STEPS),
            Some(side) if broken[side.enemy() as usize] => {
                let beaten = self.side_called(side.enemy());
                (
                    "the enemy broke",
                    format!("victory: {beaten} broke with half its stands lost, {points}"),
                    SE_HIT_PERMANENT,
                )
            }
            Some(_) => {
                ("points after the last turn", format!("victory by {points} after the last turn"), SE_ORDER_STEPS)
            }
        };
        Some(Ending { winner, kind, words, rule: Some(rule) })
    }
}

/// Adds a mark where it holds.
fn badge(badges: &mut Vec<Badge>, holds: bool, short: &'static str, long: &'static str) {
    if holds {
        badges.push(Badge { short: Words::fixed(short), long: Words::fixed(long) });
    }
}

fn shape(formation: Formation) -> Shape {
    match formation {
        Formation::Line => Shape::Line,
        Formation::Column => Shape::Column,
        Formation::Square => Shape::Square,
        Formation::Skirmish => Shape::Skirmish,
        Formation::Limbered => Shape::Limbered,
        Formation::Unlimbered => Shape::Unlimbered,
    }
}
