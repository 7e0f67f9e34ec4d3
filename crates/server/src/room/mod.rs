//! One live table: a task that holds it, hears what is asked, keeps it, and only then tells anybody.
//!
//! - [`Rooms`]: finds the room of a table, and opens it from the store where there is none.
//! - [`Input`]: what a room is told, by sockets and by requests alike.
//! - `listen`: the loop. Whatever waits in the inbox is heard, written with one commit, and then answered.
//! - `people`: who listens, and what each of them knows already.
//! - `export`: the game as one file.

mod export;
mod listen;
mod open;
mod people;
mod rooms;

use std::time::Instant;

use engine::Secret;
use table::{Ask, News, Seat, SeatId, Tell};
use tokio::sync::oneshot;

pub(crate) use export::{Brought, Exported};
pub(crate) use open::{again_after, waits_of};
pub(crate) use rooms::Rooms;

use crate::connection::{Outbox, ReplyBox};
use crate::problem::Problem;
use crate::wire::Frame;

/// The seat of somebody who only looks on: no table has so many seats.
pub(crate) const ONLOOKER: SeatId = SeatId(u8::MAX);

/// A socket, by a number of its own.
pub(crate) type SocketId = u64;

/// To whom an answer goes.
pub(crate) enum ReplyTo {
    /// To a socket, in an envelope with this number.
    Socket { reply: ReplyBox, number: u32 },
    /// To a request.
    Caller(oneshot::Sender<Answer>),
}

/// What a room answers.
pub(crate) enum Answer {
    Tell(Tell),
    News(Box<News>),
    About(Box<About>),
    Exported(Box<Exported>),
    /// A game that begins where this one was, as a save.
    Branched(String),
    Done,
    Problem(Problem),
    /// The room was put away before it heard this: ask again, and it is opened.
    Gone,
}

/// What is known of a table without a seat at it.
pub(crate) struct About {
    pub news: News,
    pub rulebook: String,
    pub house: crate::library::House,
    pub folder: String,
    pub ground: crate::library::GroundLine,
    pub formations: Vec<crate::library::FormationLine>,
    pub commitment: String,
    pub has_begun: bool,
}

/// What a room is told.
pub(crate) enum Input {
    /// A socket listens from now on.
    Join { socket: SocketId, seat: SeatId, since: u32, outbox: Outbox },
    /// A socket has gone.
    Leave { socket: SocketId },
    /// Somebody asks something.
    Ask { seat: SeatId, ask: Box<Ask>, received: Instant, to: ReplyTo },
    /// Somebody wants to know how the table stands.
    News { seat: SeatId, since: u32, to: ReplyTo },
    /// Somebody wants to know what table this is.
    About { seat: SeatId, to: ReplyTo },
    /// Somebody gives his word for the dice.
    Word { seat: SeatId, word: String, to: ReplyTo },
    /// Somebody wants the game as one file.
    Export { seat: SeatId, to: ReplyTo },
    /// Somebody wants to play on from a turn, at another table.
    Branch { seat: SeatId, turn: u32, seats: Vec<Seat>, secret: Secret, to: ReplyTo },
}

impl Input {
    /// Answers without having heard.
    pub(crate) fn turn_away(self, answer: Answer) {
        match self {
            Input::Join { outbox, .. } => {
                let (why, again) = match answer {
                    Answer::Problem(problem) => (problem.why, false),
                    _ => ("the table was put away just now".to_owned(), true),
                };
                outbox.send(Frame::Bye { why, again }.whole().bytes(), None);
            }
            Input::Leave { .. } => {}
            Input::Ask { to, .. }
            | Input::News { to, .. }
            | Input::About { to, .. }
            | Input::Word { to, .. }
            | Input::Export { to, .. }
            | Input::Branch { to, .. } => to.answer(answer),
        }
    }
}

impl ReplyTo {
    /// Passes an answer on. Whoever asked may have gone, which is nobody's loss.
    pub(crate) fn answer(self, answer: Answer) {
        if let Some(reply) = self.add(answer, None) {
            reply.flush();
        }
    }

    /// Passes an answer on; to a socket together with what comes next. Gives what is to be flushed if nothing does.
    pub(crate) fn add(self, answer: Answer, received: Option<Instant>) -> Option<ReplyBox> {
        match self {
            ReplyTo::Caller(caller) => {
                let _ = caller.send(answer);
                None
            }
            ReplyTo::Socket { reply, number } => {
                let frame = match answer {
                    Answer::Tell(tell) => Frame::Tell { number, tell },
                    Answer::News(news) => Frame::News { number: Some(number), news },
                    Answer::Problem(problem) => Frame::Problem { number: Some(number), problem },
                    Answer::Gone => Frame::Problem { number: Some(number), problem: Problem::later() },
                    Answer::Done | Answer::About(_) | Answer::Exported(_) | Answer::Branched(_) => {
                        Frame::Tell { number, tell: Tell::Done }
                    }
                };
                reply.add(frame.whole().bytes(), received);
                Some(reply)
            }
        }
    }
}
