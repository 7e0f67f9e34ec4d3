//! The client inside the binary.

use axum::Json;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

/// What was built of the client before the server was.
#[derive(RustEmbed)]
#[folder = "../../web/dist/"]
#[allow_missing = true]
struct Client;

const NO_CLIENT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Long Roll</title>\
    <h1>Long Roll</h1><p>The server is up. There is no page in this program, because the page was not built before it: \
    <code>make play</code> builds both. What programs may ask for is at <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></html>";

/// For people who followed a link that leads nowhere; programs are told by a [`Problem`].
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Long Roll</title>\
    <h1>There is no such page</h1><p>Tables and charts all begin <a href=\"/\">at the front door</a>.</p></html>";

/// A file of the client. All of its pages are one file: what follows the # in their addresses never comes here.
pub(crate) async fn show(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let problem =
            Problem::senseless("nothing is done here", "ask for pages with GET; for the rest see /api/v1/openapi.json");
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")], Json(problem)).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Problem::missing("route").into_response();
    }
    let wanted = if path.is_empty() { "index.html" } else { path };
    if let Some(response) = file(wanted, &headers) {
        return response;
    }
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    if wanted == "index.html" {
        return (html, NO_CLIENT).into_response();
    }
    let reads_pages = headers.get(header::ACCEPT).is_some_and(|kinds| {
        kinds.to_str().is_ok_and(|kinds| kinds.split(',').any(|kind| kind.trim().starts_with("text/html")))
    });
    if reads_pages {
        (StatusCode::NOT_FOUND, html, NO_PAGE).into_response()
    } else {
        Problem::missing("page").into_response()
    }
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    // Next to a file may stand smaller ones, packed when the client was built.
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let packed = [("br", "br"), ("gz", "gzip")].into_iter().find_map(|(ending, coding)| {
        let taken = accepts.split(',').any(|accepted| accepted.trim().split(';').next() == Some(coding));
        let file = taken.then(|| Client::get(&format!("{path}.{ending}"))).flatten()?;
        Some((file, Some(coding)))
    });
    let (file, coding) = packed.or_else(|| Client::get(path).map(|file| (file, None)))?;
    let tag = format!("\"{}\"", tag_of(&file));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| {
        known.to_str().is_ok_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag))
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(file.data.into_owned()))
    };
    let mut say = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    say(header::CONTENT_TYPE, kind_of(path));
    say(header::ETAG, &tag);
    say(header::VARY, "accept-encoding");
    say(
        header::CACHE_CONTROL,
        if is_named_by_content(path) { "public, max-age=31536000, immutable" } else { "no-cache" },
    );
    if let Some(coding) = coding {
        say(header::CONTENT_ENCODING, coding);
    }
    Some(response)
}

fn tag_of(file: &EmbeddedFile) -> String {
    file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the name of a file changes with its content: builders put such files into `assets`.
fn is_named_by_content(path: &str) -> bool {
    path.starts_with("assets/")
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
