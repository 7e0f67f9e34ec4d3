//! A table with a real battle on it: who may do what, what each may read, going back, and coming back as it was.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use engine::book::{AnyField, Folder};
use engine::game::{Change, WaitingLine};
use engine::stage::{FireZone, General, Outlook, PieceId, PieceKind, Prospect, Wants};
use engine::{Fast, Question, Secret, Side};
use serde_json::json;
use table::{Ask, Audience, Decision, Heard, Kept, Note, Player, Role, Seat, SeatId, Settings, Setup, Table, Tell};

const BLUE: SeatId = SeatId(0);
const GREY: SeatId = SeatId(1);
const REFEREE: SeatId = SeatId(2);
const FRIEND: SeatId = SeatId(3);

fn field() -> Box<dyn AnyField> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/training-toll-gate");
    let read = |name: &str| (name.to_owned(), fs::read(path.join(name)).expect("the file is there"));
    let files = ["battle.toml", "ground.geojson"].map(read).into();
    let book = shelf::take("elephant", None).expect("the printed charts open");
    let folder = Folder { name: "training-toll-gate".to_owned(), files };
    book.take_field(&folder).expect("it has a game").expect("the battle musters")
}

fn seat(name: &str, role: Role) -> Seat {
    Seat { name: name.to_owned(), role, player: Player::Person, word: format!("{name}'s word") }
}

fn setup() -> Setup {
    let seats = vec![
        seat("Anna", Role::Union),
        seat("Ben", Role::Confederate),
        seat("Cora", Role::Referee),
        seat("Dan", Role::Spectator),
    ];
    Setup { settings: Settings { title: "The toll gate".to_owned(), ..Settings::default() }, seats, origin: None }
}

fn secret() -> Secret {
    Secret::new([9; 32])
}

/// A table, and everything it said was to be kept.
struct Evening {
    table: Table,
    kept: Vec<Kept>,
    now: u64,
}

impl Evening {
    fn new() -> Self {
        Evening::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = setup();
        change(&mut setup);
        let table = Table::new(field().as_ref(), setup, secret()).expect("the table is in order");
        Evening { table, kept: Vec::new(), now: 0 }
    }

    fn ask(&mut self, seat: SeatId, ask: Ask) -> Tell {
        self.now += 1_000;
        let Heard { tell, kept } = self.table.hear(seat, ask, self.now);
        self.kept.extend(kept);
        tell
    }

    fn seat_to_act(&self) -> SeatId {
        match self.table.to_decide().0 {
            Some(Side::Union) => BLUE,
            Some(Side::Confederate) => GREY,
            None => panic!("the battle is over"),
        }
    }

    /// Gives the first order that is offered and not refused, and answers everything with the first choice.
    fn act(&mut self) {
        let seat = self.seat_to_act();
        let Tell::Offers { offers, .. } = self.ask(seat, Ask::Offers { piece: None }) else { panic!("offers") };
        for offer in offers {
            if self.ask(seat, Ask::Order { command: offer.command, after: None }) == Tell::Done {
                break;
            }
        }
        while let Some(WaitingLine::Answer { choices, .. }) = self.table.game().pending() {
            let seat = self.seat_to_act();
            assert_eq!(self.ask(seat, Ask::Answer { choice: choices[0].clone() }), Tell::Done);
        }
        let written = engine::game::to_hex(&self.table.game().save().write().end);
        assert_eq!(self.table.chain(), written, "the chain that is followed is the one that is written");
    }

    fn turn(&self) -> u32 {
        self.table.game().turn()
    }

    fn decision(&self, seat: SeatId) -> Decision {
        self.table.news(seat, 0).expect("there are news").decision
    }
}

fn is_refused(tell: &Tell) -> bool {
    matches!(tell, Tell::Refused { .. })
}

#[test]
fn only_the_side_to_act_gives_orders() {
    let mut evening = Evening::new();
    let acts = evening.seat_to_act();
    let waits = if acts == BLUE { GREY } else { BLUE };
    let Tell::Offers { offers, .. } = evening.ask(acts, Ask::Offers { piece: None }) else { panic!("offers") };
    let order = Ask::Order { command: offers[0].command.clone(), after: None };
    for other in [waits, REFEREE, FRIEND, SeatId(40)] {
        assert!(is_refused(&evening.ask(other, order.clone())), "{other:?}");
        assert_eq!(evening.ask(other, Ask::Offers { piece: None }), Tell::Offers { offers: Vec::new(), more: false });
    }
    assert!(evening.kept.is_empty(), "what is refused is not kept");
    assert_eq!(evening.decision(acts), Decision::YourOrder);
    assert!(matches!(evening.decision(FRIEND), Decision::Theirs { .. }));
    assert_eq!(evening.ask(acts, order), Tell::Done);
    assert_eq!(evening.kept.len(), 1);
}

#[test]
fn an_order_for_a_moment_that_is_over_is_refused() {
    let mut evening = Evening::new();
    evening.act();
    let (seat, turn) = (evening.seat_to_act(), evening.turn());
    let Tell::Offers { offers, .. } = evening.ask(seat, Ask::Offers { piece: None }) else { panic!("offers") };
    let order = |after| Ask::Order { command: offers[0].command.clone(), after: Some(after) };
    let tell = evening.ask(seat, order(turn - 1));
    assert!(is_refused(&tell) && format!("{tell:?}").contains("gone on"), "{tell:?}");
    assert_eq!(evening.turn(), turn);
    assert_eq!(evening.ask(seat, order(turn)), Tell::Done);
}

#[test]
fn a_card_that_is_drawn_at_a_real_table_has_a_name() {
    let mut evening = Evening::with(|setup| setup.settings.typed_dice = true);
    let seat = evening.seat_to_act();
    let draw = Ask::Order { command: json!({ "do": "draw-card" }), after: None };
    assert_eq!(evening.ask(seat, draw), Tell::Done);
    let Decision::Yours { waiting: WaitingLine::Dice { names, high, .. } } = evening.decision(seat) else {
        panic!("a card is to be drawn: {:?}", evening.decision(seat))
    };
    assert_eq!(names.len(), usize::from(high));
    let last = names.last().expect("there are cards").clone();
    assert_eq!(evening.ask(seat, Ask::Throw { faces: vec![high] }), Tell::Done);
    let pages = serde_json::to_string(&evening.table.news(seat, 0).expect("news").pages).expect("it is data");
    assert!(pages.contains(&format!("the card of {last} comes up")), "{pages}");
}

#[test]
fn nonsense_is_a_fault_and_changes_nothing() {
    let mut evening = Evening::new();
    let seat = evening.seat_to_act();
    for command in [json!(null), json!({ "do": "fly" }), json!([1, 2])] {
        let tell = evening.ask(seat, Ask::Order { command, after: None });
        assert!(matches!(tell, Tell::Fault { .. }), "{tell:?}");
    }
    for ask in [
        Ask::Answer { choice: "yes".to_owned() },
        Ask::Throw { faces: vec![7] },
        Ask::Roll,
        Ask::Withdraw,
        Ask::Consent { yes: true },
        Ask::Undo { to: 99 },
        Ask::Say { text: "  ".to_owned(), to: Audience::All },
        Ask::Close,
        Ask::Correct { changes: Vec::new(), why: "because".to_owned() },
    ] {
        let tell = evening.ask(seat, ask.clone());
        assert!(is_refused(&tell), "{ask:?}: {tell:?}");
    }
    assert!(matches!(evening.ask(seat, Ask::Story { turn: 12 }), Tell::Fault { .. }));
    assert!(evening.kept.is_empty() && evening.turn() == 0);
}

#[test]
fn going_back_needs_everybody_once_dice_have_fallen() {
    let mut evening = Evening::new();
    while evening.table.game().dice_thrown() == 0 {
        evening.act();
    }
    let turn = evening.turn();
    let seat = BLUE;
    assert_eq!(evening.ask(seat, Ask::Undo { to: 0 }), Tell::Done);
    assert_eq!(evening.turn(), turn, "not yet");
    let undo = evening.table.news(GREY, 0).expect("news").undo.expect("somebody has asked");
    assert_eq!((undo.by, undo.wanted), (BLUE, vec![GREY]));
    assert!(is_refused(&evening.ask(REFEREE, Ask::Consent { yes: true })), "the referee is not asked");
    assert_eq!(evening.ask(GREY, Ask::Consent { yes: false }), Tell::Done);
    assert!(evening.table.news(GREY, 0).expect("news").undo.is_none());

    evening.ask(GREY, Ask::Undo { to: 0 });
    evening.ask(BLUE, Ask::Consent { yes: true });
    assert_eq!(evening.turn(), 0);
    let pages = evening.table.news(FRIEND, 0).expect("news").pages;
    assert_eq!(pages.last().map(|page| page.note.clone()), Some(Note::Undone { to: 0 }));
}

#[test]
fn no_general_goes_back_past_a_die() {
    let mut evening = Evening::with(|setup| setup.seats[1].player = Player::General("sergeant".to_owned()));
    while evening.table.game().dice_thrown() == 0 {
        evening.act();
    }
    let turn = evening.turn();
    let tell = evening.ask(BLUE, Ask::Undo { to: 0 });
    assert!(is_refused(&tell) && format!("{tell:?}").contains("past a die"), "{tell:?}");
    assert_eq!(evening.turn(), turn);
    assert!(evening.table.news(BLUE, 0).expect("news").undo.is_none(), "nobody is asked");
}

#[test]
fn what_is_said_among_friends_stays_there() {
    let mut evening = Evening::new();
    evening.ask(BLUE, Ask::Say { text: "<b>hold the gate</b>".to_owned(), to: Audience::Friends });
    evening.ask(GREY, Ask::Say { text: "good evening".to_owned(), to: Audience::All });
    let reads = |seat| evening.table.news(seat, 0).expect("news").pages.len();
    assert_eq!([BLUE, GREY, REFEREE, FRIEND].map(reads), [2, 1, 2, 1]);
    let later = evening.table.news(BLUE, 1).expect("news").pages;
    assert_eq!(later.len(), 1, "only what was not read yet");
}

#[test]
fn standing_orders_answer_for_their_own_side_and_stay_secret() {
    let mut evening = Evening::new();
    let orders: BTreeMap<String, String> = [("retreat-path".to_owned(), "0".to_owned())].into();
    assert_eq!(evening.ask(GREY, Ask::Standing { orders }), Tell::Done);
    assert_eq!(evening.table.news(GREY, 0).expect("news").standing.len(), 1);
    for other in [BLUE, FRIEND] {
        let text = serde_json::to_string(&evening.table.news(other, 0).expect("news")).expect("it is data");
        assert!(!text.contains("retreat-path"), "{text}");
    }
    assert!(is_refused(&evening.ask(FRIEND, Ask::Standing { orders: BTreeMap::new() })));
}

#[test]
fn nobody_finds_out_by_its_mark_what_is_in_a_game_that_goes_on() {
    let mut evening = Evening::new();
    evening.act();
    let marks = |table: &Table| [BLUE, GREY, FRIEND].map(|seat| table.news(seat, 0).expect("news").chain);
    let [mark, other, onlooker] = marks(&evening.table);
    assert_eq!((&mark, &mark), (&other, &onlooker), "everybody sees the same game");
    let others = Table::again(field().as_ref(), setup(), Secret::new([8; 32]), []).expect("it opens");
    assert_ne!(mark, evening.table.chain(), "the chain can be found by trying what may have been ordered");
    assert_ne!(others.mark(), Table::new(field().as_ref(), setup(), secret()).expect("it opens").mark());
    let again = Table::again(field().as_ref(), setup(), secret(), evening.kept.clone()).expect("it is heard again");
    assert_eq!(marks(&again), [mark.clone(), mark.clone(), mark], "it is the same game when it comes back");
    let changes = vec![Change { at: "/phase".to_owned(), be: json!("over") }];
    assert_eq!(evening.ask(REFEREE, Ask::Correct { changes, why: "it is late".to_owned() }), Tell::Done);
    assert_eq!(evening.ask(BLUE, Ask::Close), Tell::Done);
    assert_eq!(marks(&evening.table)[1], evening.table.chain(), "there is nothing left to keep");
}

#[test]
fn the_referee_corrects_and_everybody_reads_why() {
    let mut evening = Evening::new();
    let changes = vec![Change { at: "/turn".to_owned(), be: json!(2) }];
    let ask = Ask::Correct { changes, why: "we began late".to_owned() };
    assert!(is_refused(&evening.ask(BLUE, ask.clone())));
    assert_eq!(evening.ask(REFEREE, ask), Tell::Done);
    let pages = evening.table.news(FRIEND, 0).expect("news").pages;
    let Some(Note::Turn { order: Some(order), .. }) = pages.first().map(|page| page.note.clone()) else {
        panic!("{pages:?}")
    };
    assert!(order.contains("Cora") && order.contains("we began late"), "{order}");
}

#[test]
fn everybody_reads_in_the_journal_what_playing_the_turn_again_tells_him() {
    let mut evening = Evening::new();
    for _ in 0..120 {
        evening.act();
    }
    let mut read = 0;
    for (seat, reader) in [(BLUE, Some(Side::Union)), (GREY, Some(Side::Confederate)), (REFEREE, None)] {
        for page in evening.table.news(seat, 0).expect("news").pages {
            let Note::Turn { turn, side, order, words } = page.note else { continue };
            let story = evening.table.game().story(turn, reader).expect("it is played again");
            assert_eq!((side, order.as_deref()), (story.side, story.order.as_deref()), "turn {turn}, {seat:?}");
            assert_eq!(words.to_vec(), story.words, "turn {turn}, {seat:?}");
            read += 1;
        }
    }
    assert!(read > 60, "{read}");
}

#[test]
fn a_table_comes_back_as_it_was() {
    let mut evening = Evening::new();
    for _ in 0..40 {
        evening.act();
    }
    evening.ask(GREY, Ask::Say { text: "tea?".to_owned(), to: Audience::All });
    evening.ask(BLUE, Ask::Undo { to: evening.turn() - 1 });
    let text = serde_json::to_string(&evening.kept).expect("it is data");
    let kept: Vec<Kept> = serde_json::from_str(&text).expect("it reads back");
    let again = Table::again(field().as_ref(), setup(), secret(), kept).expect("it is heard the same way");
    for seat in [BLUE, GREY, REFEREE, FRIEND] {
        assert_eq!(again.news(seat, 0), evening.table.news(seat, 0), "{seat:?}");
    }
}

/// Gives the last order there is.
struct Contrary(Fast);

impl General for Contrary {
    fn name(&self) -> &'static str {
        "contrary"
    }

    fn wants(&self) -> Wants {
        Wants::Everything
    }

    fn begin(&mut self, seed: u64) {
        self.0 = Fast::seeded(seed);
    }

    fn choose(&mut self, _: &Outlook, prospects: &[Prospect]) -> usize {
        self.0.below(prospects.len() as u32) as usize
    }

    fn answer(&mut self, question: &Question) -> u32 {
        self.0.below(question.choices.count())
    }
}

#[test]
fn what_a_program_decides_is_kept_like_anybody_s_word() {
    let mut setup = setup();
    for seat in &mut setup.seats[..2] {
        seat.player = Player::General("contrary".to_owned());
    }
    let mut table = Table::new(field().as_ref(), setup.clone(), secret()).expect("the table is in order");
    let mut general = Contrary(Fast::seeded(1));
    let mut kept = Vec::new();
    for _ in 0..60 {
        let (_, Some(seat)) = table.to_decide() else { break };
        kept.extend(table.let_decide(seat, &mut general, 5).expect("it decides"));
    }
    assert!(kept.len() > 20, "{}", kept.len());
    let again = Table::again(field().as_ref(), setup, secret(), kept).expect("it needs no program to come back");
    assert_eq!(again.chain(), table.chain());
}

/// A battle under a rulebook, as printed.
fn field_of(rulebook: &str, battle: &str) -> Box<dyn AnyField> {
    let book = shelf::take(rulebook, None).expect("the printed charts open");
    let folder = shelf::battle(battle).expect("it is shipped");
    book.take_field(&folder).expect("it has a game").expect("the battle musters")
}

fn zone_of(table: &mut Table, seat: SeatId, piece: PieceId) -> FireZone {
    match table.hear(seat, Ask::Zone { piece }, 0) {
        Heard { tell: Tell::Zone { zone }, kept: None } => *zone,
        other => panic!("no zone: {other:?}"),
    }
}

#[test]
fn a_piece_bears_upon_what_the_rules_say() {
    for (rulebook, battle) in [("elephant", "brawners-farm"), ("line-of-battle", "mcphersons-ridge")] {
        let mut table = Table::new(field_of(rulebook, battle).as_ref(), setup(), secret()).expect("it is in order");
        let pieces = table.news(REFEREE, 0).expect("news").scene.pieces;
        let mut fires = 0;
        for piece in &pieces {
            let zone = zone_of(&mut table, REFEREE, piece.id);
            let whose = format!("{rulebook}: {}", piece.name);
            assert!(zone.bands.is_sorted_by(|near, far| near.yards < far.yards), "{whose}");
            assert_eq!(zone.bands.is_empty(), zone.arc.is_empty(), "{whose}");
            assert!(zone.arc.iter().chain(&zone.dead).all(|outline| outline.len() > 3), "{whose}");
            let is_enemy = |id: &PieceId| pieces.iter().any(|other| other.id == *id && other.side != piece.side);
            assert!(zone.targets.iter().chain(&zone.seen).all(is_enemy), "{whose}");
            let is_man = matches!(piece.kind, PieceKind::Leader | PieceKind::Headquarters | PieceKind::Wagon);
            assert!(!is_man || zone.weapon.is_empty() && zone.bands.is_empty(), "{whose}");
            fires += u32::from(!zone.bands.is_empty() && !zone.weapon.is_empty());
        }
        assert!(fires > 5, "{rulebook}: {fires} fire");
        let nobody = table.hear(BLUE, Ask::Zone { piece: PieceId(9_999) }, 0);
        assert!(is_refused(&nobody.tell) && nobody.kept.is_none(), "{nobody:?}");
    }
}

/// Line of Battle is played in a fog: what an enemy fires is not told, nor whom he sees.
#[test]
fn what_an_enemy_bears_upon_stays_in_the_fog() {
    let field = field_of("line-of-battle", "training-crossroads");
    let mut table = Table::new(field.as_ref(), setup(), secret()).expect("it is in order");
    for (seat, side) in [(BLUE, Side::Union), (GREY, Side::Confederate)] {
        for piece in table.news(seat, 0).expect("news").scene.pieces {
            let zone = zone_of(&mut table, seat, piece.id);
            let told = !zone.weapon.is_empty() || !zone.bands.is_empty() || !zone.seen.is_empty();
            assert!(piece.side == side || !told, "{} is told of", piece.name);
        }
    }
    for piece in table.news(FRIEND, 0).expect("news").scene.pieces {
        let zone = zone_of(&mut table, FRIEND, piece.id);
        assert!(zone.weapon.is_empty() && zone.arc.is_empty(), "whoever looks on is told of {}", piece.name);
    }
}
