//! "Your turn": by mail and to addresses of the web, and again after the hours of the table's pace.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::http::uri::Authority;
use axum::http::{Uri, header};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::clock;
use crate::config::Config;
use crate::room::again_after;
use crate::server::App;
use crate::store::{Address, Due};

/// How often somebody is told about one decision; after that he does not want to know.
const NOTICES_MAX: i64 = 10;
/// How long an address of the web may take.
const ANSWER_MAX: Duration = Duration::from_secs(10);
/// When a notice is tried again that could not be sent.
const RETRY_HOURS: u32 = 1;

/// What sends notices.
pub(crate) struct Post {
    mail: Option<(AsyncSmtpTransport<Tokio1Executor>, Mailbox)>,
    tls: TlsConnector,
}

impl Post {
    pub(crate) fn new(config: &Config) -> Result<Post, String> {
        let mail = config.mail.as_ref().map(|mail| {
            let transport =
                AsyncSmtpTransport::<Tokio1Executor>::from_url(&mail.server).map_err(|error| error.to_string())?;
            let from: Mailbox = mail.from.parse().map_err(|error| format!("{}: {error}", mail.from))?;
            Ok::<_, String>((transport.build(), from))
        });
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Post { mail: mail.transpose()?, tls: TlsConnector::from(Arc::new(tls)) })
    }
}

/// Looks from time to time who has to be told.
pub(crate) async fn run(app: App, post: Post) {
    let mut ticks = tokio::time::interval(app.config.notice_interval);
    loop {
        ticks.tick().await;
        match app.store.due(clock::now()).await {
            Ok(due) => {
                for due in due {
                    tell(&app, &post, &due).await;
                }
            }
            Err(problem) => tracing::error!(why = problem.why, "nobody is told that it is his turn"),
        }
    }
}

async fn tell(app: &App, post: &Post, due: &Due) {
    let mut failed = false;
    for (seat, addresses) in &due.seats {
        for address in addresses {
            let sent = match address.kind.as_str() {
                "mail" => send_mail(app, post, due, *seat, address).await,
                _ => send_to_web(app, post, due, *seat, &address.address).await,
            };
            let count = if sent.is_ok() { &app.metrics.notices } else { &app.metrics.notices_failed };
            count.fetch_add(1, Relaxed);
            if let Err(error) = sent {
                failed = true;
                tracing::warn!(table = due.table, seat, error, "a notice is not sent");
            }
        }
    }
    let wait = if failed { clock::hours(RETRY_HOURS) } else { again_after(due.setup.settings.pace) };
    let again = if due.noticed + 1 >= NOTICES_MAX { 0 } else { clock::now() + wait };
    if let Err(problem) = app.store.noticed(&due.table, due.notice_at, again).await {
        tracing::error!(why = problem.why, "a notice is not written down");
    }
}

/// The words of a notice: a title, and what follows. Names are people's own words, and stay on one line.
fn words(app: &App, due: &Due, seat: u8) -> (String, String, String) {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = one_line(&due.setup.settings.title);
    let name = due.setup.seats.get(usize::from(seat)).map(|seat| one_line(&seat.name)).unwrap_or_default();
    let link = app.config.link(&format!("/#/battle/{}", due.table));
    (format!("Your turn: {title}"), format!("{name}, it is your turn in \"{title}\"."), link)
}

async fn send_mail(app: &App, post: &Post, due: &Due, seat: u8, address: &Address) -> Result<(), String> {
    let Some((transport, from)) = &post.mail else { return Err("this server sends no mail".to_owned()) };
    let (subject, text, link) = words(app, due, seat);
    let stop = app.config.link(&format!("/api/v1/stop/{}", address.stop));
    let to: Mailbox = address.address.parse().map_err(|error| format!("{error}"))?;
    let message = Message::builder()
        .from(from.clone())
        .to(to)
        .subject(subject)
        .header(ContentType::TEXT_PLAIN)
        .body(format!("{text}\n\n{link}\n\nNo more of these: {stop}\n"))
        .map_err(|error| error.to_string())?;
    transport.send(message).await.map(drop).map_err(|error| error.to_string())
}

/// Whether an address is out in the world: nobody shall make the server knock at doors of its own network.
fn is_abroad(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(four) => {
            let [a, b, ..] = four.octets();
            let is_shared = a == 100 && (64..128).contains(&b);
            !(four.is_private() || four.is_loopback() || four.is_link_local() || four.is_unspecified())
                && !(four.is_broadcast()
                    || four.is_documentation()
                    || four.is_multicast()
                    || is_shared
                    || a == 0
                    || a >= 240)
        }
        IpAddr::V6(six) => {
            let is_own = six.is_loopback() || six.is_unique_local() || six.is_unicast_link_local();
            !(is_own || six.is_unspecified() || six.is_multicast())
        }
    }
}

/// An address of the web that a notice may go to.
pub(crate) fn check_web(address: &str, at_home: bool) -> Result<Uri, String> {
    let uri: Uri = address.parse().map_err(|error| format!("this is no address: {error}"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https"), Some(host)) if address.len() <= 500 => {
            // Where a name leads to is looked up when there is something to tell.
            let place: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
            let is_home =
                host == "localhost" || host.ends_with(".localhost") || place.is_some_and(|place| !is_abroad(place));
            if is_home && !at_home { Err(AT_HOME.to_owned()) } else { Ok(uri) }
        }
        _ => Err("an address begins with https:// or http://, and has 500 characters at most".to_owned()),
    }
}

/// Why nothing is sent to some addresses.
const AT_HOME: &str = "this address belongs to the server's own network";

/// An address of mail that a notice may go to.
pub(crate) fn check_mail(address: &str) -> Result<(), String> {
    let is_short = address.len() <= 200;
    match address.parse::<lettre::Address>() {
        Ok(_) if is_short => Ok(()),
        Ok(_) => Err("an address has 200 characters at most".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

async fn send_to_web(app: &App, post: &Post, due: &Due, seat: u8, address: &str) -> Result<(), String> {
    let uri = check_web(address, app.config.notices_at_home)?;
    let (_, text, link) = words(app, due, seat);
    // Chat rooms read `content` or `text`; programs of one's own read the rest.
    let said = format!("{text} {link}");
    let body = json!({
        "what": "your-turn", "table": due.table, "seat": seat, "title": due.setup.settings.title, "link": link,
        "content": said, "text": said,
    });
    let sending = knock(app.config.notices_at_home, post, &uri, body.to_string());
    tokio::time::timeout(ANSWER_MAX, sending).await.map_err(|_| "nobody answers".to_owned())?
}

async fn knock(at_home: bool, post: &Post, uri: &Uri, body: String) -> Result<(), String> {
    let is_tls = uri.scheme_str() == Some("https");
    let host = uri.host().unwrap_or_default();
    let port = uri.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
    let found = tokio::net::lookup_host((host, port)).await.map_err(|error| error.to_string())?;
    let place: SocketAddr = found.into_iter().find(|place| at_home || is_abroad(place.ip())).ok_or(AT_HOME)?;
    let stream = TcpStream::connect(place).await.map_err(|error| error.to_string())?;
    if is_tls {
        let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
        let stream = post.tls.connect(name, stream).await.map_err(|error| error.to_string())?;
        post_to(TokioIo::new(stream), uri, body).await
    } else {
        post_to(TokioIo::new(stream), uri, body).await
    }
}

async fn post_to<S>(stream: S, uri: &Uri, body: String) -> Result<(), String>
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(stream).await.map_err(|error| error.to_string())?;
    let driving = tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let authority = uri.authority().map(Authority::as_str).unwrap_or_default();
    let request = hyper::Request::post(path)
        .header(header::HOST, authority)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "longroll")
        .body(Full::new(Bytes::from(body)))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(|error| error.to_string());
    driving.abort();
    let status = answer?.status();
    if status.is_success() { Ok(()) } else { Err(format!("it answers {status}")) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn the_house_s_own_network_is_not_abroad() {
        for home in
            ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1", "0.0.0.0"]
        {
            assert!(!is_abroad(home.parse().expect("an address")), "{home}");
        }
        assert!(is_abroad("93.184.216.34".parse().expect("an address")));
        for address in
            ["https://localhost/x", "http://127.0.0.1:22/", "https://10.0.0.1/", "http://[::1]/", "file:///etc/passwd"]
        {
            assert!(check_web(address, false).is_err(), "{address}");
        }
        assert!(
            check_web("http://127.0.0.1/hook", true).is_ok() && check_web("https://example.org/hook", false).is_ok()
        );
        assert!(check_mail("anna@example.org").is_ok() && check_mail("anna\r\nBcc: x").is_err());
    }
}
