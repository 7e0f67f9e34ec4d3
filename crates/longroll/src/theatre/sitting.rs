//! A battle played in the terminal: people choose by number, generals by themselves, until it is over or somebody leaves.

use engine::book::Stopped;
use engine::game::{Advice, AnyProgress, DiceMode, WaitingLine};
use engine::stage::{General, PieceId};
use engine::{GivenAnswers, Question, Refusal, Side, Waiting};
use serde_json::Value;

use super::choices::Choices;
use super::{Theatre, forces, map, words};
use crate::desk::Desk;
use crate::evening::{OpenGame, order, problem, refused};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::settle::{self, Taken};
use crate::text::clean;

/// Who leads a side.
pub enum Player {
    /// Somebody at this terminal.
    You,
    /// A program.
    General(Box<dyn General>),
}

impl Player {
    /// Nobody at this terminal.
    pub fn is_general(&self) -> bool {
        matches!(self, Player::General(_))
    }
}

/// A battle in the terminal.
pub struct Sitting<'d, 't> {
    /// Where it is shown.
    pub desk: &'d mut Desk<'t>,
    /// The game, and its file if it has one.
    pub open: OpenGame,
    /// The battle it came from.
    pub theatre: Theatre,
    /// Who leads the sides.
    pub players: [Player; 2],
    /// Who throws the dice.
    pub mode: DiceMode,
    /// Whether everything generals do is told where nobody else plays.
    pub journal: bool,
    /// Lines of the order that waits that have been told already.
    told: usize,
    /// The last heading that was shown.
    heading: String,
    /// Turns that somebody at this terminal ordered.
    own: Vec<u32>,
    /// Orders that the sergeant still gives for somebody at this terminal.
    lent: u32,
    /// Who gives them.
    sergeant: Box<dyn General>,
}

/// What becomes of the sitting after a line was typed.
enum Next {
    /// The same side is asked again.
    Again,
    /// Something was ordered.
    On,
    /// Somebody leaves.
    Leave,
}

/// What the engine says to an order, with the rules that say so.
fn failure(halt: engine::Halt<std::convert::Infallible>) -> Failure {
    match Stopped::from(halt) {
        Stopped::Fault(fault) => Problem::from(fault).into(),
        Stopped::Refused(refusal) => refused(refusal, ""),
        Stopped::Open(question) => Problem::unanswered(&question).into(),
    }
}

const HELP: &[(&str, &str)] = &[
    ("a number", "gives that order"),
    ("odds N", "what order N may lead to, exactly, before it is given; odds {...} one that is typed"),
    ("list", "the orders again; list UNIT, or a unit's letter, those of one unit"),
    ("map", "the map"),
    ("oob", "the order of battle: strength, morale, losses"),
    ("journal N", "the last N orders in words"),
    ("undo", "takes your last order back, with all that followed"),
    ("hint", "what the sergeant would order"),
    ("go", "the sergeant gives your next order; go N the next N, go all the rest"),
    ("save FILE", "keeps the game in a file, and every order after it"),
    ("{...}", "an order as the command schema describes it"),
    ("quit", "leaves; a game in a file goes on with longroll play FILE"),
];

impl<'d, 't> Sitting<'d, 't> {
    /// A sitting about to begin, or to go on.
    pub fn new(
        desk: &'d mut Desk<'t>,
        open: OpenGame,
        theatre: Theatre,
        players: [Player; 2],
        mode: DiceMode,
    ) -> Result<Self, Failure> {
        let sergeant = generals::enlist(generals::sergeant::NAME);
        let sergeant = sergeant.ok_or_else(|| Failure::bad("", "there is no sergeant", "this is a mistake of ours"))?;
        let (told, heading, own) = (0, String::new(), Vec::new());
        Ok(Sitting { desk, open, theatre, players, mode, journal: false, told, heading, own, lent: 0, sergeant })
    }

    fn has_general(&self) -> bool {
        self.players.iter().any(Player::is_general)
    }

    /// Plays until the battle is over or somebody leaves. True if it is over.
    pub fn play(&mut self) -> Result<bool, Failure> {
        let alone = self.players.iter().all(Player::is_general);
        if !alone {
            self.show_map()?;
        }
        loop {
            let side = match self.open.game.waiting() {
                Some(Waiting::Dice { throw, rule }) => {
                    if !self.take_dice(throw, rule)? {
                        return Ok(false);
                    }
                    continue;
                }
                Some(Waiting::Answer(question)) => question.side,
                None => match self.open.game.side_to_act() {
                    Some(side) => side,
                    None => return Ok(true),
                },
            };
            let led = self.players[side as usize].is_general() || self.lent > 0;
            if led {
                self.consult(side, alone)?;
            } else if !self.ask(side)? {
                return Ok(false);
            }
        }
    }

    /// Has the general of a side, or whoever stands in for somebody, decide.
    fn consult(&mut self, side: Side, alone: bool) -> Result<(), Failure> {
        self.show_heading(side, !alone || self.journal)?;
        let general = match &mut self.players[side as usize] {
            Player::General(general) => general,
            Player::You => &mut self.sergeant,
        };
        let orders = self.open.game.side_to_act();
        let consulted = self.open.game.consult(side, general.as_mut(), self.mode);
        let progress = consulted.map_err(failure)?;
        if !self.players[side as usize].is_general() {
            // An order counts once it is settled; the answers on its way are lent with it.
            let settled = self.ordered(progress.as_ref());
            self.lent -= u32::from(settled.is_some() && self.lent < u32::MAX);
            self.own.extend(settled);
        }
        let Some(progress) = progress else { return Ok(()) };
        self.tell(&progress, Some(side), orders, !alone || self.journal)
    }

    /// The turn that was settled, if one was.
    fn ordered(&self, progress: Option<&AnyProgress>) -> Option<u32> {
        match progress {
            Some(AnyProgress::Done { turn, .. }) => Some(*turn),
            _ => None,
        }
    }

    /// Who reads what becomes of an order that a side gives: whoever sits here alone; of two people, the one whose order it is,
    /// since it is his screen; and where nobody plays, somebody who may know everything.
    fn reader(&self, orders: Option<Side>) -> Option<Side> {
        let mut people = Side::ALL.into_iter().filter(|side| !self.players[*side as usize].is_general());
        match (people.next(), people.next()) {
            (Some(_), Some(_)) => orders,
            (only, _) => only,
        }
    }

    /// Tells what an order came to, as far as it has not been told. `orders` is the side that gave it, whoever decided last.
    fn tell(
        &mut self,
        progress: &AnyProgress,
        side: Option<Side>,
        orders: Option<Side>,
        aloud: bool,
    ) -> Result<(), Failure> {
        let reader = self.reader(orders);
        let (lines, done) = match progress {
            AnyProgress::Done { words, .. } => (words.told_to(reader), true),
            AnyProgress::Waiting { words, .. } => (words.told_to(reader), false),
        };
        let working = match progress {
            AnyProgress::Done { turn, rules, faces, .. }
                if aloud && self.desk.verbose && self.is_open(*turn, reader)? =>
            {
                let rules: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
                let dice: Vec<String> = faces.iter().map(u8::to_string).collect();
                Some(format!("dice {}; {}", dice.join(" "), rules.join(" ")))
            }
            _ => None,
        };
        if aloud {
            let named = side.map(|side| self.theatre.side_name(side)).filter(|_| self.told == 0);
            let mut page = self.desk.terminal.page();
            for (place, line) in lines.iter().enumerate().skip(self.told) {
                let who = named.as_ref().filter(|_| place == 0).map_or(String::new(), |name| format!("{name}: "));
                page.wrapped(ink::PLAIN, 2, &clean(&format!("{who}{line}")))?;
            }
            if let Some(working) = working {
                page.wrapped(ink::FAINT, 4, &working)?;
            }
        }
        self.told = if done { 0 } else { lines.len() };
        Ok(())
    }

    /// Whether somebody may know how an order was worked out.
    fn is_open(&self, turn: u32, reader: Option<Side>) -> Result<bool, Failure> {
        let Some(reader) = reader else { return Ok(true) };
        let story = self.open.game.story(turn, Some(reader)).map_err(|fault| problem(&self.open.path, fault))?;
        Ok(story.order.is_some())
    }

    /// Shows where the battle stands, whenever that has changed.
    fn show_heading(&mut self, side: Side, aloud: bool) -> Result<(), Failure> {
        if self.desk.json {
            return Ok(());
        }
        if !aloud {
            return self.show_turn();
        }
        let scene = self.open.game.scene(Some(side));
        let heading = words::standing(&self.theatre, &scene, Some(side));
        if heading == self.heading {
            return Ok(());
        }
        self.heading = heading;
        let mut page = self.desk.terminal.page();
        page.gap()?;
        page.wrapped(ink::TITLE, 0, &clean(&self.heading))?;
        // What there is to do is for whoever types; a general knows.
        let types = !self.players[side as usize].is_general() && self.lent == 0;
        if types && !scene.standing.to_do.is_empty() {
            page.wrapped(ink::FAINT, 0, &clean(&scene.standing.to_do))?;
        }
        Ok(())
    }

    /// A line a turn, where nobody watches.
    fn show_turn(&mut self) -> Result<(), Failure> {
        let heading = format!("Turn {}", self.open.game.tally().turn);
        if heading == self.heading {
            return Ok(());
        }
        let line = format!("{heading}: {}", words::score(&self.theatre, &*self.open.game));
        self.heading = heading;
        Ok(self.desk.terminal.page().wrapped(ink::PLAIN, 0, &clean(&line))?)
    }

    /// Asks somebody at this terminal for an order or an answer. False if he leaves.
    fn ask(&mut self, side: Side) -> Result<bool, Failure> {
        if let Some(Waiting::Answer(question)) = self.open.game.waiting() {
            return self.ask_question(&question);
        }
        self.show_heading(side, true)?;
        let scene = self.open.game.scene(Some(side));
        let choices = Choices::of(&*self.open.game, side, &scene);
        choices.show(None, &mut self.desk.terminal.page())?;
        loop {
            let look = self.desk.terminal.talk().look;
            let prompt = format!("{} ({} to {}, help): ", self.theatre.side_name(side), 1, choices.len());
            let Some(line) = self.desk.terminal.ask(&look.paint(ink::TYPE, prompt))? else { return Ok(false) };
            match self.heed(&line, side, &choices)? {
                Next::Again => {}
                Next::On => return Ok(true),
                Next::Leave => return Ok(false),
            }
        }
    }

    /// Asks a question in the middle of an order. False if he leaves.
    fn ask_question(&mut self, question: &Question) -> Result<bool, Failure> {
        let scene = self.open.game.scene(Some(question.side));
        let piece = question.about.and_then(|id| scene.pieces.iter().find(|piece| piece.id == PieceId(id)));
        let called = piece.map(|piece| piece.name.to_string());
        let called = called.or_else(|| question.about.and_then(|id| self.open.game.name_of(PieceId(id))));
        let about = called.map_or(String::new(), |name| format!("{name}: "));
        let who = self.theatre.side_name(question.side);
        let kind = question.kind;
        let mut page = self.desk.terminal.talk();
        page.gap()?;
        page.wrapped(ink::TITLE, 0, &clean(&format!("{who}, {about}{}", kind.prompt)))?;
        page.wrapped(ink::FAINT, 2, &format!("{} ({})", kind.about, kind.rule))?;
        if let Some(WaitingLine::Answer { choices, names, .. }) = self.open.game.pending() {
            for (choice, name) in choices.iter().zip(&names) {
                page.wrapped(ink::PLAIN, 4, &clean(&format!("{choice}: {name}")))?;
            }
        }
        let listing = question.choices.listing(40);
        let prompt = format!("{} ({}): ", kind.name, page.look.paint(ink::TYPE, &listing));
        loop {
            let Some(line) = self.desk.terminal.ask(&prompt)? else { return Ok(false) };
            if let Some(answer) = settle::parse_answer(question, &line.to_lowercase()) {
                let orders = self.open.game.side_to_act();
                let step = self.open.game.answer(&question.choices.text(answer));
                return self.take(step, question.side, orders).map(|_| true);
            }
            match line.as_str() {
                "map" => self.show_map()?,
                "oob" => forces::show(&self.theatre, &scene, &mut self.desk.terminal.page())?,
                "quit" | "q" => return Ok(false),
                go if go == "go" || go.starts_with("go ") => {
                    self.lend(go.trim_start_matches("go").trim());
                    return Ok(true);
                }
                _ => {
                    let why = format!("No: choose one of {listing}; or map, oob, go, quit");
                    self.desk.terminal.talk().wrapped(ink::ERROR, 2, &why)?;
                }
            }
        }
    }

    /// Does what was typed.
    fn heed(&mut self, line: &str, side: Side, choices: &Choices) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        if let Ok(number) = word.parse::<usize>() {
            return self.give(number, side, choices);
        }
        // A unit's letter comes before every other word.
        if line.chars().count() == 1 && choices.unit(line).is_some() {
            self.list(line, choices)?;
            return Ok(Next::Again);
        }
        match word {
            "" | "list" | "l" if rest.is_empty() => choices.show(None, &mut self.desk.terminal.page())?,
            "list" | "l" => self.list(rest, choices)?,
            "map" | "m" => self.show_map()?,
            "oob" => {
                let scene = self.open.game.scene(Some(side));
                forces::show(&self.theatre, &scene, &mut self.desk.terminal.page())?;
            }
            "odds" | "o" => self.odds(rest, choices)?,
            "journal" | "j" => self.show_journal(rest, side)?,
            "undo" => return self.undo(rest),
            "save" => self.save(rest)?,
            "go" => return Ok(self.lend(rest)),
            "hint" => self.hint(side, choices)?,
            "help" | "?" => self.help()?,
            "quit" | "q" => return Ok(Next::Leave),
            _ if line.starts_with('{') => return self.order_json(line, side),
            _ => self.list(line, choices)?,
        }
        Ok(Next::Again)
    }

    /// Gives order number `number`.
    fn give(&mut self, number: usize, side: Side, choices: &Choices) -> Result<Next, Failure> {
        let Some(offer) = choices.get(number) else {
            let why = format!("No: there is no order {number}; they go from 1 to {}", choices.len());
            self.desk.terminal.talk().wrapped(ink::ERROR, 0, &why)?;
            return Ok(Next::Again);
        };
        let command = offer.command.clone();
        self.give_command(&command, side)
    }

    fn order_json(&mut self, line: &str, side: Side) -> Result<Next, Failure> {
        match serde_json::from_str::<Value>(line) {
            Ok(command) => self.give_command(&command, side),
            Err(error) => {
                self.desk.terminal.talk().wrapped(ink::ERROR, 0, &format!("No: this is no JSON: {error}"))?;
                Ok(Next::Again)
            }
        }
    }

    fn give_command(&mut self, command: &Value, side: Side) -> Result<Next, Failure> {
        let step = self.open.game.order(command, self.mode);
        Ok(if self.take(step, side, Some(side))? { Next::On } else { Next::Again })
    }

    /// Takes what the engine says to a step; a refusal is told with its rule, and changes nothing. True if it stands.
    fn take(&mut self, step: order::Step, side: Side, orders: Option<Side>) -> Result<bool, Failure> {
        match step {
            Ok(progress) => {
                self.own.extend(self.ordered(Some(&progress)));
                self.tell(&progress, Some(side), orders, true)?;
                self.open.write()?;
                Ok(true)
            }
            Err(halt) => {
                failure(halt).mention(&mut self.desk.terminal.talk())?;
                Ok(false)
            }
        }
    }

    fn take_dice(&mut self, throw: engine::Throw, rule: engine::Rule) -> Result<bool, Failure> {
        let orders = self.open.game.side_to_act();
        let names = match self.open.game.pending() {
            Some(WaitingLine::Dice { names, .. }) => names,
            _ => Vec::new(),
        };
        let step = match settle::take_dice(self.desk, throw, rule, &names)? {
            Taken::Typed(faces) => self.open.game.throw_typed(&faces),
            Taken::RollThem => {
                let mut step = self.open.game.roll_it();
                while step.is_ok() && matches!(self.open.game.waiting(), Some(Waiting::Dice { .. })) {
                    step = self.open.game.roll_it();
                }
                step
            }
            Taken::Left => return Ok(false),
        };
        let progress = step.map_err(failure)?;
        self.tell(&progress, None, orders, true)?;
        self.open.write()?;
        Ok(true)
    }

    fn list(&mut self, text: &str, choices: &Choices) -> Result<(), Failure> {
        match choices.unit(text) {
            Some(unit) => Ok(choices.show(Some(unit), &mut self.desk.terminal.page())?),
            None => {
                let why =
                    format!("No: {text:?} is no order, and no single unit with orders; help lists what can be typed");
                Ok(self.desk.terminal.talk().wrapped(ink::ERROR, 0, &clean(&why))?)
            }
        }
    }

    fn odds(&mut self, rest: &str, choices: &Choices) -> Result<(), Failure> {
        let listed = rest.parse().ok().and_then(|number| choices.get(number));
        let listed = listed.map(|offer| (offer.command.clone(), offer.words.as_str()));
        let typed = || serde_json::from_str(rest).ok().filter(Value::is_object).map(|command| (command, rest));
        let Some((command, words)) = listed.or_else(typed) else {
            let why = format!("No: odds and the number of an order, 1 to {}, or an order as {{...}}", choices.len());
            return Ok(self.desk.terminal.talk().wrapped(ink::ERROR, 0, &why)?);
        };
        let reader = self.reader(self.open.game.side_to_act());
        match self.open.game.preview(&command, &GivenAnswers::new(), reader) {
            Ok(forecasts) => {
                let mut page = self.desk.terminal.page();
                page.wrapped(ink::TITLE, 0, &clean(words))?;
                if let Ok(Some(cost)) = self.open.game.cost(&command) {
                    page.wrapped(ink::PLAIN, 2, &clean(&format!("costs {cost}")))?;
                }
                Ok(words::show_forecasts(&forecasts, &mut page)?)
            }
            Err(halt) => Ok(failure(halt).mention(&mut self.desk.terminal.talk())?),
        }
    }

    fn show_journal(&mut self, rest: &str, side: Side) -> Result<(), Failure> {
        let many: usize = rest.parse().unwrap_or(10);
        let stories = self.open.game.stories(self.open.game.turn(), Some(side));
        let stories = stories.map_err(|fault| problem(&self.open.path, fault))?;
        let mut page = self.desk.terminal.page();
        let from = stories.len().saturating_sub(many);
        for story in &stories[from..] {
            words::show_story(&self.theatre, story, &mut page)?;
        }
        Ok(())
    }

    /// Goes back to before the last order given here. Where dice fell since, `undo yes` says that everybody agrees;
    /// against a general nobody goes back past them.
    fn undo(&mut self, rest: &str) -> Result<Next, Failure> {
        let lineage = self.open.game.save().lineage();
        let last = self.own.iter().rev().copied().find(|turn| lineage.counts(*turn));
        let line = last.and_then(|turn| lineage.line_to(turn));
        let Some(line) = line else {
            self.desk.terminal.talk().wrapped(ink::ERROR, 0, "No: nothing was ordered here that could be undone")?;
            return Ok(Next::Again);
        };
        let to = line.iter().rev().nth(1).copied().unwrap_or(0);
        match self.go_back(to, rest == "yes") {
            Ok(undone) => {
                self.heading.clear();
                let back = format!("Back to turn {to}: {} no longer counts; the dice go on.", undone.len());
                self.desk.terminal.page().wrapped(ink::TITLE, 0, &back)?;
                self.open.write()?;
                Ok(Next::On)
            }
            Err(refusal) => {
                let hint = if self.has_general() { "" } else { "undo yes, if everybody at the table agrees" };
                refused(refusal, hint).mention(&mut self.desk.terminal.talk())?;
                Ok(Next::Again)
            }
        }
    }

    /// Goes back to a turn, with the leave of everybody at this terminal if `agreed`, and of the generals where they give it.
    fn go_back(&mut self, to: u32, agreed: bool) -> Result<Vec<u32>, Refusal> {
        if self.has_general() {
            self.open.game.save().general_agrees(to)?;
        }
        let game = &mut self.open.game;
        let seats: Vec<String> = game.header().seats.iter().map(|seat| seat.name.clone()).collect();
        let consent: Vec<&str> = if agreed { seats.iter().map(String::as_str).collect() } else { Vec::new() };
        game.undo(to, &consent)
    }

    fn save(&mut self, rest: &str) -> Result<(), Failure> {
        let kept = match rest {
            "" if self.open.is_kept() => self.open.write(),
            "" => Err(Failure::bad("save", "this game has no file yet", "save FILE gives it one")),
            path => self.open.keep(std::path::Path::new(path)),
        };
        match kept {
            Ok(()) => {
                let line = format!("Kept in {}", self.open.path.display());
                Ok(self.desk.terminal.page().wrapped(ink::TITLE, 0, &clean(&line))?)
            }
            Err(Failure::Gone) => Err(Failure::Gone),
            Err(failure) => Ok(failure.mention(&mut self.desk.terminal.talk())?),
        }
    }

    /// What the sergeant would order.
    fn hint(&mut self, side: Side, choices: &Choices) -> Result<(), Failure> {
        let advice = self.open.game.advise(side, self.sergeant.as_mut()).map_err(Problem::from)?;
        let Some(Advice::Order { command }) = advice else {
            return Ok(self.desk.terminal.page().line("The sergeant has nothing to say.")?);
        };
        let number = choices.number_of(&command).map_or(String::new(), |number| format!("{number}, "));
        let words = self.open.game.say(&command).map_err(Problem::from)?;
        Ok(self.desk.terminal.page().wrapped(ink::HINT, 0, &clean(&format!("The sergeant: {number}{words}")))?)
    }

    fn lend(&mut self, rest: &str) -> Next {
        self.lent = match rest {
            "" => 1,
            "all" => u32::MAX,
            many => many.parse().unwrap_or(1),
        };
        Next::On
    }

    fn help(&mut self) -> Result<(), Failure> {
        let mut page = self.desk.terminal.page();
        for (word, does) in HELP {
            crate::report::entry(&mut page, 2, 14, (word, ink::TYPE), (does, ink::PLAIN))?;
        }
        Ok(())
    }

    /// Shows the map as the side that acts may see it.
    fn show_map(&mut self) -> Result<(), Failure> {
        let acts = self.open.game.side_to_act();
        let reader = self.reader(acts).or(acts);
        let scene = self.open.game.scene(reader);
        let mut page = self.desk.terminal.page();
        page.gap()?;
        let lines = map::draw(&self.theatre.battle.ground, &scene, page.look);
        Ok(lines.iter().try_for_each(|line| page.line(line))?)
    }
}
