//! Who is asking: a cookie, or the token of a seat.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use table::SeatId;

use crate::clock;
use crate::connection::Peer;
use crate::guard::address_of;
use crate::problem::Problem;
use crate::room::ONLOOKER;
use crate::server::App;
use crate::token;

/// How long a session lasts, in hours: games by mail take weeks.
const SESSION_HOURS: u32 = 24 * 90;

/// What somebody brought along.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    /// Where he comes from.
    pub address: IpAddr,
    /// The token of a seat, given by a program.
    bearer: Option<String>,
    /// The digest of his session's token, whether there is such a session or not.
    cookie: Option<String>,
}

/// A session that is there.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub digest: String,
    /// The account's id and name.
    pub account: Option<(String, String)>,
}

impl FromRequestParts<App> for Who {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<Peer>>().map(|info| info.0.address);
        let headers = &parts.headers;
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer ")).map(|token| token.trim().to_owned());
        let cookie = cookie(headers, cookie_name(app)).map(token::digest);
        Ok(Who { address: address_of(&app.config, headers, peer), bearer, cookie })
    }
}

/// The cookie of a session where the server is reached without TLS.
pub(crate) const PLAIN_COOKIE: &str = "longroll";
/// The same by TLS: browsers keep a cookie of such a name from everything but this very host.
pub(crate) const SECURE_COOKIE: &str = "__Host-longroll";

fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() { SECURE_COOKIE } else { PLAIN_COOKIE }
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
}

impl Who {
    /// His session, if he has one that is not over.
    pub(crate) async fn session(&self, app: &App) -> Result<Option<Session>, Problem> {
        let Some(digest) = &self.cookie else { return Ok(None) };
        let found = app.store.session(digest, clock::now()).await?;
        Ok(found.map(|account| Session { digest: digest.clone(), account }))
    }

    /// His seat at a table: the one he names, or the one he took last.
    pub(crate) async fn seat(&self, app: &App, table: &str, named: Option<u8>) -> Result<SeatId, Problem> {
        if let Some(bearer) = &self.bearer {
            let seat = seat_by_token(app, table, bearer).await?;
            return if named.is_none_or(|named| named == seat.0) { Ok(seat) } else { Err(Problem::not_yours()) };
        }
        if let Some(session) = self.session(app).await? {
            let account = session.account.as_ref().map(|(id, _)| id.as_str());
            let held = app.store.held(&session.digest, account, Some(table)).await?;
            if let Some(held) = held.iter().find(|held| named.is_none_or(|named| named == held.seat)) {
                return Ok(SeatId(held.seat));
            }
        }
        match app.store.is_watched(table).await? {
            Some(true) if named.is_none_or(|named| named == ONLOOKER.0) => Ok(ONLOOKER),
            Some(_) => Err(Problem::not_yours()),
            None => Err(Problem::missing("table")),
        }
    }
}

/// The seat a token is for.
pub(crate) async fn seat_by_token(app: &App, table: &str, token: &str) -> Result<SeatId, Problem> {
    let known = app.store.seat_tokens(table).await?;
    // Every seat is compared, so that the time says nothing about which one it is.
    let fitting =
        known.iter().fold(None, |found, (seat, digest)| if token::fits(token, digest) { Some(*seat) } else { found });
    fitting.map(SeatId).ok_or_else(Problem::not_yours)
}

/// Begins a session, and gives the header that lets a browser keep it.
pub(crate) async fn begin(app: &App, account: Option<String>) -> Result<(String, HeaderValue), Problem> {
    let token = token::secret()?;
    let (digest, now) = (token::digest(&token), clock::now());
    app.store.begin_session(&digest, account, now, now + clock::hours(SESSION_HOURS)).await?;
    Ok((digest, cookie_header(app, &token, SESSION_HOURS * 3_600)))
}

/// The header that makes a browser forget its session.
pub(crate) fn forget(app: &App) -> HeaderValue {
    cookie_header(app, "", 0)
}

fn cookie_header(app: &App, token: &str, seconds: u32) -> HeaderValue {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let name = cookie_name(app);
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    // Tokens are digits and letters, so this is always a header.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}
