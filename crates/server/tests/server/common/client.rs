//! Somebody at a seat, with a socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a socket with these headers, or says with which status it was refused.
pub async fn socket(address: SocketAddr, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
    let mut request = format!("ws://{address}{path}").into_client_request().expect("a request");
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_str(value).expect("a header"));
    }
    match tokio_tungstenite::connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

/// Somebody at a seat, who keeps what he was told.
pub struct Player {
    pub socket: Socket,
    /// The table as he knows it: the first news, and every change since.
    pub news: Value,
    /// Every frame he was ever sent.
    pub frames: Vec<String>,
    number: u64,
}

impl Player {
    pub async fn come(address: SocketAddr, table: &str, token: &str, since: u32) -> Self {
        let path = format!("/api/v1/tables/{table}/socket?since={since}");
        let bearer = format!("Bearer {token}");
        let socket = socket(address, &path, &[("authorization", &bearer)]).await.expect("the seat is his");
        let mut player = Player { socket, news: Value::Null, frames: Vec::new(), number: 0 };
        while player.news.is_null() {
            player.frame().await.expect("he is told how the table stands");
        }
        player
    }

    /// The next frame; nothing when the socket is closed.
    pub async fn frame(&mut self) -> Option<Value> {
        loop {
            let next =
                tokio::time::timeout(Duration::from_secs(30), self.socket.next()).await.expect("something comes");
            match next {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
                    self.learn(&frame);
                    return Some(frame);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    fn learn(&mut self, frame: &Value) {
        match frame["what"].as_str() {
            Some("news") => self.news = frame["news"].clone(),
            Some("changed") => apply(&mut self.news, frame),
            _ => {}
        }
    }

    pub async fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.expect("it is sent");
    }

    /// Asks something and waits for the answer: what the table tells, or the problem.
    pub async fn ask(&mut self, ask: Value) -> Value {
        self.number += 1;
        let number = self.number;
        self.send(json!({ "what": "ask", "number": number, "ask": ask }).to_string()).await;
        loop {
            let frame = self.frame().await.expect("there is an answer");
            if frame["number"] == json!(number) {
                return if frame["what"] == "tell" { frame["tell"].clone() } else { frame };
            }
        }
    }

    /// Asks something that has to be done, and waits until the change has come, too.
    pub async fn must(&mut self, ask: Value) {
        let tell = self.ask(ask.clone()).await;
        assert_eq!(tell["tell"], "done", "{ask}: {tell}");
    }

    /// The news as the server has them, after everything that was sent before.
    pub async fn whole_news(&mut self, since: u32) -> Value {
        self.number += 1;
        let number = self.number;
        self.send(json!({ "what": "news", "number": number, "since": since }).to_string()).await;
        loop {
            let known = self.news.clone();
            let frame = self.frame().await.expect("there are news");
            if frame["what"] == "news" && frame["number"] == json!(number) {
                let told = frame["news"].clone();
                // What he put together himself is what the server knows.
                for key in
                    ["turn", "turns", "scene", "decision", "undo", "clock", "standing", "closed", "chain", "seats"]
                {
                    assert_eq!(known[key], told[key], "{key}");
                }
                return told;
            }
        }
    }

    /// Whether this seat has to do something now.
    pub fn decides(&self) -> bool {
        matches!(self.news["decision"]["decision"].as_str(), Some("your-order" | "yours"))
    }

    /// Waits until this seat has to do something or the battle is over.
    pub async fn wait_for_turn(&mut self) -> bool {
        loop {
            match self.news["decision"]["decision"].as_str() {
                Some("your-order" | "yours") => return true,
                Some("over") => return false,
                _ => drop(self.frame().await.expect("the table goes on")),
            }
        }
    }

    /// Does the first thing that is offered: an order, the first answer, or the lowest dice.
    pub async fn act(&mut self) {
        let before = self.news["chain"].clone();
        let decision = self.news["decision"].clone();
        match (decision["decision"].as_str(), decision["waiting"]["waits-for"].as_str()) {
            (Some("yours"), Some("answer")) => {
                let choice = decision["waiting"]["choices"][0].clone();
                self.must(json!({ "ask": "answer", "choice": choice })).await;
            }
            (Some("yours"), Some("dice")) => {
                let count = decision["waiting"]["count"].as_u64().expect("a count") as usize;
                let faces = vec![decision["waiting"]["low"].clone(); count];
                self.must(json!({ "ask": "throw", "faces": faces })).await;
            }
            _ => {
                let offers = self.ask(json!({ "ask": "offers" })).await["offers"].clone();
                let mut done = false;
                for offer in offers.as_array().expect("offers") {
                    let tell = self.ask(json!({ "ask": "order", "command": offer["command"] })).await;
                    if tell["tell"] == "done" {
                        done = true;
                        break;
                    }
                }
                assert!(done, "none of {offers} can be done");
            }
        }
        // The change follows the answer.
        while self.news["chain"] == before {
            self.frame().await.expect("there is a change");
        }
    }
}

/// Two people play until so many turns count, or the battle is over.
pub async fn play(one: &mut Player, other: &mut Player, turns: u64) {
    loop {
        for player in [&mut *one, &mut *other] {
            while player.decides() && player.news["turns"].as_u64().expect("turns") < turns {
                player.act().await;
            }
        }
        let turn = one.news["turns"].as_u64().expect("turns").max(other.news["turns"].as_u64().expect("turns"));
        if turn >= turns || one.news["decision"]["decision"] == "over" {
            break;
        }
        // One of them has not heard yet what the other did.
        one.whole_news(0).await;
        other.whole_news(0).await;
    }
    one.whole_news(0).await;
    other.whole_news(0).await;
}

/// Makes a change in the news: whatever is not named stays as it was.
fn apply(news: &mut Value, frame: &Value) {
    let empty = Map::new();
    for (key, value) in frame.as_object().unwrap_or(&empty) {
        match key.as_str() {
            "what" | "pages" => {}
            "scene" => apply_scene(&mut news["scene"], value),
            _ => news[key] = value.clone(),
        }
    }
}

/// What is named is as it is now.
fn merge(known: &mut Value, change: &Value) {
    for (key, value) in change.as_object().expect("fields") {
        known[key] = value.clone();
    }
}

fn apply_scene(scene: &mut Value, change: &Value) {
    let empty = Map::new();
    for (key, value) in change.as_object().unwrap_or(&empty) {
        let pieces = scene["pieces"].as_array_mut().expect("pieces");
        match key.as_str() {
            "pieces" => {
                for new in value.as_array().expect("pieces") {
                    pieces.retain(|piece| piece["id"] != new["id"]);
                    pieces.push(new.clone());
                }
                pieces.sort_by_key(|piece| piece["id"].as_u64());
            }
            "changed" => {
                for change in value.as_array().expect("pieces") {
                    let known = pieces.iter_mut().find(|piece| piece["id"] == change["id"]).expect("it is there");
                    merge(known, change);
                }
            }
            "standing" => merge(&mut scene["standing"], value),
            "gone" => pieces.retain(|piece| !value.as_array().expect("numbers").contains(&piece["id"])),
            _ => scene[key] = value.clone(),
        }
    }
}
