//! The table itself: hears, decides who may, and keeps.

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::book::AnyField;
use engine::game::{Advice, Change, Deed, Follower, Tellings, to_hex};
use engine::stage::{General, PieceId};
use engine::{AnyGame, Fault, GivenAnswers, Refusal, Secret, Shared, Side, Waiting, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};
use crate::journal::{Entry, Note, What};
use crate::message::{Answered, Ask, Tell, TurnStory, worked_out};
use crate::news::{Drawn, SeatLine, scene_for, seat_lines, story_for};
use crate::seat::{Player, Role, SeatId};
use crate::setup::Setup;
use crate::undo::UndoAsked;

/// LIMIT: characters of what somebody says.
const SAID_MAX: usize = 2_000;
/// LIMIT: standing orders of one seat.
const STANDING_MAX: usize = 200;
/// LIMIT: orders listed at once.
const OFFERS_MAX: usize = 2_000;

/// What was asked and did something: with the setup, all there is to a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// By whom.
    pub seat: SeatId,
    /// When.
    pub at: Millis,
    /// What.
    pub ask: Ask,
}

/// What came of asking.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The answer to whoever asked.
    pub tell: Tell,
    /// What has to be kept before the answer is passed on; then there are news for everybody.
    pub kept: Option<Kept>,
}

/// One game at one table.
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) journal: Vec<Entry>,
    pub(crate) undo: Option<UndoAsked>,
    pub(crate) clock: Clock,
    /// Whose order each turn was.
    pub(crate) orders_by: Vec<(u32, SeatId)>,
    standing: Vec<BTreeMap<String, String>>,
    now: Millis,
    pub(crate) seats: Shared<SeatLine>,
    /// Follows the game: most of it is not hashed again when its chain is asked for.
    chain: RefCell<Follower>,
    /// The chain in digits, and the mark that everybody is shown of it, until something is asked that may change them.
    digits: RefCell<Option<Words>>,
    mark: RefCell<Option<Words>>,
    /// The secret of the dice, which keeps the marks, too.
    secret: Secret,
    pub(crate) drawn: RefCell<Drawn>,
}

impl Table {
    /// A table before the first order.
    pub fn new(field: &dyn AnyField, setup: Setup, secret: Secret) -> Result<Self, Tell> {
        setup.check()?;
        let seats = setup.seats.iter().map(|seat| engine::Seat::new(&seat.name, &seat.word)).collect();
        let game = match &setup.origin {
            None => field.begin(&setup.settings.title, seats, secret.clone())?,
            Some(origin) => field.open(origin.as_bytes(), Some(secret.clone()))?,
        };
        let standing = vec![BTreeMap::new(); setup.seats.len()];
        let (journal, orders_by) = (Vec::new(), Vec::new());
        let (clock, chain, drawn) = (Clock::default(), RefCell::default(), RefCell::default());
        let (seats, digits, mark) = (seat_lines(&setup.seats), RefCell::default(), RefCell::default());
        let (undo, now) = (None, 0);
        Ok(Table {
            setup,
            game,
            journal,
            undo,
            clock,
            orders_by,
            standing,
            now,
            seats,
            chain,
            digits,
            mark,
            secret,
            drawn,
        })
    }

    /// A table as it was, from everything that was kept of it.
    ///
    /// # Errors
    ///
    /// What was kept is not heard the same way any more: the rules, the charts or the battle have changed since.
    pub fn again(
        field: &dyn AnyField,
        setup: Setup,
        secret: Secret,
        kept: impl IntoIterator<Item = Kept>,
    ) -> Result<Self, Tell> {
        let mut table = Table::new(field, setup, secret)?;
        for (number, kept) in kept.into_iter().enumerate() {
            table.do_ask(kept.seat, &kept.ask, kept.at).map_err(|tell| {
                let why = match tell {
                    Tell::Refused { refusal } => refusal.to_string(),
                    Tell::Fault { fault } => fault.to_string(),
                    _ => "it is answered otherwise".to_owned(),
                };
                let reason = format!("entry {number} of the table is not heard as it was: {why}");
                Fault::of_file("table", reason).hint("open it with the version that kept it")
            })?;
        }
        Ok(table)
    }

    /// The game, for the umpire's eyes.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// What was settled before anybody moved.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The chain of the game so far, in digits.
    pub fn chain(&self) -> Words {
        let digits = || to_hex(&self.chain.borrow_mut().end(self.game.save())).into();
        self.digits.borrow_mut().get_or_insert_with(digits).clone()
    }

    /// What everybody is shown of the chain: two tables with the same mark hold the same game. As long as the game goes on it
    /// needs the secret, or whoever tries all orders that his enemy may have written would find the right one by its chain.
    pub fn mark(&self) -> Words {
        if self.game.is_closed() {
            return self.chain();
        }
        let mark = || to_hex(&self.secret.mark(self.chain().as_bytes())).into();
        self.mark.borrow_mut().get_or_insert_with(mark).clone()
    }

    /// In what capacity somebody sits there; a seat that does not exist looks on.
    pub fn role(&self, seat: SeatId) -> Role {
        self.setup.seats.get(seat.index()).map_or(Role::Spectator, |seat| seat.role)
    }

    /// The side whose decision is waited for, and the seat of the program that takes it, if one does.
    pub fn to_decide(&self) -> (Option<Side>, Option<SeatId>) {
        let side = match self.game.waiting() {
            Some(Waiting::Answer(question)) => Some(question.side),
            _ => self.game.side_to_act(),
        };
        let is_program = |side: Side| {
            let mut seats = self.setup.seats.iter();
            seats.position(|seat| seat.role.commands(side) && seat.player != Player::Person)
        };
        (side, side.and_then(is_program).map(|place| SeatId(place as u8)))
    }

    /// Hears what somebody at a seat asks.
    pub fn hear(&mut self, seat: SeatId, ask: Ask, now: Millis) -> Heard {
        match self.do_ask(seat, &ask, now) {
            Ok(tell) => Heard { tell, kept: ask.changes().then_some(Kept { seat, at: now, ask }) },
            Err(tell) => Heard { tell, kept: None },
        }
    }

    /// Has a program take the next decision of its seat. What it decides is kept as if a person had asked for it.
    pub fn let_decide(&mut self, seat: SeatId, general: &mut dyn General, now: Millis) -> Result<Option<Kept>, Tell> {
        let (Some(side), Some(decides)) = self.to_decide() else { return Ok(None) };
        if decides != seat {
            return Ok(None);
        }
        let ask = match self.game.advise(side, general)? {
            Some(Advice::Order { command }) => Ask::Order { command, after: None },
            Some(Advice::Answer { choice }) => Ask::Answer { choice },
            None => return Ok(None),
        };
        self.do_ask(seat, &ask, now)?;
        Ok(Some(Kept { seat, at: now, ask }))
    }

    fn do_ask(&mut self, seat: SeatId, ask: &Ask, now: Millis) -> Answered {
        self.now = now;
        if ask.changes() {
            self.digits.take();
            self.mark.take();
        }
        if seat.index() >= self.setup.seats.len() && ask.changes() {
            return Err(senseless("seat", "whoever has no seat here only looks on").into());
        }
        let answered = match ask {
            Ask::Order { command, after } => {
                self.check_commands(seat, self.game.side_to_act(), "order")?;
                if after.is_some_and(|after| after != self.game.turn()) {
                    return Err(senseless("after", "the game has gone on since: look again, and order then").into());
                }
                let mode = self.setup.settings.dice();
                self.put_standing();
                self.go_on(seat, Deed::Order { command, mode })
            }
            Ask::Answer { choice } => self.answer(seat, choice),
            Ask::Throw { faces } => {
                self.check_throws(seat)?;
                self.go_on(seat, Deed::Throw(faces))
            }
            Ask::Roll => {
                self.check_throws(seat)?;
                self.go_on(seat, Deed::Roll)
            }
            Ask::Withdraw => {
                self.check_commands(seat, self.game.side_to_act(), "withdraw")?;
                self.game.withdraw()?;
                Ok(Tell::Done)
            }
            Ask::Undo { to } => self.ask_undo(seat, *to),
            Ask::Consent { yes } => self.consent(seat, *yes),
            Ask::Standing { orders } => self.leave_standing(seat, orders),
            Ask::Say { text, to } => self.say(seat, text, *to),
            Ask::Correct { changes, why } => self.correct(seat, changes, why),
            Ask::Close => self.close(seat),
            looks => return self.look(seat, looks),
        };
        // What was refused is not kept, so it moves no clock either.
        let tell = answered?;
        let (decides, _) = self.to_decide();
        self.clock.turn_to(decides, self.now);
        Ok(tell)
    }

    /// What changes nothing.
    fn look(&self, seat: SeatId, ask: &Ask) -> Answered {
        let role = self.role(seat);
        let acts = self.game.side_to_act();
        match ask {
            Ask::Offers { piece } => {
                let side = acts.filter(|side| role.commands(*side));
                let mut offers = side.map(|side| self.game.offers(side, OFFERS_MAX + 1)).unwrap_or_default();
                let more = offers.len() > OFFERS_MAX;
                offers.truncate(OFFERS_MAX);
                offers.retain(|offer| piece.is_none() || offer.piece == *piece);
                Ok(Tell::Offers { offers, more })
            }
            Ask::Preview { command, answers } => {
                self.check_commands(seat, acts, "preview")?;
                let answers = given(answers);
                let reader = acts.filter(|_| role != Role::Both);
                let forecasts = self.game.preview(command, &answers, reader)?;
                let lines = self.game.working(command, &answers)?;
                let cost = self.game.cost(command)?;
                Ok(Tell::Forecast { forecasts, cost, working: worked_out(&lines, self.game.charts()) })
            }
            Ask::Propose { piece, intent } => {
                self.check_commands(seat, acts, "propose")?;
                Ok(Tell::Proposal { proposal: self.game.propose(*piece, intent)? })
            }
            Ask::Zone { piece } => self.zone(role, *piece),
            Ask::Story { turn } => {
                let story = story_for(self.game.as_ref(), role, *turn)?;
                Ok(Tell::Story(Box::new(TurnStory::of(story, self.game.charts()))))
            }
            Ask::Scene { turn } => {
                Ok(Tell::Scene { turn: *turn, scene: Box::new(scene_for(self.game.as_ref(), role, *turn)?) })
            }
            // Whoever may correct the battle sees the fields there are.
            _ if matches!(role, Role::Referee | Role::Both) => Ok(Tell::View { view: self.game.battle() }),
            _ => match Side::ALL.into_iter().find(|side| role.commands(*side)) {
                Some(side) => Ok(Tell::View { view: self.game.view(side) }),
                None => Err(senseless("view", "only those who command a side have a view of their own").into()),
            },
        }
    }

    /// What a piece can fire at; a piece that the seat does not see is no piece.
    fn zone(&self, role: Role, piece: PieceId) -> Answered {
        let scene = scene_for(self.game.as_ref(), role, self.game.turn())?;
        let Some(shown) = scene.pieces.iter().find(|shown| shown.id == piece) else {
            return Err(senseless("piece", "there is no such piece on the map").into());
        };
        let seen_by = match role {
            Role::Union => Some(Side::Union),
            Role::Confederate => Some(Side::Confederate),
            Role::Both | Role::Referee => None,
            // Whoever looks on knows no more of a piece than the other side does.
            Role::Spectator => Some(shown.side.enemy()),
        };
        let mut zone = self.game.fire_zone(piece, seen_by)?;
        let is_shown = |piece: &PieceId| scene.pieces.iter().any(|shown| shown.id == *piece);
        zone.targets.retain(is_shown);
        zone.seen.retain(is_shown);
        Ok(Tell::Zone { zone: Box::new(zone) })
    }

    fn answer(&mut self, seat: SeatId, choice: &str) -> Answered {
        let Some(Waiting::Answer(question)) = self.game.waiting() else {
            return Err(senseless("answer", "no question waits for an answer").into());
        };
        self.check_commands(seat, Some(question.side), "answer")?;
        self.put_standing();
        self.go_on(seat, Deed::Answer(choice))
    }

    /// Goes on with the game, and writes down what was carried out.
    fn go_on(&mut self, seat: SeatId, deed: Deed<'_>) -> Answered {
        if let Some(told) = self.game.go_on(deed)? {
            self.orders_by.push((told.turn, seat));
            // Whoever asked to go back meant the battle as it was.
            self.undo = None;
            self.write(seat, What::Turn(told));
        }
        Ok(Tell::Done)
    }

    fn leave_standing(&mut self, seat: SeatId, orders: &BTreeMap<String, String>) -> Answered {
        let mut refusal = Refusal::new();
        refusal.unless_senseless(self.role(seat).plays(), "standing", || {
            "only those who command a side leave standing orders".to_owned()
        });
        let short = |text: &String| text.len() <= SAID_MAX;
        let few = orders.len() <= STANDING_MAX && orders.iter().all(|(name, answer)| short(name) && short(answer));
        refusal.unless_senseless(few, "orders", || format!("leave at most {STANDING_MAX} orders, and short ones"));
        refusal.verdict()?;
        if let Some(place) = self.standing.get_mut(seat.index()) {
            place.clone_from(orders);
        }
        Ok(Tell::Done)
    }

    /// Tells the game what each side has left orders about.
    fn put_standing(&mut self) {
        for side in Side::ALL {
            let mut orders = GivenAnswers::new();
            for (seat, left) in self.setup.seats.iter().zip(&self.standing) {
                if seat.role.commands(side) {
                    orders = left.iter().fold(orders, |orders, (name, answer)| orders.with(name, answer));
                }
            }
            self.game.set_standing_orders(side, orders);
        }
    }

    /// A role's own standing orders.
    pub fn standing_of(&self, role: Role) -> Vec<(String, String)> {
        let seats = self.setup.seats.iter().zip(&self.standing).filter(|(seat, _)| seat.role == role && role.plays());
        seats.flat_map(|(_, left)| left.iter().map(|(name, answer)| (name.clone(), answer.clone()))).collect()
    }

    fn say(&mut self, seat: SeatId, text: &str, to: crate::Audience) -> Answered {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > SAID_MAX {
            return Err(senseless("text", format!("say something, in at most {SAID_MAX} characters")).into());
        }
        self.note(seat, Note::Said { text: text.to_owned(), to });
        Ok(Tell::Done)
    }

    fn correct(&mut self, seat: SeatId, changes: &[Change], why: &str) -> Answered {
        // Where one person commands both sides, he is his own referee.
        if !matches!(self.role(seat), Role::Referee | Role::Both) {
            return Err(senseless("correct", "only the referee corrects the battle").into());
        }
        let name = self.setup.seats.get(seat.index()).map(|seat| seat.name.clone()).unwrap_or_default();
        let turn = self.game.correct(changes, &name, why)?;
        self.orders_by.push((turn, seat));
        let told = self.game.tellings(turn)?;
        self.write(seat, What::Turn(Tellings { side: None, ..told }));
        Ok(Tell::Done)
    }

    fn close(&mut self, seat: SeatId) -> Answered {
        let role = self.role(seat);
        let over = self.game.side_to_act().is_none();
        if !(role == Role::Referee || role == Role::Both || over && role.plays()) {
            return Err(senseless("close", "the game goes on: only the referee closes it before its end").into());
        }
        self.game.close()?;
        self.note(seat, Note::Closed);
        Ok(Tell::Done)
    }

    fn check_commands(&self, seat: SeatId, side: Option<Side>, field: &str) -> Result<(), Refusal> {
        match side {
            Some(side) if self.role(seat).commands(side) => Ok(()),
            Some(side) => Err(senseless(field, format!("it is for the {} side to decide", side.name()))),
            None => Err(senseless(field, "the battle is over")),
        }
    }

    /// Dice are thrown by whoever gave the order, or by the referee.
    fn check_throws(&self, seat: SeatId) -> Result<(), Refusal> {
        if self.role(seat) == Role::Referee {
            return Ok(());
        }
        self.check_commands(seat, self.game.side_to_act(), "dice")
    }

    pub(crate) fn note(&mut self, seat: SeatId, note: Note) {
        self.write(seat, What::Plain(note));
    }

    fn write(&mut self, seat: SeatId, what: What) {
        self.journal.push(Entry { seat, at: self.now, what });
    }
}

fn given(answers: &BTreeMap<String, String>) -> GivenAnswers {
    answers.iter().fold(GivenAnswers::new(), |given, (name, answer)| given.with(name, answer))
}

/// The table says no, and no rulebook has anything to do with it.
pub(crate) fn senseless(field: &str, why: impl Into<String>) -> Refusal {
    let mut refusal = Refusal::new();
    refusal.unless_senseless(false, field, || why.into());
    refusal
}
