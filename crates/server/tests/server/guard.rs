//! Nobody is trusted: what may not be done is refused, what may not be known is not said, and the server goes on.

use std::time::Duration;

use crate::common::client::{Player, play, socket};
use crate::common::{Database, Running, config, seat, toll_gate};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

on_both_stores!(
    hidden_things_never_leave_for_the_wrong_side,
    orders_that_are_written_in_secret_stay_secret,
    a_seat_acts_for_itself_only,
    nonsense_floods_and_giants_are_refused_and_the_server_goes_on,
    nobody_waits_for_half_a_request,
    what_people_write_stays_text,
);

async fn hidden_things_never_leave_for_the_wrong_side(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    let (mut cora, mut dan) = (server.sit(&table, 2).await, server.sit(&table, 3).await);
    ben.must(json!({ "ask": "standing", "orders": { "grey-standing-mark": "grey-answer-mark" } })).await;
    ben.must(json!({ "ask": "say", "text": "grey-whisper-mark", "to": "friends" })).await;
    anna.must(json!({ "ask": "standing", "orders": { "blue-standing-mark": "blue-answer-mark" } })).await;
    anna.must(json!({ "ask": "say", "text": "blue-whisper-mark", "to": "friends" })).await;
    play(&mut anna, &mut ben, 15).await;
    // Everything that may be asked, also what makes no sense, by those who may not know.
    for player in [&mut anna, &mut ben, &mut dan] {
        for ask in [
            json!({ "ask": "view" }),
            json!({ "ask": "story", "turn": 1 }),
            json!({ "ask": "scene", "turn": 0 }),
            json!({ "ask": "offers" }),
            json!({ "ask": "undo", "to": 0 }),
            json!({ "ask": "consent", "yes": false }),
            json!({ "ask": "order", "command": { "do": "nothing" } }),
            json!({ "ask": "correct", "changes": [], "why": "" }),
        ] {
            player.ask(ask).await;
        }
        player.whole_news(0).await;
    }
    cora.whole_news(0).await;
    let exported = server.web().seat(&table.tokens[2]).get(&table.path("/export")).await.json();
    let secret = exported["secret"].as_str().expect("the referee may have it").to_owned();
    let says = |player: &Player, mark: &str| player.frames.iter().any(|frame| frame.contains(mark));
    for (player, own, marks) in [
        (&anna, 0, ["grey-standing-mark", "grey-answer-mark", "grey-whisper-mark"]),
        (&ben, 1, ["blue-standing-mark", "blue-answer-mark", "blue-whisper-mark"]),
        (&dan, 3, ["grey-standing-mark", "blue-answer-mark", "grey-whisper-mark"]),
    ] {
        for mark in marks {
            assert!(!says(player, mark), "seat {own} reads {mark}");
        }
        assert!(!says(player, &secret), "seat {own} reads the secret of the dice");
        assert!(!table.tokens.iter().any(|token| says(player, token)), "seat {own} reads a token");
    }
    assert!(says(&anna, "blue-standing-mark") && says(&ben, "grey-whisper-mark") && says(&cora, "grey-whisper-mark"));
    // The same without a socket.
    for (own, mark) in [(0, "grey-"), (1, "blue-"), (3, "-mark")] {
        for path in ["", "/news", "/export", "/schema"] {
            let answer = server.web().seat(&table.tokens[own]).get(&table.path(path)).await;
            assert!(!answer.text.contains(mark) && !answer.text.contains(&secret), "{path}: {}", answer.text);
        }
    }
    server.close().await;
}

/// Orders of *Line of Battle* are written where the enemy does not see them.
async fn orders_that_are_written_in_secret_stay_secret(database: Database) {
    let server = Running::open(&database).await;
    let mut wanted = toll_gate(false);
    (wanted["rulebook"], wanted["battle"]) = (json!("line-of-battle"), json!("training-mill-creek"));
    let table = server.make(&wanted).await;
    let mut people = [server.sit(&table, 0).await, server.sit(&table, 1).await];
    let mut dan = server.sit(&table, 3).await;
    let mut secrets: [Vec<(String, String)>; 2] = Default::default();
    for _ in 0..60 {
        let acts = usize::from(!people[0].decides());
        if people[acts].news["decision"]["decision"] == "your-order" {
            let offers = people[acts].ask(json!({ "ask": "offers" })).await["offers"].clone();
            let is_secret = |offer: &&Value| {
                ["issue-order", "accept-order", "initiative"].contains(&offer["command"]["do"].as_str().unwrap_or(""))
            };
            let given: Vec<&Value> = offers.as_array().expect("offers").iter().filter(is_secret).collect();
            let mut done = false;
            for offer in given {
                let tell = people[acts].ask(json!({ "ask": "order", "command": offer["command"] })).await;
                if tell["tell"] == "done" {
                    let words = offer["words"].as_str().expect("words").to_owned();
                    let command = offer["command"].to_string();
                    secrets[acts].push((words, command));
                    done = true;
                    break;
                }
            }
            if !done {
                people[acts].act().await;
            }
        } else if people[acts].decides() {
            people[acts].act().await;
        }
        for player in &mut people {
            player.whole_news(0).await;
        }
    }
    assert!(secrets.iter().any(|given| !given.is_empty()), "somebody wrote an order");
    let turns = dan.whole_news(0).await["turns"].as_u64().expect("turns");
    for player in people.iter_mut().chain([&mut dan]) {
        for turn in 1..=turns {
            player.ask(json!({ "ask": "story", "turn": turn })).await;
        }
        player.ask(json!({ "ask": "view" })).await;
    }
    let [anna, ben] = &people;
    for (player, others) in [(anna, vec![1]), (ben, vec![0]), (&dan, vec![0, 1])] {
        for (words, command) in others.iter().flat_map(|other| &secrets[*other]) {
            // The words of an order as JSON writes them.
            let words = Value::from(words.as_str()).to_string();
            let told =
                player.frames.iter().find(|frame| frame.contains(words.trim_matches('"')) || frame.contains(command));
            assert!(told.is_none(), "{words} is told to the wrong side: {told:?}");
        }
    }
    server.close().await;
}

async fn a_seat_acts_for_itself_only(database: Database) {
    let server = Running::open(&database).await;
    let (table, other) = (server.make(&toll_gate(false)).await, server.make(&toll_gate(false)).await);
    let (mut anna, mut ben) = (server.sit(&table, 0).await, server.sit(&table, 1).await);
    let (acts, waits) = if anna.decides() { (0, 1) } else { (1, 0) };
    let offers = if acts == 0 { &mut anna } else { &mut ben }.ask(json!({ "ask": "offers" })).await;
    let order = json!({ "ask": "order", "command": offers["offers"][0]["command"] });
    let tell = if acts == 0 { &mut ben } else { &mut anna }.ask(order.clone()).await;
    assert_eq!(tell["tell"], "refused", "out of turn: {tell}");
    for (token, path, status) in [
        (&table.tokens[waits], format!("/asks?seat={acts}"), 401),
        (&other.tokens[acts], "/asks".to_owned(), 401),
        (&"0".repeat(40), "/asks".to_owned(), 401),
        (&String::new(), "/news".to_owned(), 401),
    ] {
        let answer = server.web().seat(token).post(&table.path(&path), &order).await;
        let answer = if path == "/news" { server.web().seat(token).get(&table.path(&path)).await } else { answer };
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
        assert_eq!(answer.json()["problem"], "not-yours");
    }
    let stranger = socket(server.address, &table.path("/socket"), &[]).await;
    assert_eq!(stranger.err(), Some(401), "nobody looks on where that was not agreed");
    let outside = json!({ "ask": "answer", "choice": "something nobody offered" });
    let tell = server.web().seat(&table.tokens[acts]).post(&table.path("/asks"), &outside).await.json();
    assert_eq!(tell["tell"], "refused", "{tell}");
    let tell = server.web().seat(&table.tokens[acts]).post(&table.path("/asks"), &order).await.json();
    assert_eq!(tell["tell"], "done", "{tell}");

    // Sitting down gives a cookie, and the cookie the seat, until it is said which one.
    let sat = server.web().post(&table.path("/sit"), &json!({ "token": table.tokens[acts] })).await;
    let cookie = sat.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().expect("its value").to_owned();
    let mine = server.web().with("cookie", &cookie);
    assert_eq!(mine.get(&table.path("/news")).await.json()["seat"], acts);
    assert_eq!(mine.get(&table.path(&format!("/news?seat={waits}"))).await.status, 401);
    assert_eq!(mine.get(&other.path("/news")).await.status, 401);
    let evil = mine.with("origin", "https://evil.example.org");
    assert_eq!(evil.post(&table.path("/asks"), &json!({ "ask": "roll" })).await.status, 403);
    let foreign = [("cookie", cookie.as_str()), ("origin", "https://evil.example.org")];
    assert_eq!(socket(server.address, &table.path("/socket"), &foreign).await.err(), Some(403));
    assert!(socket(server.address, &table.path("/socket"), &[("cookie", cookie.as_str())]).await.is_ok());
    server.close().await;
}

async fn nonsense_floods_and_giants_are_refused_and_the_server_goes_on(database: Database) {
    let mut config = config(&database);
    config.limits.per_seat = (30, 5);
    config.limits.per_address = (2_000, 100);
    config.limits.costly_per_address = 3;
    let server = Running::start(config).await;
    let table = server.make(&toll_gate(false)).await;
    let mut anna = server.sit(&table, 0).await;
    for nonsense in [
        "",
        "{",
        "[]",
        "null",
        "{\"what\":\"ask\"}",
        "{\"what\":\"fly\",\"number\":7}",
        "\u{0}",
        "{\"what\":\"ping\",\"number\":-1}",
    ] {
        anna.send(nonsense).await;
        let frame = anna.frame().await.expect("it is answered");
        assert_eq!(
            (frame["what"].as_str(), frame["problem"].as_str()),
            (Some("problem"), Some("senseless")),
            "{nonsense}"
        );
    }
    anna.socket.send(Message::binary(vec![1, 2, 3])).await.expect("it is sent");
    assert_eq!(anna.frame().await.expect("it is answered")["problem"], "senseless");
    let deep = format!("{{\"what\":\"ask\",\"number\":1,\"ask\":{}", "[".repeat(60_000));
    anna.send(deep).await;
    assert_eq!(anna.frame().await.expect("it is answered")["problem"], "senseless");

    // A flood: some are answered, the others are refused, and in the end the socket is closed.
    for number in 0..200 {
        anna.send(json!({ "what": "ping", "number": number }).to_string()).await;
    }
    let mut often = 0;
    while let Some(frame) = anna.frame().await {
        often += u32::from(frame["problem"] == "too-often");
        if frame["what"] == "bye" {
            break;
        }
    }
    assert!(often >= 20, "{often}");

    // A giant closes its own socket only.
    let mut ben = server.sit(&table, 1).await;
    let mut giant = server.sit(&table, 3).await;
    let _ = giant.socket.send(Message::text("x".repeat(3 << 20))).await;
    while giant.frame().await.is_some() {}
    assert_eq!(ben.ask(json!({ "ask": "say", "text": "still here" })).await["tell"], "done");

    let web = server.web().seat(&table.tokens[1]);
    let large = web.post(&table.path("/asks"), &json!({ "ask": "say", "text": "x".repeat(400_000) })).await;
    assert_eq!(large.json()["problem"], "too-large");
    for body in ["", "{", "{\"ask\":\"fly\"}", "[[[["] {
        let web = server.web().seat(&table.tokens[1]).with("content-type", "application/json");
        let answer = web.send("POST", &table.path("/asks"), body).await;
        assert!(answer.json()["do"].is_string() && (400..500).contains(&answer.status), "{}", answer.text);
    }
    let statuses = async {
        let mut statuses = Vec::new();
        for _ in 0..5 {
            statuses.push(server.web().post("/api/v1/tables", &toll_gate(false)).await.status);
        }
        statuses
    };
    assert_eq!(statuses.await.last(), Some(&429), "tables are not made without end");
    for path in ["/api/v1/nothing", "/api/v1/tables/0000", "/api/v1/battles/none", "/api/v1/battles/../x/map.svg"] {
        let answer = server.web().get(path).await;
        assert!(answer.status == 404 && answer.json()["problem"] == "missing", "{path}: {}", answer.text);
    }
    assert_eq!(server.web().get("/health").await.json()["status"], "up");
    server.close().await;
}

/// Whoever begins to say something and does not go on holds nobody up, and a page is only asked for.
async fn nobody_waits_for_half_a_request(database: Database) {
    let mut config = config(&database);
    (config.limits.head_within, config.limits.body_within) = (Duration::from_millis(150), Duration::from_millis(150));
    let server = Running::start(config).await;
    let head =
        "POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{";
    for (half, said) in [("GET /health HTTP/1.1\r\n", ""), (head, "did not come within")] {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.expect("it listens");
        stream.write_all(half.as_bytes()).await.expect("it takes it");
        let mut text = Vec::new();
        let hears = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut text));
        drop(hears.await.expect("the server lets go of it"));
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(text.contains(said), "{half}: {text}");
    }
    assert_eq!(server.web().send("POST", "/", "").await.status, 405);
    assert_eq!(server.web().get("/health").await.status, 200);
    server.close().await;
}

async fn what_people_write_stays_text(database: Database) {
    let server = Running::open(&database).await;
    let mut wanted = toll_gate(false);
    let name = "<img src=x onerror=alert(1)>";
    wanted["setup"]["seats"][0] = seat(name, "union");
    wanted["setup"]["settings"]["title"] = json!("</script><script>alert(1)</script>");
    let table = server.make(&wanted).await;
    let mut anna = server.sit(&table, 0).await;
    anna.must(json!({ "ask": "say", "text": "<b onmouseover=alert(1)>hold</b> \u{202e}&amp;" })).await;
    let news = anna.whole_news(0).await;
    assert_eq!(news["seats"][0]["name"], name, "as it was written, and nothing else");
    assert_eq!(news["pages"][0]["text"], "<b onmouseover=alert(1)>hold</b> \u{202e}&amp;");
    for path in [table.path(""), table.path("/news"), "/".to_owned(), "/table/x".to_owned()] {
        let answer = server.web().seat(&table.tokens[0]).get(&path).await;
        let kind = answer.header("content-type").expect("a kind").to_owned();
        assert!(kind.starts_with("application/json") || !answer.text.contains("onerror"), "{path}: {kind}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("'wasm-unsafe-eval'"), "{policy}");
        assert!(!policy.contains("script-src 'self' 'unsafe-inline'"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    let map = server.web().seat(&table.tokens[0]).get(&table.path("/map.svg")).await;
    assert_eq!((map.status, map.header("content-type")), (200, Some("image/svg+xml")));
    assert!(map.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    server.close().await;
}
