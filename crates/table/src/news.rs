//! How the table stands for one seat.

use std::sync::Arc;

use engine::game::{self, Story, Told, WaitingLine};
use engine::stage::Scene;
use engine::{AnyGame, Fault, Shared, Side, Waiting, Words};
use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::Clock;
use crate::journal::{Audience, Note, Page, What, for_eyes_of};
use crate::public::{public_scene, public_story};
use crate::seat::{Player, Role, Seat, SeatId};
use crate::setup::Settings;
use crate::table::Table;

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatLine {
    /// Its number.
    pub seat: SeatId,
    /// What he is called.
    pub name: String,
    /// In what capacity he is here.
    pub role: Role,
    /// Who decides.
    pub player: Player,
}

/// A request to go back that waits for consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UndoLine {
    /// The last turn that would still count.
    pub to: u32,
    /// Who asked.
    pub by: SeatId,
    /// Whose consent is wanted still.
    pub wanted: Vec<SeatId>,
}

/// What the table waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "decision", rename_all = "kebab-case")]
pub enum Decision {
    /// An order of this seat.
    YourOrder,
    /// An answer or dice of this seat.
    Yours {
        /// Which.
        waiting: WaitingLine,
    },
    /// Somebody else.
    Theirs {
        /// Whose side.
        side: Option<Side>,
        /// For what, as far as this seat may know.
        what: Words,
    },
    /// Nobody: the battle is over.
    Over,
}

/// How the table stands for one seat, and what it has not read yet.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct News {
    /// The seat.
    pub seat: SeatId,
    /// What the table agrees upon.
    pub settings: Settings,
    /// Who sits where.
    pub seats: Shared<SeatLine>,
    /// The number of the last turn that counts.
    pub turn: u32,
    /// Turns that count, in their order: for going back and for replays.
    pub turns: u32,
    /// The map.
    pub scene: Scene,
    /// What the table waits for.
    pub decision: Decision,
    /// A request to go back.
    pub undo: Option<UndoLine>,
    /// The time each side has used.
    pub clock: Clock,
    /// This seat's own standing orders.
    pub standing: Vec<(String, String)>,
    /// Whether the game was closed.
    pub closed: bool,
    /// A mark of the game so far: two copies with the same one are the same game. Once it is closed, its chain.
    pub chain: Words,
    /// Pages of the journal from the number that was asked for.
    pub pages: Vec<Page>,
}

/// What everybody knows alike of how the table stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// The number of the last turn that counts.
    pub turn: u32,
    /// Turns that count.
    pub turns: u32,
    /// Who sits where.
    pub seats: Shared<SeatLine>,
    /// A request to go back.
    pub undo: Option<UndoLine>,
    /// The time each side has used.
    pub clock: Clock,
    /// Whether the game was closed.
    pub closed: bool,
    /// A mark of the game so far; once it is closed, its chain.
    pub chain: Words,
}

/// What is the same until something happens, worked out once: the map as each role sees it, and the turns that count.
#[derive(Default)]
pub(crate) struct Drawn {
    /// Entries of the game when they were drawn: every change of the battle adds one.
    entries: usize,
    scenes: Vec<(Role, Arc<Scene>)>,
    turns: Option<(usize, u32)>,
}

impl Drawn {
    fn of(&self, entries: usize, role: Role) -> Option<Arc<Scene>> {
        let mut known = self.scenes.iter().filter(|_| self.entries == entries);
        known.find(|(known, _)| *known == role).map(|(_, scene)| Arc::clone(scene))
    }

    fn keep(&mut self, entries: usize, role: Role, scene: &Arc<Scene>) {
        if self.entries != entries {
            self.scenes.clear();
        }
        self.entries = entries;
        self.scenes.push((role, Arc::clone(scene)));
    }
}

/// The seats as everybody sees them.
pub(crate) fn seat_lines(seats: &[Seat]) -> Shared<SeatLine> {
    let lines = seats.iter().enumerate().map(|(number, seat)| SeatLine {
        seat: SeatId(number as u8),
        name: seat.name.clone(),
        role: seat.role,
        player: seat.player.clone(),
    });
    lines.collect()
}

impl Table {
    /// How the table stands for a seat, with the journal from a page on.
    pub fn news(&self, seat: SeatId, since: u32) -> Result<News, Fault> {
        let scene = self.scene(self.role(seat))?;
        Ok(News { scene: Scene::clone(&scene), ..self.news_in_words(seat, since) })
    }

    /// The same without the map, which [`Table::scene`] shows.
    pub fn news_in_words(&self, seat: SeatId, since: u32) -> News {
        let role = self.role(seat);
        let Common { turn, turns, seats, undo, clock, closed, chain } = self.common();
        let (settings, scene) = (self.setup.settings.clone(), Scene::default());
        let (decision, standing) = (self.decision(role), self.standing_of(role));
        let pages = self.pages(role, since);
        News { seat, settings, seats, turn, turns, scene, decision, undo, clock, standing, closed, chain, pages }
    }

    /// What everybody knows alike.
    pub fn common(&self) -> Common {
        Common {
            turn: self.game.turn(),
            turns: self.turns(),
            seats: self.seats.clone(),
            undo: self.undo_line(),
            clock: self.clock.clone(),
            closed: self.game.is_closed(),
            chain: self.mark(),
        }
    }

    /// What a role sees of the map now. It is drawn once, and kept until an order has changed something.
    pub fn scene(&self, role: Role) -> Result<Arc<Scene>, Fault> {
        let entries = self.game.save().entries.len();
        if let Some(known) = self.drawn.borrow().of(entries, role) {
            return Ok(known);
        }
        let scene = match role {
            Role::Spectator => {
                let [union, confederate] = [self.scene(Role::Union)?, self.scene(Role::Confederate)?];
                match Arc::ptr_eq(&union, &confederate) {
                    true => union,
                    false => Arc::new(public_scene(Scene::clone(&union), &confederate)),
                }
            }
            // Where nothing is hidden, one picture serves all.
            _ if self.game.sides_see_alike() && role != Role::Union => self.scene(Role::Union)?,
            _ => Arc::new(scene_for(self.game.as_ref(), role, self.game.turn())?),
        };
        self.drawn.borrow_mut().keep(entries, role, &scene);
        Ok(scene)
    }

    /// Turns that count. Most entries are one more of them.
    fn turns(&self) -> u32 {
        let entries = &self.game.save().entries;
        let known = self.drawn.borrow().turns;
        let added = known.and_then(|(then, turns)| {
            let added = entries.get(then..)?;
            added.iter().all(|entry| matches!(entry, game::Entry::Turn(_))).then_some(turns + added.len() as u32)
        });
        let turns = added.unwrap_or_else(|| self.game.save().lineage().turns());
        self.drawn.borrow_mut().turns = Some((entries.len(), turns));
        turns
    }

    /// What the table waits for, as a role may know it.
    pub fn decision(&self, role: Role) -> Decision {
        let commands = |side: Side| role.commands(side);
        let theirs = |side: Side, what| Decision::Theirs { side: Some(side), what: Words::fixed(what) };
        // COST: what is waited for is put into words only for whoever may read them.
        match (self.game.waiting(), self.game.side_to_act()) {
            (Some(Waiting::Answer(asked)), _) if !commands(asked.side) => {
                theirs(asked.side, "has a question to answer")
            }
            (Some(Waiting::Dice { .. }), Some(side)) if !commands(side) && role != Role::Referee => {
                theirs(side, "has dice to throw")
            }
            (Some(_), _) => self.game.pending().map_or(Decision::YourOrder, |waiting| Decision::Yours { waiting }),
            (None, Some(side)) if commands(side) => Decision::YourOrder,
            (None, Some(side)) => theirs(side, "is to give an order"),
            (None, None) => Decision::Over,
        }
    }

    /// The pages a role may read, from a number on.
    pub fn pages(&self, role: Role, since: u32) -> Vec<Page> {
        let unread = self.journal.iter().enumerate().skip(since as usize);
        let pages = unread.filter_map(|(number, entry)| {
            let note = match &entry.what {
                What::Turn(told) => {
                    let Told { order, words } = for_eyes_of(told, role);
                    Note::Turn { turn: told.turn, side: told.side, order, words }
                }
                What::Plain(Note::Said { to: Audience::Friends, .. }) if !self.are_friends(role, entry.seat) => {
                    return None;
                }
                What::Plain(note) => note.clone(),
            };
            Some(Page { number: number as u32, seat: entry.seat, at: entry.at, note })
        });
        pages.collect()
    }

    fn are_friends(&self, role: Role, speaker: SeatId) -> bool {
        let speaks = self.role(speaker);
        role == Role::Referee
            || speaks == role
            || Side::ALL.iter().any(|side| role.commands(*side) && speaks.commands(*side))
    }
}

/// A turn as a role may know it.
pub(crate) fn story_for(game: &dyn AnyGame, role: Role, turn: u32) -> Result<Story, Fault> {
    match role {
        Role::Union => game.story(turn, Some(Side::Union)),
        Role::Confederate => game.story(turn, Some(Side::Confederate)),
        Role::Both | Role::Referee => game.story(turn, None),
        Role::Spectator => {
            Ok(public_story(game.story(turn, Some(Side::Union))?, &game.story(turn, Some(Side::Confederate))?))
        }
    }
}

/// The map after a turn as a role may see it.
pub(crate) fn scene_for(game: &dyn AnyGame, role: Role, turn: u32) -> Result<Scene, Fault> {
    let seen = |by: Option<Side>| if turn == game.turn() { Ok(game.scene(by)) } else { game.scene_at(turn, by) };
    match role {
        Role::Union => seen(Some(Side::Union)),
        Role::Confederate => seen(Some(Side::Confederate)),
        Role::Both | Role::Referee => seen(None),
        Role::Spectator => Ok(public_scene(seen(Some(Side::Union))?, &seen(Some(Side::Confederate))?)),
    }
}
