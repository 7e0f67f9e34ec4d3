//! Who may come in, how often, and from where.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::connection::Peer;
use crate::problem::{Kind, Problem};
use crate::server::App;

/// LIMIT: buckets before those that are full again are forgotten.
const BUCKETS_MAX: usize = 20_000;

/// Buckets that fill up again: how often somebody may do something.
pub(crate) struct Buckets<K> {
    most: f64,
    per_second: f64,
    left: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> Buckets<K> {
    pub(crate) fn new(most: u32, per_second: f64) -> Self {
        Buckets { most: most.into(), per_second, left: Mutex::default() }
    }

    /// Whether somebody may do it once more.
    pub(crate) fn allows(&self, who: K) -> bool {
        let now = Instant::now();
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |(left, at): (f64, Instant)| {
            self.most.min(left + self.per_second * now.saturating_duration_since(at).as_secs_f64())
        };
        if left.len() >= BUCKETS_MAX {
            left.retain(|_, bucket| filled(*bucket) < self.most);
        }
        let bucket = left.entry(who).or_insert((self.most, now));
        let now_left = filled(*bucket);
        *bucket = (if now_left >= 1.0 { now_left - 1.0 } else { now_left }, now);
        now_left >= 1.0
    }
}

/// A seat at a table, or an onlooker from somewhere, for counting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Asker {
    pub table: Arc<str>,
    pub seat: u8,
    /// Only where there is no seat.
    pub address: Option<IpAddr>,
}

/// What keeps the crowd in order.
pub(crate) struct Guard {
    addresses: Buckets<IpAddr>,
    costly: Buckets<IpAddr>,
    pub seats: Buckets<Asker>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
    sockets_max: u32,
}

impl Guard {
    pub(crate) fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Guard {
            addresses: Buckets::new(limits.per_address.0, limits.per_address.1.into()),
            costly: Buckets::new(limits.costly_per_address, 0.05),
            seats: Buckets::new(limits.per_seat.0, limits.per_seat.1.into()),
            sockets: Mutex::default(),
            sockets_max: limits.sockets_per_address,
        }
    }

    /// Refuses what costs much and comes too often: passwords tried, accounts and tables made.
    pub(crate) fn spend(&self, address: IpAddr) -> Result<(), Problem> {
        if self.costly.allows(address) { Ok(()) } else { Err(Problem::too_often()) }
    }

    /// Counts a socket of an address until what comes back is dropped.
    pub(crate) fn socket(self: &Arc<Self>, address: IpAddr) -> Result<SocketPlace, Problem> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(address).or_default();
        if *count >= self.sockets_max {
            let advice = "close some of them and come again";
            return Err(Problem::new(Kind::TooOften, "too many sockets are open from where you are", advice));
        }
        *count += 1;
        Ok(SocketPlace { guard: Arc::clone(self), address })
    }
}

/// A socket's place among those of its address.
pub(crate) struct SocketPlace {
    guard: Arc<Guard>,
    address: IpAddr,
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut sockets = self.guard.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}

/// Where a request comes from. Of an address of the sixth version the half that names the network counts: one person has all
/// of the rest.
pub(crate) fn address_of(config: &Config, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
    let told = || headers.get("x-forwarded-for")?.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok();
    let proxied = if config.behind_proxy { told() } else { None };
    let address = proxied.or(peer.map(|peer| peer.ip())).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)),
        four => four,
    }
}

/// Whether a page of another site is behind a request. Programs that are no browsers name no origin and carry no cookies.
fn is_foreign(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let Ok(origin) = origin.to_str() else { return true };
    if config.public.as_deref().is_some_and(|public| public.trim_end_matches('/') == origin) {
        return false;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.split_once("://").map(|(_, host)| host);
    from.is_none() || from != host
}

/// Stands before every request.
pub(crate) async fn stand(State(app): State<App>, request: Request, next: Next) -> Response {
    app.metrics.requests.fetch_add(1, Relaxed);
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.address);
    let headers = request.headers();
    let address = address_of(&app.config, headers, peer);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = headers.contains_key(header::UPGRADE);
    let path = request.uri().path().to_owned();
    let is_map = path.ends_with(".svg");
    let response = if (changes || upgrades) && is_foreign(&app.config, headers) {
        let advice = "use the page of this server, or a program of your own";
        Problem::new(Kind::Foreign, "this comes from a page of another site", advice).into_response()
    } else if path.starts_with("/api/") && !app.guard.addresses.allows(address) {
        app.metrics.too_often.fetch_add(1, Relaxed);
        Problem::too_often().into_response()
    } else {
        next.run(request).await
    };
    if response.status().is_client_error() || response.status().is_server_error() {
        app.metrics.problems.fetch_add(1, Relaxed);
        tracing::debug!(path, status = response.status().as_u16(), "a problem");
    }
    with_manners(in_words(response, &path), &app.config, &path, is_map)
}

/// A refusal that says what to do, whoever refused.
fn in_words(response: Response, path: &str) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !path.starts_with("/api/") || response.status().as_u16() < 400 || kind.starts_with("application/json") {
        return response;
    }
    match response.status() {
        StatusCode::NOT_FOUND => Problem::missing("route").into_response(),
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(Kind::TooLarge, "this is too large", "send less").into_response(),
        status => {
            let why = status.canonical_reason().unwrap_or("this cannot be").to_lowercase();
            let mut response = Problem::senseless(why, "compare the request with the OpenAPI document").into_response();
            *response.status_mut() = status;
            response
        }
    }
}

/// What every page and answer says about itself. A map is a picture with a style of its own, and nothing else.
const PAGE_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self' ws: wss:; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const MAP_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

fn with_manners(mut response: Response, config: &Config, path: &str, is_map: bool) -> Response {
    let headers = response.headers_mut();
    let mut say = |name: HeaderName, value: &'static str| drop(headers.insert(name, HeaderValue::from_static(value)));
    say(header::CONTENT_SECURITY_POLICY, if is_map { MAP_POLICY } else { PAGE_POLICY });
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::X_FRAME_OPTIONS, "DENY");
    say(header::REFERRER_POLICY, "no-referrer");
    say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    say(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()");
    if config.is_secure() {
        say(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if path.starts_with("/api/") && !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let buckets = Buckets::new(3, 1_000.0);
        let allowed = (0..5).filter(|_| buckets.allows(1)).count();
        assert!((3..=4).contains(&allowed), "{allowed}");
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(buckets.allows(1) && buckets.allows(2));
    }

    #[test]
    fn only_pages_of_this_server_change_anything() {
        let config = Config { public: Some("https://games.example.org".to_owned()), ..Config::default() };
        let foreign = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
            is_foreign(&config, &headers)
        };
        assert!(!foreign("localhost:1863", Some("http://localhost:1863")) && !foreign("localhost:1863", None));
        assert!(!foreign("inside:80", Some("https://games.example.org")));
        assert!(foreign("localhost:1863", Some("https://evil.example.org")) && foreign("localhost:1863", Some("null")));
        assert!(foreign("localhost:1863", Some("http://localhost:1864")));
    }
}
