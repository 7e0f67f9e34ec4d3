//! Requests, one connection each: enough of HTTP for a test.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Somebody who makes requests.
#[derive(Clone)]
pub struct Web {
    address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

impl Web {
    pub fn new(address: SocketAddr) -> Self {
        Web { address, headers: Vec::new() }
    }

    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.push((name.to_owned(), value.to_owned()));
        other
    }

    pub fn seat(&self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.with("content-type", "application/json").send("POST", path, &body.to_string()).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.with("content-type", "application/json").send("PUT", path, &body.to_string()).await
    }

    pub async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        self.try_send(method, path, body).await.expect("the server answers")
    }

    /// The same with a server that may be gone.
    pub async fn try_send(&self, method: &str, path: &str, body: &str) -> Option<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        let mut stream = TcpStream::connect(self.address).await.ok()?;
        stream.write_all(head.as_bytes()).await.ok()?;
        // A server that refuses need not read all of a body.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        read(&bytes)
    }
}

/// What came back; nothing if it is not whole.
fn read(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(header).collect();
    let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, length)| length.parse().ok());
    let body = if is_chunked { unchunk(&bytes[end + 4..])? } else { bytes[end + 4..].to_vec() };
    if length.is_some_and(|length: usize| length != body.len()) {
        return None;
    }
    Some(Answer { status: status?, headers, text: String::from_utf8_lossy(&body).into_owned() })
}

fn unchunk(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|window| window == b"\r\n")?;
        let size = usize::from_str_radix(String::from_utf8_lossy(&bytes[..end]).trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(bytes.get(end + 2..end + 2 + size)?);
        bytes = bytes.get(end + 2 + size + 2..)?;
    }
}
