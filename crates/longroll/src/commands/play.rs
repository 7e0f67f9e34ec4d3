//! `longroll play`: a whole battle in the terminal.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine::game::DiceMode;
use engine::{Seat, Secret, Side};
use serde_json::json;

use crate::desk::Desk;
use crate::evening::{Key, OpenGame, check_free, file, key, problem};
use crate::failure::Failure;
use crate::house::parse_switch;
use crate::text::{clean, counted};
use crate::theatre::sitting::{Player, Sitting};
use crate::theatre::{Theatre, find, words};
use crate::{dice, ink, suggest};

const EXAMPLES: &str = "\
Examples:
  longroll play training-toll-gate --rulebook elephant
  longroll play brawners-farm --rulebook elephant --confederate you --union sergeant
  longroll play brawners-farm --rulebook elephant --union you --confederate you --dice typed
  longroll play battles/my-battle --rulebook elephant --save evening.longroll
  longroll play evening.longroll                 goes on with it
  longroll play training-toll-gate --rulebook elephant --union sergeant --confederate recruit

Exit codes: 0 played or left, 1 the rules say no, 2 bad input.";

/// Play a whole battle on a map: against the sergeant, a friend, or nobody
///
/// You choose your orders by number; the rules are enforced, refusals name their rule, and `odds N` shows what an order may lead
/// to before you give it. Where both sides are led by generals the battle is fought to its end and reported.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// A shipped battle by its name, a folder, or a game that was saved
    #[arg(value_name = "BATTLE")]
    battle: String,

    /// The rulebook, as `longroll rulebooks` names it
    #[arg(short, long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    /// Who leads the union: you, sergeant or recruit
    #[arg(long, value_name = "WHO")]
    union: Option<String>,

    /// Who leads the confederates: you, sergeant or recruit
    #[arg(long, value_name = "WHO")]
    confederate: Option<String>,

    /// Who throws the dice: program or typed
    #[arg(long, value_name = "WHO", default_value = "program")]
    dice: Thrower,

    /// Keep the game in a new file, order by order
    #[arg(short, long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Dice and generals that follow from a number; they can be foreseen
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Set a switch of the rulebook for this game; give it as often as you like
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_switch)]
    switch: Vec<(String, String)>,

    /// Tell everything that generals do, also where nobody else plays
    #[arg(short, long)]
    journal: bool,
}

/// Who throws the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Thrower {
    /// The program.
    Program,
    /// People, who type what they show.
    Typed,
}

impl Thrower {
    /// As the engine knows it.
    pub fn mode(self) -> DiceMode {
        match self {
            Thrower::Program => DiceMode::Live,
            Thrower::Typed => DiceMode::Typed,
        }
    }
}

/// Somebody at this terminal.
const YOU: &str = "you";

pub(super) fn run(command: &Play, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let path = Path::new(&command.battle);
    let (open, theatre, seed) = if path.is_file() { resumed(command, desk, path)? } else { begun(command, desk)? };
    let before: Vec<String> = open.game.header().seats.iter().map(|seat| seat.word.clone()).collect();
    let wanted = [command.union.as_deref(), command.confederate.as_deref()];
    let names = Side::ALL.map(|side| {
        let place = side as usize;
        let kept = before.get(place).map(String::as_str).filter(|name| generals::rank(name).is_some());
        wanted[place].or(kept).unwrap_or(YOU)
    });
    let players = players(names, seed)?;
    if desk.json && !players.iter().all(Player::is_general) {
        let hint = "leave out --json, or let generals lead both sides";
        return Err(Failure::bad("--json", "a battle with people is a conversation", hint));
    }
    let mut sitting = Sitting::new(desk, open, theatre, players, command.dice.mode())?;
    sitting.journal = command.journal;
    greet(&mut sitting, names)?;
    let over = sitting.play()?;
    finish(sitting, over)
}

/// The generals by name, with their own seeds.
pub(super) fn players(names: [&str; 2], seed: u64) -> Result<[Player; 2], Failure> {
    let player = |side: Side| -> Result<Player, Failure> {
        let name = names[side as usize];
        if name == YOU {
            return Ok(Player::You);
        }
        let Some(mut general) = generals::enlist(name) else {
            let known = generals::RANKS.iter().map(|rank| rank.name).chain([YOU]);
            let hint = suggest::advice(name, known.collect::<Vec<_>>());
            return Err(Failure::bad(format!("--{}", side.name()), format!("there is no general {name:?}"), hint));
        };
        general.begin(engine::stage::seed_of(seed, side));
        Ok(Player::General(general))
    };
    Ok([player(Side::Union)?, player(Side::Confederate)?])
}

/// A new game of a battle.
fn begun(command: &Play, desk: &mut Desk<'_>) -> Result<(OpenGame, Theatre, u64), Failure> {
    let folder = find(&command.battle)?;
    let Some(slug) = &command.rulebook else {
        let able = crate::theatre::wargames().join(", ");
        return Err(Failure::bad("--rulebook", "which rulebook shall it be", format!("choose one of {able}")));
    };
    let book = desk.book_with(slug, &command.switch)?;
    let theatre = Theatre::take(&*book, folder)?;
    if let Some(path) = &command.save {
        check_free(path)?;
    }
    let secret = match command.seed {
        Some(seed) => secret_of(seed),
        None => key::fresh()?,
    };
    let seed = command.seed.map_or_else(dice::fresh_number, Ok)?;
    // Against people the sergeant leads whom nobody else does.
    let chosen = [command.union.as_deref(), command.confederate.as_deref()];
    let names = match chosen {
        [None, None] => [YOU, generals::sergeant::NAME],
        [None, Some(YOU)] => [generals::sergeant::NAME, YOU],
        [Some(YOU), None] => [YOU, generals::sergeant::NAME],
        [union, confederate] => [union.unwrap_or(YOU), confederate.unwrap_or(YOU)],
    };
    let seats = Side::ALL.map(|side| Seat::new(side.name(), names[side as usize])).to_vec();
    let title = format!("{} ({})", theatre.battle.plan.name, book.about().title);
    let game = theatre.field.begin(&title, seats, secret).map_err(|fault| problem(Path::new(slug), fault))?;
    let mut open = OpenGame::in_memory(book, game);
    if let Some(path) = &command.save {
        open.keep(path)?;
    }
    Ok((open, theatre, seed))
}

/// The secret of dice that follow from a number.
pub(super) fn secret_of(seed: u64) -> Secret {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    Secret::new(bytes)
}

/// A game that was saved, as it stands.
fn resumed(command: &Play, desk: &mut Desk<'_>, path: &Path) -> Result<(OpenGame, Theatre, u64), Failure> {
    let mut open = OpenGame::open(desk, path, Key::Wanted)?;
    let Some(theatre) = open.theatre.take() else {
        let hint = format!("longroll game show {} tells how it stands", file::typed(path));
        return Err(Failure::bad(path.display().to_string(), "this game has no map", hint));
    };
    if open.game.is_closed() {
        let hint = format!("longroll replay {} steps through it, and plays on from any moment", file::typed(path));
        return Err(Failure::bad(path.display().to_string(), "this game is closed", hint));
    }
    let seed = command.seed.map_or_else(dice::fresh_number, Ok)?;
    Ok((open, theatre, seed))
}

/// Says what is played, and how to get help.
pub(super) fn greet(sitting: &mut Sitting<'_, '_>, names: [&str; 2]) -> Result<(), Failure> {
    if sitting.desk.json {
        return Ok(());
    }
    let title = clean(&sitting.open.game.header().title);
    let who = Side::ALL.map(|side| format!("{}: {}", sitting.theatre.side_name(side), names[side as usize]));
    let plan = &sitting.theatre.battle.plan;
    let mut page = sitting.desk.terminal.page();
    page.wrapped(ink::TITLE, 0, &title)?;
    page.wrapped(ink::PLAIN, 0, &clean(&plan.about))?;
    if let Some(victory) = &plan.victory {
        page.wrapped(ink::FAINT, 0, &clean(victory))?;
    }
    page.wrapped(ink::PLAIN, 0, &clean(&who.join(", ")))?;
    if names.contains(&YOU) {
        page.wrapped(ink::FAINT, 0, "help lists what can be typed.")?;
    }
    Ok(())
}

/// Tells how it ended, closes the game and writes it; or says how to go on.
pub(super) fn finish(mut sitting: Sitting<'_, '_>, over: bool) -> Result<(), Failure> {
    if over && sitting.open.game.secret().is_some() && sitting.open.game.dice_thrown() > 0 {
        // A finished battle shows the secret of its dice, so that anybody can prove them.
        let _ = sitting.open.game.close();
    }
    sitting.open.write()?;
    let game = &*sitting.open.game;
    if sitting.desk.json {
        let tally = game.tally();
        let value = json!({
            "over": over,
            "winner": game.ending().and_then(|ending| ending.winner),
            "ending": game.ending().map(|ending| ending.words),
            "tally": tally,
            "orders": game.turn(),
            "chain": crate::evening::chain_of(game.save()),
            "file": sitting.open.is_kept().then(|| sitting.open.path.display().to_string()),
        });
        return sitting.desk.print_json(&value);
    }
    let (score, ending) = (words::score(&sitting.theatre, game), words::ending(&sitting.theatre, game));
    let orders = game.turn();
    let mut page = sitting.desk.terminal.page();
    page.gap()?;
    if over {
        page.wrapped(ink::TITLE, 0, &clean(&ending))?;
    }
    let orders = counted(orders as usize, "order", "orders");
    page.wrapped(ink::PLAIN, 0, &clean(&format!("{score}; {orders}")))?;
    let path = file::typed(&sitting.open.path);
    match (over, sitting.open.is_kept()) {
        (true, true) => {
            page.line(format!("longroll replay {path} steps through it, longroll verify {path} proves its dice"))?
        }
        (false, true) => page.line(format!("longroll play {path} goes on with it"))?,
        (_, false) => {}
    }
    Ok(())
}
