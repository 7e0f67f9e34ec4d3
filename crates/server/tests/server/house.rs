//! What there is, accounts, words for the dice, and what the house says of itself.

use std::collections::BTreeMap;

use crate::common::{Database, Running, Table, config, toll_gate};
use serde_json::{Value, json};

on_both_stores!(
    what_there_is_can_be_looked_at,
    an_account_has_its_seats_from_everywhere,
    everybody_adds_a_word_before_the_first_order,
    a_battle_and_house_rules_can_be_brought_along,
    the_house_describes_itself,
    a_study_goes_on_and_can_be_ended,
    two_servers_do_not_share_a_store,
);

async fn two_servers_do_not_share_a_store(database: Database) {
    let first = Running::open(&database).await;
    let second = server::Server::start(config(&database)).await.err().expect("the second is refused").to_string();
    assert!(second.contains("another server keeps its tables in"), "{second}");
    first.close().await;
    Running::open(&database).await.close().await;
}

async fn what_there_is_can_be_looked_at(database: Database) {
    let server = Running::open(&database).await;
    let web = server.web();
    let books = web.get("/api/v1/rulebooks").await.json();
    let elephant =
        books.as_array().expect("a list").iter().find(|book| book["rulebook"] == "elephant").expect("it is there");
    assert!(elephant["plays_battles"] == true && elephant["switches"].is_array());
    let battles = web.get("/api/v1/battles").await.json();
    assert!(battles.as_array().expect("a list").len() >= 6);
    let gate = web.get("/api/v1/battles/training-toll-gate").await.json();
    assert!(gate["played_by"].as_array().expect("a list").contains(&json!("elephant")), "{gate}");
    assert!(gate["sides"][0]["men"].as_u64() > Some(100) && gate["history"].is_string(), "{gate}");
    let bare = web.get("/api/v1/battles/training-toll-gate/map.svg?bare=true").await.text;
    let yards =
        (gate["ground"]["north"].as_i64().expect("an edge") - gate["ground"]["south"].as_i64().expect("one")) / 9_144;
    assert!(bare.contains("data-north") && !bare.contains("id=\"unit-"), "the ground alone");
    assert!(bare.contains(&format!(" {yards}\"")), "as high as it is, in yards: {yards}");
    for style in ["?style=nato", "?rulebook=line-of-battle", "?rulebook=elephant&style=stands", ""] {
        let map = web.get(&format!("/api/v1/battles/training-toll-gate/map.svg{style}")).await;
        assert!(map.status == 200 && map.text.contains("<svg"), "{style}");
    }
    assert_eq!(web.get("/api/v1/battles/training-toll-gate/map.svg?style=cubist").await.status, 400);
    server.close().await;
}

async fn an_account_has_its_seats_from_everywhere(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let cookie = |answer: &crate::common::web::Answer| {
        answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()).expect("a cookie").to_owned()
    };
    let sat = server.web().post(&table.path("/sit"), &json!({ "token": table.tokens[1] })).await;
    let phone = server.web().with("cookie", &cookie(&sat));
    let ben = json!({ "name": "Ben Hardin", "password": "correct horse battery" });
    let registered = phone.post("/api/v1/accounts", &ben).await;
    assert_eq!(registered.json()["name"], "Ben Hardin", "{}", registered.text);
    let again = json!({ "name": "ben hardin ", "password": "another password" });
    assert_eq!(server.web().post("/api/v1/accounts", &again).await.status, 409);
    let short = server.web().post("/api/v1/accounts", &json!({ "name": "Cora", "password": "short" })).await;
    assert_eq!(short.status, 400);
    // A name with something invisible in it would pass for another's.
    for name in ["Ben\u{200b} Hardin", "\u{202e}nidraH neB", "\u{2800}\u{2800}"] {
        let sham =
            server.web().post("/api/v1/accounts", &json!({ "name": name, "password": "correct horse battery" })).await;
        assert_eq!(sham.status, 400, "{name:?}");
    }
    for wrong in [
        json!({ "name": "Ben Hardin", "password": "correct horse" }),
        json!({ "name": "Nobody", "password": "correct horse" }),
    ] {
        assert_eq!(server.web().post("/api/v1/session", &wrong).await.status, 401);
    }
    let laptop = server.web().post("/api/v1/session", &ben).await;
    let laptop = server.web().with("cookie", &cookie(&laptop));
    let mine = laptop.get("/api/v1/session/tables").await.json();
    assert_eq!((mine[0]["table"].as_str(), mine[0]["seat"].as_u64()), (Some(table.id.as_str()), Some(1)), "{mine}");
    assert_eq!(mine[0]["title"], "The toll gate");
    assert_eq!(laptop.get(&table.path("/news")).await.json()["seat"], 1);
    assert_eq!(laptop.send("DELETE", "/api/v1/session", "").await.status, 200);
    assert_eq!(laptop.get("/api/v1/session").await.json()["name"], Value::Null);
    assert_eq!(laptop.get(&table.path("/news")).await.status, 401);
    server.close().await;
}

async fn everybody_adds_a_word_before_the_first_order(database: Database) {
    let server = Running::open(&database).await;
    let table = server.make(&toll_gate(false)).await;
    let word = |token: &str, word: &str| {
        let (web, path, body) = (server.web().seat(token), table.path("/word"), json!({ "word": word }));
        async move { web.put(&path, &body).await }
    };
    let before = server.web().seat(&table.tokens[0]).get(&table.path("")).await.json();
    assert!(
        before["has_begun"] == false && before["commitment"].as_str().is_some_and(|text| text.len() == 64),
        "{before}"
    );
    assert_eq!(word(&table.tokens[0], "a mule").await.status, 200);
    assert_eq!(word(&table.tokens[1], "two mules").await.status, 200);
    let mut anna = server.sit(&table, 0).await;
    assert_ne!(anna.news["chain"], before["news"]["chain"], "the words are in the game");
    anna.must(json!({ "ask": "say", "text": "now" })).await;
    assert_eq!(word(&table.tokens[0], "a horse").await.status, 422, "too late");
    server.close().await;
}

async fn a_battle_and_house_rules_can_be_brought_along(database: Database) {
    let server = Running::open(&database).await;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/training-toll-gate");
    let read = |name: &str| (name.to_owned(), std::fs::read_to_string(path.join(name)).expect("the file is there"));
    let files: BTreeMap<String, String> = ["battle.toml", "ground.geojson"].map(read).into();
    let mut wanted = toll_gate(false);
    wanted.as_object_mut().expect("a table").remove("battle");
    wanted["folder"] = json!({ "name": "our-gate", "files": files });
    let books = server.web().get("/api/v1/rulebooks").await.json();
    let elephant =
        books.as_array().expect("a list").iter().find(|book| book["rulebook"] == "elephant").expect("it is there");
    if let Some(switch) = elephant["switches"].as_array().expect("a list").first() {
        let other = switch["choices"].as_array().expect("choices").iter().find(|choice| **choice != switch["default"]);
        wanted["house"] =
            json!({ "switches": { switch["switch"].as_str().expect("a name"): other.expect("another") } });
    }
    let table = server.make(&wanted).await;
    let mut anna = server.sit(&table, 0).await;
    let news = anna.whole_news(0).await;
    assert!(news["scene"]["pieces"].is_array());
    wanted["folder"]["files"]["battle.toml"] = json!("name = 3");
    let refused = server.web().post("/api/v1/tables", &wanted).await;
    assert!(refused.status == 400 && refused.json()["faults"][0]["line"].is_u64(), "{}", refused.text);
    wanted["folder"] = json!({ "name": "../etc", "files": files });
    assert_eq!(server.web().post("/api/v1/tables", &wanted).await.status, 400);
    wanted["folder"] = json!({ "name": "fine", "files": files });
    wanted["house"] = json!({ "switches": { "no-such-switch": "on" } });
    assert_eq!(server.web().post("/api/v1/tables", &wanted).await.status, 400);
    let _: &Table = &table;
    server.close().await;
}

async fn the_house_describes_itself(database: Database) {
    let server = Running::open(&database).await;
    let web = server.web();
    let document = web.get("/api/v1/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    for (path, methods) in paths {
        let plain = path.replace("{table}", "0000").replace("{battle}", "none").replace("{stop}", "0000");
        for method in methods.as_object().expect("methods").keys() {
            let answer = web.send(&method.to_uppercase(), &plain, "").await;
            assert_ne!(answer.status, 405, "{method} {path} is in the document and not on the server");
            assert!(!answer.text.contains("no such route"), "{method} {path} is in the document and not on the server");
            assert!(answer.status < 500, "{method} {path}: {}", answer.text);
        }
    }
    server.make(&toll_gate(false)).await;
    let metrics = web.get("/metrics").await.text;
    assert!(
        metrics.contains("longroll_requests_total") && metrics.contains("longroll_commit_seconds_bucket"),
        "{metrics}"
    );
    assert_eq!(web.get("/health").await.json()["tables"], 1);
    let page = web.get("/").await;
    assert!(page.status == 200 && page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    let astray = web.with("accept", "text/html,*/*;q=0.8").get("/table/0123").await;
    assert!(astray.status == 404 && astray.text.contains("<a href=\"/\">"), "people are led back: {}", astray.text);
    for path in ["/missing.js", "/table/0123"] {
        assert_eq!(web.get(path).await.json()["problem"], "missing", "{path}");
    }
    let session = &document["components"]["securitySchemes"]["session-by-tls"];
    assert_eq!(session["name"], "__Host-longroll");
    server.close().await;
}

async fn a_study_goes_on_and_can_be_ended(database: Database) {
    let rank = server::Rank { name: "recruit".to_owned(), about: "anything".to_owned() };
    let generals = server::Generals { ranks: vec![rank], ..server::Generals::default() };
    let server = Running::start(server::Config { generals, ..config(&database) }).await;
    let web = server.web();
    let mut wanted = json!({
        "battle": "training-toll-gate", "rulebook": "elephant", "battles": 3, "generals": ["recruit", "recruit"],
    });
    let begun = web.post("/api/v1/studies", &wanted).await;
    assert_eq!(begun.status, 200, "{}", begun.text);
    let path = format!("/api/v1/studies/{}", begun.json()["study"].as_str().expect("a name"));
    let mut page = web.get(&path).await.json();
    while page["state"] == "running" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        page = web.get(&path).await.json();
    }
    assert_eq!((page["state"].as_str(), page["fought"].as_u64()), (Some("done"), Some(3)), "{page}");
    assert_eq!(page["results"]["findings"]["battles"], 3, "{page}");

    wanted["battles"] = json!(10_000);
    let long = web.post("/api/v1/studies", &wanted).await.json();
    let path = format!("/api/v1/studies/{}", long["study"].as_str().expect("a name"));
    assert_eq!(web.send("DELETE", &path, "").await.status, 200);
    while web.get(&path).await.json()["state"] == "running" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(web.get(&path).await.json()["state"], "cancelled");
    wanted["generals"] = json!(["nobody", "recruit"]);
    assert_eq!(web.post("/api/v1/studies", &wanted).await.status, 422);
    wanted["battles"] = json!(0);
    assert_eq!(web.post("/api/v1/studies", &wanted).await.status, 400);
    assert_eq!(web.get("/api/v1/studies/none").await.status, 404);
    server.close().await;
}
