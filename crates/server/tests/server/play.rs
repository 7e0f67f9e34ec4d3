//! Games over sockets: played by two, left and come back to, closed in order, taken elsewhere, and against a program.

use std::sync::Arc;
use std::time::Duration;

use crate::common::client::{Player, play};
use crate::common::{Database, Running, Table, config, toll_gate};
use engine::stage::{General, Outlook, Prospect, Wants};
use engine::{Fast, Question};
use serde_json::{Value, json};
use server::Generals;

on_both_stores!(
    two_play_and_one_comes_back_in_the_middle_of_a_command,
    what_is_left_in_order_is_there_again,
    a_game_goes_elsewhere_as_one_file,
    a_turn_is_weighed_before_told_after_and_played_on_from,
    a_general_plays_and_people_watch,
    people_are_told_that_it_is_their_turn_and_again,
);

/// Acts until the decision is that dice have to be typed.
async fn act_until_dice_wait(anna: &mut Player, ben: &mut Player) {
    for _ in 0..200 {
        anna.whole_news(0).await;
        ben.whole_news(0).await;
        let player = if anna.decides() { &mut *anna } else { &mut *ben };
        if player.news["decision"]["waiting"]["waits-for"] == "dice" {
            return;
        }
        player.act().await;
    }
    panic!("nobody ever throws dice");
}

async fn two_play_and_one_comes_back_in_the_middle_of_a_command(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(true)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    act_until_dice_wait(&mut anna, &mut ben).await;
    let mover = usize::from(ben.decides());
    let (leaves, stays) = if mover == 0 { (anna, ben) } else { (ben, anna) };
    let (known, read) = (leaves.news.clone(), leaves.news["pages"].as_array().map_or(0, Vec::len) as u32);
    drop(leaves);
    let mut back = Player::come(server.address, &table.id, &table.tokens[mover], read).await;
    assert_eq!(back.news["decision"], known["decision"], "the dice still wait for him");
    assert!(
        back.news["pages"].as_array().expect("pages").iter().all(|page| page["number"].as_u64() >= Some(read.into()))
    );
    back.act().await;
    let mut stays = stays;
    let (one, other) = if mover == 0 { (&mut back, &mut stays) } else { (&mut stays, &mut back) };
    let turns = one.whole_news(0).await["turns"].as_u64().expect("turns");
    play(one, other, turns + 12).await;
    assert_eq!(one.news["chain"], other.news["chain"], "both see the same game");
    server.close().await;
}

async fn what_is_left_in_order_is_there_again(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    play(&mut anna, &mut ben, 8).await;
    let chain = anna.news["chain"].clone();
    let closing = tokio::spawn(server.close());
    while let Some(frame) = anna.frame().await {
        if frame["what"] == "bye" {
            assert_eq!(frame["again"], true, "{frame}");
        }
    }
    assert!(anna.frames.last().is_some_and(|frame| frame.contains("\"bye\"")), "sockets are told");
    closing.await.expect("in order");
    let files = database.files();
    assert!(files.is_empty() || files == ["tables.db"], "a store of SQLite is one file again: {files:?}");

    let server = Running::start(server::Config { opened_at_start: 10, ..config(&database) }).await;
    let mut anna = server.sit(&table, 0).await;
    assert_eq!(anna.news["chain"], chain);
    let mut ben = server.sit(&table, 1).await;
    play(&mut anna, &mut ben, 12).await;
    server.close().await;
}

async fn a_game_goes_elsewhere_as_one_file(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    play(&mut anna, &mut ben, 10).await;
    let export = table.path("/export");
    let refused = server.web().seat(&table.tokens[0]).get(&export).await;
    assert_eq!(refused.status, 422, "a player may not have what the other side keeps secret: {}", refused.text);
    let file = server.web().seat(&table.tokens[2]).get(&export).await;
    assert_eq!(file.status, 200, "{}", file.text);
    assert!(file.json()["save"].as_str().is_some_and(|save| save.starts_with("longroll save")));

    let other = Database::sqlite();
    let elsewhere = Running::open(&other).await;
    let made = elsewhere.web().post("/api/v1/tables/import", &file.json()).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let there = Table::of(&made.json());
    let (mut anna_there, mut ben_there) = (elsewhere.sit(&there, 0).await, elsewhere.sit(&there, 1).await);
    assert_eq!(anna_there.news["chain"], anna.news["chain"], "it is the same game");
    assert_eq!(anna_there.news["scene"], anna.news["scene"]);
    play(&mut anna_there, &mut ben_there, 14).await;

    let mut changed = file.json();
    changed["kept"].as_array_mut().expect("entries").pop();
    let refused = elsewhere.web().post("/api/v1/tables/import", &changed).await;
    assert_eq!(refused.status, 422, "half a game is another game: {}", refused.text);
    elsewhere.close().await;
    server.close().await;
}

/// The first order that is offered whose working has a modifier, played until there is one.
async fn weighed(one: &mut Player, other: &mut Player) -> (Value, Value) {
    for turns in 1.. {
        let player = if one.decides() { &mut *one } else { &mut *other };
        if player.news["decision"]["decision"] == "your-order" {
            let offers = player.ask(json!({ "ask": "offers" })).await["offers"].clone();
            // What only announces something is weighed by what follows it, and its own story has none of that.
            let settles = |offer: &&Value| {
                !["declare-fire", "announce-charge"].map(Value::from).contains(&offer["command"]["do"])
            };
            for offer in offers.as_array().expect("offers").iter().take(40).filter(settles) {
                let ask = json!({ "ask": "preview", "command": offer["command"] });
                let told = player.ask(ask).await;
                let modified = |line: &Value| line["line"] == "modified" && line["lit"]["chart"].is_string();
                if told["working"].as_array().is_some_and(|lines| lines.iter().any(modified)) {
                    return (offer["command"].clone(), told);
                }
            }
        }
        play(one, other, turns).await;
    }
    unreachable!("somebody fires in the end");
}

async fn a_turn_is_weighed_before_told_after_and_played_on_from(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    let (command, told) = weighed(&mut anna, &mut ben).await;
    let rows = told["forecasts"][0]["rows"].as_array().expect("rows");
    let chance: f64 = rows.iter().filter_map(|row| row["chance"].as_f64()).sum();
    assert!((chance - 1.0).abs() < 1e-9, "{told}");
    assert!(!told["working"].to_string().contains("\"rolled\""), "no die has fallen yet: {told}");
    let player = if anna.decides() { &mut anna } else { &mut ben };
    player.must(json!({ "ask": "order", "command": command })).await;
    // What is only announced is worked out some orders later.
    let mut turn = player.whole_news(0).await["turn"].as_u64().expect("a turn");
    while anna.ask(json!({ "ask": "story", "turn": turn })).await["working"]
        .as_array()
        .is_none_or(|lines| lines.len() < 2)
    {
        turn += 1;
        play(&mut anna, &mut ben, turn).await;
        assert_eq!(anna.news["turns"].as_u64(), Some(turn), "dice fall before the battle is over");
    }
    let before = anna.ask(json!({ "ask": "scene", "turn": turn - 1 })).await["scene"].clone();

    // Only who may know everything plays on from there.
    let wanted = json!({ "turn": turn - 1, "setup": toll_gate(false)["setup"] });
    let branch = table.path("/branch");
    assert_eq!(server.web().seat(&table.tokens[0]).post(&branch, &wanted).await.status, 422);
    let made = server.web().seat(&table.tokens[2]).post(&branch, &wanted).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let other = Table::of(&made.json());
    let (mut anna_there, mut ben_there) = (server.sit(&other, 0).await, server.sit(&other, 1).await);
    let cora_there = server.sit(&other, 2).await;
    let stands = |scene: &Value| {
        scene["pieces"].as_array().expect("pieces").iter().map(|piece| piece["at"].clone()).collect::<Vec<_>>()
    };
    let cora = server.sit(&table, 2).await;
    assert_eq!(cora_there.news["scene"]["standing"], before["standing"]);
    assert_eq!(stands(&cora_there.news["scene"]).len(), stands(&cora.news["scene"]).len());
    play(&mut anna_there, &mut ben_there, 3).await;
    drop((anna_there, ben_there, cora_there));
    let mut again = server.sit(&other, 0).await;
    assert_eq!(again.whole_news(0).await["turns"], 3);
    let file = server.web().seat(&other.tokens[2]).get(&other.path("/export")).await.json();
    assert_eq!(server.web().post("/api/v1/tables/import", &file).await.status, 200);
    let mut cheat = toll_gate(false);
    cheat["setup"]["origin"] = file["setup"]["origin"].clone();
    assert_eq!(server.web().post("/api/v1/tables", &cheat).await.status, 400);
    server.close().await;
}

/// Does anything.
struct Sergeant(Fast);

impl General for Sergeant {
    fn name(&self) -> &'static str {
        "sergeant"
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

fn generals() -> Generals {
    let call =
        |name: &str, seed| (name == "sergeant").then(|| Box::new(Sergeant(Fast::seeded(seed))) as Box<dyn General>);
    let rank = server::Rank { name: "sergeant".to_owned(), about: "does anything".to_owned() };
    Generals { ranks: vec![rank], call: Arc::new(call) }
}

async fn a_general_plays_and_people_watch(database: Database) {
    let server = Running::start(server::Config { generals: generals(), ..config(&database) }).await;
    let mut wanted = toll_gate(false);
    wanted["setup"]["seats"][1]["player"] = json!({ "general": "sergeant" });
    wanted["watched"] = json!(true);
    let table = server.make(&wanted).await;
    let looks_on = format!("/api/v1/tables/{}/socket", table.id);
    assert!(crate::common::client::socket(server.address, &looks_on, &[]).await.is_ok(), "anybody may look on");
    let (mut anna, mut dan) = (server.sit(&table, 0).await, server.sit(&table, 2).await);
    let mut moves_of_ben = 0;
    while moves_of_ben < 6 && anna.wait_for_turn().await {
        anna.act().await;
        let pages = anna.whole_news(0).await["pages"].clone();
        let by_ben = |page: &&Value| page["seat"] == 1 && page["note"] == "turn";
        moves_of_ben = pages.as_array().expect("pages").iter().filter(by_ben).count();
    }
    let told = dan.whole_news(0).await;
    assert_eq!(told["pages"].as_array().map(Vec::len), anna.whole_news(0).await["pages"].as_array().map(Vec::len));
    let changes = dan.frames.iter().filter(|frame| frame.contains("\"what\":\"changed\"")).count();
    assert!(changes >= 6, "every decision is seen by itself: {changes}");
    wanted["setup"]["seats"][1]["player"] = json!({ "general": "nobody" });
    assert_eq!(server.web().post("/api/v1/tables", &wanted).await.status, 422);
    server.close().await;
}

async fn people_are_told_that_it_is_their_turn_and_again(database: Database) {
    let hook = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/turn", hook.local_addr().expect("an address"));
    let (heard, mut notices) = tokio::sync::mpsc::unbounded_channel::<String>();
    tokio::spawn(async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        while let Ok((mut stream, _)) = hook.accept().await {
            let mut bytes = vec![0; 4_096];
            let mut length = 0;
            while !String::from_utf8_lossy(&bytes[..length]).contains("your-turn") {
                length += stream.read(&mut bytes[length..]).await.expect("it reads");
            }
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n").await;
            let _ = heard.send(String::from_utf8_lossy(&bytes[..length]).into_owned());
        }
    });
    let server = Running::start(server::Config {
        notices_at_home: true,
        notice_interval: Duration::from_millis(50),
        notice_grace: Duration::from_millis(100),
        public: Some("https://games.example.org".to_owned()),
        ..config(&database)
    })
    .await;
    let table = server.make(&toll_gate(false)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    for token in &table.tokens[..2] {
        let set = server.web().seat(token).put(&table.path("/notices"), &json!({ "webhook": address })).await;
        assert_eq!(set.status, 200, "{}", set.text);
    }
    let mail = server.web().seat(&table.tokens[0]).put(&table.path("/notices"), &json!({ "mail": "a@b.org" })).await;
    assert_eq!(mail.status, 422, "without settings there is no mail: {}", mail.text);
    let again = server.web().seat(&table.tokens[0]).put(&table.path("/notices"), &json!({ "webhook": address })).await;
    assert_eq!(again.status, 200);
    let told = server.web().seat(&table.tokens[0]).get(&table.path("/notices")).await.json();
    assert_eq!((&told["webhook"], &told["mail"], &told["sends_mail"]), (&json!(address), &json!(null), &json!(false)));
    let stranger = server.web().get(&table.path("/notices")).await;
    assert!(stranger.status >= 400 && !stranger.text.contains(&address), "{}", stranger.text);
    play(&mut anna, &mut ben, 8).await;
    let notice =
        tokio::time::timeout(Duration::from_secs(20), notices.recv()).await.expect("in time").expect("a notice");
    assert!(notice.contains(&format!("https://games.example.org/#/battle/{}", table.id)), "{notice}");
    assert!(!notice.contains(&table.tokens[0]) && !notice.contains(&table.tokens[1]), "no token leaves: {notice}");
    server.close().await;
}
