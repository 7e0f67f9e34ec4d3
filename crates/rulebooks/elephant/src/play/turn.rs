//! The order of play: cards, activations, phases, the end of a turn.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Entry, Kept, Refusal, Ruling, Side};
use field::plane::Turn;

use super::condition::tell;
use super::course::Course;
use super::state::{Battle, Done, Health, HqId, OfficerId, Phase, Place, UnitId};
use super::theatre::Fright;
use super::{Deed, Theatre};
use crate::charts::Rank;
use crate::fire::Stance;
use crate::morale::discretion::{Discretion, DiscretionSituation};
use crate::rules::*;
use crate::turn::{DeckSituation, DrawCard, Succession, SuccessionSituation};
use crate::unit::{Arm, Commander, Hindrance};
use crate::{Event, Referee};

impl Theatre {
    /// Whether a unit belongs to the active set: under the headquarters whose card was drawn, and not activated before.
    #[inline]
    pub fn is_active(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        battle.card.is_some_and(|hq| unit.is_on_field() && !unit.done.activated && self.belongs_to(battle, id, hq))
    }

    /// The units of the active set, in their order.
    ///
    /// COST: only those under the card are looked at; it is asked before and after nearly every order.
    pub(super) fn active<'a>(&'a self, battle: &'a Battle) -> impl Iterator<Item = UnitId> + 'a {
        let under = battle.card.into_iter().flat_map(|hq| self.of_command(battle, hq));
        under.filter(|id| self.is_active(battle, *id))
    }

    /// Whether anybody under the card that was drawn is still to be activated.
    fn has_active_units(&self, battle: &Battle) -> bool {
        self.active(battle).next().is_some()
    }

    /// Refuses a unit that is not of the active set.
    pub(super) fn check_active(&self, battle: &Battle, refusal: &mut Refusal, field: &str, id: UnitId) {
        let is_there = id.index() < battle.units.len() && battle.unit(id).is_on_field();
        refusal.unless_senseless(is_there, field, || match battle.units.get(id.index()).map(|unit| unit.place) {
            Some(Place::Coming(turn)) => {
                format!("{} comes on at the start of turn {turn}: wait for it", self.name(battle, id))
            }
            _ => format!("no unit {} is on the map", id.0),
        });
        if is_there {
            refusal.unless(self.is_active(battle, id), field, SE_ORDER_ACTIVATE, || {
                let (name, own) =
                    (self.name(battle, id), &self.headquarters[self.regiment(battle, id).hq.index()].name);
                match battle.card.map(|hq| self.headquarters[hq.index()].name.as_str()) {
                    None => format!("{name} is not active: draw a card first"),
                    Some(card) if battle.unit(id).done.activated => {
                        format!("{name} has been activated this turn; this is the activation of {card}")
                    }
                    Some(card) => {
                        format!("{name} belongs to {own}, and this is the activation of {card}: wait for its own card")
                    }
                }
            });
        }
    }

    /// What keeps a unit from moving or charging.
    pub(super) fn hindrance(&self, battle: &Battle, id: UnitId) -> Hindrance {
        let unit = battle.unit(id);
        if battle.is_in_contact(id) {
            Hindrance::Engaged
        } else if unit.has_withdrawn(battle.turn) {
            Hindrance::Withdrawn
        } else if unit.done.fired == Some(Stance::Hold) {
            Hindrance::FiredInPlace
        } else if unit.prone {
            Hindrance::Prone
        } else if unit.overenthusiastic {
            Hindrance::Overenthusiastic
        } else {
            Hindrance::None
        }
    }

    /// The start of a turn: reinforcements, a fresh deck, and nobody has done anything yet.
    pub(super) fn set_up_turn(&self, battle: &mut Battle) {
        for unit in &mut battle.units {
            unit.moved_last_turn = unit.done.marched;
            unit.done = Done::default();
        }
        for officer in &mut battle.officers {
            (officer.steadies, officer.leads, officer.activated, officer.moved) = (None, None, false, false);
        }
        self.bring_on(battle);
        battle.deck = 0;
        for (place, hq) in self.headquarters.iter().enumerate().filter(|(_, hq)| hq.has_card) {
            let id = HqId::at(place);
            if self.of_side(battle, hq.side).any(|unit| self.belongs_to(battle, unit, id)) {
                battle.deck |= 1 << place;
            }
        }
        (battle.phase, battle.card) = (Phase::Draw, None);
    }

    /// Reinforcements whose turn has come, where there is room for them.
    fn bring_on(&self, battle: &mut Battle) {
        for id in battle.ids().collect::<Vec<_>>() {
            let unit = *battle.unit(id);
            let due = matches!(unit.place, Place::Coming(turn) if turn <= battle.turn);
            if !due {
                continue;
            }
            let there = self.footprint(battle, id);
            let free = || self.is_on_map(&there) && self.lies_over(battle, id, &there).is_none();
            // RULING: where the entry is taken a unit comes on beside it, along the edge.
            if free() || self.put_near(battle, id, unit.centre, unit.heading, unit.heading.turned(Turn::QUARTER)) {
                battle.unit_mut(id).place = Place::Field;
            }
        }
        for place in 0..battle.officers.len() {
            let officer = battle.officers[place];
            let due = matches!(officer.health, Health::Coming(turn) if turn <= battle.turn);
            // Whoever comes with a unit is where it has found room, and waits with it where it has not.
            let unit = officer.with.map(|unit| *battle.unit(unit));
            if due && unit.is_none_or(|unit| unit.is_on_field()) {
                let at = unit.map_or(officer.at, |unit| unit.centre);
                (battle.officers[place].health, battle.officers[place].at) = (Health::Fit, at);
            }
        }
    }

    /// The command `draw-card`.
    pub(super) fn draw_card<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Draw);
        refusal.verdict()?;
        self.frighten(battle, umpire)?;
        loop {
            if battle.deck == 0 {
                return self.end_turn(battle, umpire);
            }
            let hq = self.draw(battle, umpire)?;
            battle.deck &= !(1 << hq.index());
            battle.card = Some(hq);
            // A card whose units and officers have all been activated is put aside.
            let officer = |place: &usize| {
                let officer = &battle.officers[*place];
                officer.is_present() && !officer.activated && self.is_under(self.posts[*place].hq, hq)
            };
            if self.has_active_units(battle) || (0..self.posts.len()).any(|place| officer(&place)) {
                let side = self.headquarters[hq.index()].side;
                battle.side = side;
                tell(umpire, || Deed::CardDrawn { side, headquarters: hq });
                return self.begin_activation(battle, hq, umpire);
            }
            battle.card = None;
        }
    }

    /// The cards of a side in a deck, in the order they are listed.
    fn cards(&self, deck: u64, side: Side) -> impl Iterator<Item = usize> {
        let of = move |place: &usize| deck & (1 << *place) != 0 && self.headquarters[*place].side == side;
        (0..self.headquarters.len()).filter(of)
    }

    /// The headquarters whose cards are left when the next one is drawn, as the draw numbers them, after those that this
    /// order has drawn and put aside.
    pub(super) fn cards_left(&self, battle: &Battle, record: &Kept<Event>) -> Vec<String> {
        let listed = |deck: u64| Side::ALL.into_iter().flat_map(move |side| self.cards(deck, side));
        let drawn = record.entries.iter().filter_map(|entry| match entry {
            Entry::Rolled { rule, faces_at, .. } if *rule == SE_ORDER_DRAW => record.faces.get(*faces_at as usize),
            _ => None,
        });
        let deck = drawn.fold(battle.deck, |deck, face| {
            listed(deck).nth(usize::from(face.saturating_sub(1))).map_or(deck, |place| deck & !(1 << place))
        });
        listed(deck).map(|place| self.headquarters[place].name.clone()).collect()
    }

    fn draw<U: Referee>(&self, battle: &Battle, umpire: &mut U) -> Ruling<HqId, U> {
        let cards = |side: Side| self.cards(battle.deck, side);
        let (union_cards, confederate_cards) =
            (cards(Side::Union).count() as u8, cards(Side::Confederate).count() as u8);
        let drawn = DrawCard::run(&self.book, &DeckSituation { union_cards, confederate_cards }, umpire)?;
        let mut of_side = cards(drawn.side);
        let place = of_side.nth(usize::from(drawn.card.saturating_sub(1)));
        let place = place.or_else(|| (0..self.headquarters.len()).find(|place| battle.deck & (1 << place) != 0));
        Ok(HqId::at(place.unwrap_or(0)))
    }

    /// Activation start: vacant posts are filled, ammunition comes up, and the Morale Phase begins.
    fn begin_activation<U: Referee>(&self, battle: &mut Course, hq: HqId, umpire: &mut U) -> Ruling<(), U> {
        self.fill_posts(battle, hq, umpire)?;
        self.resupply(battle, umpire)?;
        // Markers of this phase itself, of friends who run, have had their test or wait for the next one.
        for id in battle.ids() {
            if self.is_active(battle, id) && battle.unit(id).condition.panic == 0 {
                battle.unit_mut(id).done.tested = true;
            }
        }
        // Officers alone only ride.
        battle.phase = if self.has_active_units(battle) { Phase::Morale } else { Phase::Movement };
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// Succession: somebody takes over each post of this command that has fallen vacant.
    fn fill_posts<U: Referee>(&self, battle: &mut Battle, hq: HqId, umpire: &mut U) -> Ruling<(), U> {
        for place in 0..self.posts.len() {
            let post = &self.posts[place];
            // RULING: an army has no card, and so no Morale Phase of its own: that of any command under it counts.
            let has_card = |above: usize| self.headquarters[above].has_card && self.is_under(post.hq, HqId::at(above));
            let cardless = self.is_under(hq, post.hq) && !(0..self.headquarters.len()).any(has_card);
            let own = self.is_under(post.hq, hq) || cardless;
            if battle.officers[place].health != Health::Vacant || !own {
                continue;
            }
            self.fill_post(battle, OfficerId::at(place), umpire)?;
        }
        Ok(())
    }

    fn fill_post<U: Referee>(&self, battle: &mut Battle, id: OfficerId, umpire: &mut U) -> Ruling<(), U> {
        let post = &self.posts[id.index()];
        let brigade = self.headquarters[post.hq.index()].rank == Rank::Brigade;
        let below = |place: &usize| {
            battle.officers[*place].is_present()
                && self.headquarters[self.posts[*place].hq.index()].above == Some(post.hq)
        };
        let juniors: Vec<usize> = (0..self.posts.len()).filter(below).collect();
        let colonels = self.colonels(battle, post.hq);
        let from_below = !brigade && !juniors.is_empty();
        let candidates = if from_below { juniors.len() } else { colonels.len() };
        if candidates == 0 {
            return Ok(());
        }
        // The battle folder lists units and commanders by seniority.
        let situation = SuccessionSituation { brigade, candidates: candidates.min(60) as u8, seniority_fixed: true };
        let chosen = usize::from(Succession::run(&self.book, &situation, umpire)?.candidate.saturating_sub(1));
        // A junior brings along what he suffers from, a colonel nothing; nobody inherits it from his predecessor.
        let ((health, locked_through, at, with), (steadies, leads, moved)) = if from_below {
            let junior = &mut battle.officers[juniors[chosen]];
            let health = std::mem::replace(&mut junior.health, Health::Vacant);
            let where_he_is = (health, std::mem::take(&mut junior.locked_through), junior.at, junior.with.take());
            (where_he_is, (junior.steadies.take(), junior.leads.take(), std::mem::take(&mut junior.moved)))
        } else {
            let unit = colonels[chosen];
            ((Health::Fit, 0, battle.unit(unit).centre, Some(unit)), (None, None, false))
        };
        let officer = &mut battle.officers[id.index()];
        (officer.health, officer.locked_through, officer.successor) = (health, locked_through, true);
        (officer.at, officer.with) = (at, with);
        (officer.steadies, officer.leads, officer.moved) = (steadies, leads, moved);
        tell(umpire, || Deed::TookOver { post: id });
        Ok(())
    }

    /// The units whose colonels may take over a command, by seniority: its regiments, and batteries only where it has none.
    fn colonels(&self, battle: &Battle, hq: HqId) -> Vec<UnitId> {
        let own = |unit: &UnitId| self.belongs_to(battle, *unit, hq) && battle.unit(*unit).parent.is_none();
        let led = |guns: bool| -> Vec<UnitId> {
            let is_one = |unit: &UnitId| {
                let arm = self.arm(battle, *unit);
                own(unit) && arm != Arm::Wagon && arm.is_artillery() == guns
            };
            battle.on_field().filter(is_one).collect()
        };
        let regiments = led(false);
        if regiments.is_empty() { led(true) } else { regiments }
    }

    /// Leaves phases in which nobody has anything to decide.
    pub(super) fn skip_idle_phases(&self, battle: &mut Battle) {
        if battle.phase == Phase::Morale && !self.active(battle).any(|id| self.must_test(battle, id)) {
            battle.phase = Phase::DeclareFire;
        }
        if battle.phase == Phase::ResolveFire && battle.declared.is_empty() && battle.picked.is_empty() {
            battle.phase = Phase::AnnounceCharges;
        }
        if battle.phase == Phase::Charges && battle.announced.is_empty() {
            battle.phase = Phase::Movement;
        }
        if battle.phase == Phase::Combat && !battle.contacts.iter().any(|one| one.due && one.melee.is_some()) {
            self.end_activation(battle);
        }
    }

    /// The command `end-declaration`.
    pub(super) fn end_declaration<U: Referee>(&self, battle: &mut Battle) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::DeclareFire);
        refusal.verdict()?;
        battle.phase = Phase::ResolveFire;
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// The command `pass`: a unit is told to do nothing in this phase. It may still be told otherwise.
    pub(super) fn pass<U: Referee>(&self, battle: &mut Battle, id: UnitId) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        let chooses = matches!(battle.phase, Phase::DeclareFire | Phase::AnnounceCharges | Phase::Movement);
        refusal.unless(chooses, "do", SE_ORDER_STEPS, || {
            format!("units choose in their Fire and Movement Phases, and it is {:?} now", battle.phase)
        });
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        refusal.unless_senseless(battle.unit(id).done.passed != Some(battle.phase), "unit", || {
            format!("{} does nothing in this phase already", self.name(battle, id))
        });
        refusal.verdict()?;
        battle.unit_mut(id).done.passed = Some(battle.phase);
        Ok(())
    }

    /// Activation end: everybody under the headquarters has been activated.
    pub(super) fn end_activation(&self, battle: &mut Battle) {
        let Some(hq) = battle.card else { return };
        for id in battle.ids().collect::<Vec<_>>() {
            if self.is_active(battle, id) || (!battle.unit(id).is_on_field() && self.belongs_to(battle, id, hq)) {
                battle.unit_mut(id).done.activated = true;
            }
        }
        for place in 0..self.posts.len() {
            if self.is_under(self.posts[place].hq, hq) {
                battle.officers[place].activated = true;
            }
        }
        // Whoever touches an enemy and is not engaged with him just stands there.
        battle.contacts.retain(|contact| contact.engaged);
        for contact in &mut battle.contacts {
            (contact.due, contact.melee) = (false, None);
        }
        for unit in &mut battle.units {
            unit.done.fought = false;
        }
        (battle.card, battle.moving, battle.phase) = (None, None, Phase::Draw);
    }

    fn end_turn<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        self.hold_objectives(battle);
        let last = battle.turn >= self.turns;
        self.judge(battle, last, umpire)?;
        if battle.phase == Phase::Over {
            return Ok(());
        }
        battle.turn += 1;
        self.set_up_turn(battle);
        let turn = battle.turn;
        tell(umpire, || Deed::TurnBegan { turn });
        Ok(())
    }

    /// An officer as procedures see him, by his rating for morale and the same man by his rating for Combat.
    pub(super) fn commander(&self, battle: &Battle, id: OfficerId) -> (Commander, Commander) {
        let (post, officer) = (&self.posts[id.index()], &battle.officers[id.index()]);
        let wounded = officer.health == Health::LightWound;
        let (mut morale, mut combat) = (post.morale, post.combat);
        if officer.successor || !self.book.switches.exceptional_officers {
            let rank = self.headquarters[post.hq.index()].rank;
            morale = self.book.tables.rank_morale.at(rank).value as u8;
            combat = self.book.tables.rank_combat.at(rank).value as u8;
        }
        (Commander { rating: morale, wounded }, Commander { rating: combat, wounded })
    }

    /// Refuses what belongs to another phase, and says how to come to it.
    pub(super) fn is_phase(&self, battle: &Battle, refusal: &mut Refusal, phase: Phase) {
        refusal.unless(battle.phase == phase, "do", phase.rule(), || {
            let ((wanted, _), (now, leave)) = (phase.words(), battle.phase.words());
            format!("this belongs to {wanted}, and now is {now}: {leave}")
        });
    }

    /// `umpire-panic`: the scenario hands out its Panic Markers at the start of a turn.
    fn frighten<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let turn = battle.turn;
        if battle.scripted >= turn {
            return Ok(());
        }
        battle.scripted = turn;
        let due = |fright: &&Fright| self.book.switches.umpire_panic && fright.turn == turn;
        for fright in self.frights.iter().filter(due) {
            let (id, unit) = (fright.unit, *battle.unit(fright.unit));
            if !unit.is_on_field() {
                continue;
            }
            tell(umpire, || Deed::Acts { unit: id });
            let (arm, mounted) = (self.arm(battle, id), unit.mounted);
            let situation = DiscretionSituation { arm, mounted, condition: unit.condition, markers: fright.markers };
            let outcome = Discretion::run(&self.book, &situation, umpire)?;
            self.settle(battle, id, outcome.condition, umpire);
        }
        Ok(())
    }

    /// The rank of a headquarters by name, for players.
    pub fn rank_name(&self, hq: HqId) -> &'static str {
        self.headquarters[hq.index()].rank.name()
    }
}
