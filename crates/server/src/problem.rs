//! What went wrong, and what to do about it: the same for every route and for sockets.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Fault, Refusal};
use schemars::JsonSchema;
use serde::Serialize;
use table::Tell;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The request does not make sense.
    Senseless,
    /// The rules or the table say no.
    Refused,
    /// Nobody is known by this name, or his seat is somebody else's.
    NotYours,
    /// There is no such thing.
    Missing,
    /// It is larger than anything sensible.
    TooLarge,
    /// It was asked too often.
    TooOften,
    /// The request comes from another site's page.
    Foreign,
    /// Somebody was faster, or the name is taken.
    Taken,
    /// The server is closing or busy.
    Later,
    /// Something is broken on the server; it is in the log.
    Broken,
}

impl Kind {
    fn status(self) -> StatusCode {
        match self {
            Kind::Senseless => StatusCode::BAD_REQUEST,
            Kind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::NotYours => StatusCode::UNAUTHORIZED,
            Kind::Missing => StatusCode::NOT_FOUND,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Kind::Foreign => StatusCode::FORBIDDEN,
            Kind::Taken => StatusCode::CONFLICT,
            Kind::Later => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// What went wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Problem {
    /// What kind of thing.
    pub problem: Kind,
    /// What exactly: lower case, no full stop.
    pub why: String,
    /// What to do about it.
    #[serde(rename = "do")]
    pub advice: String,
    /// Every reason, where the rules or the table say no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// Every mistake, where data are broken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

impl Problem {
    pub(crate) fn new(problem: Kind, why: impl Into<String>, advice: impl Into<String>) -> Self {
        Problem { problem, why: why.into(), advice: advice.into(), refusal: None, faults: Vec::new() }
    }

    pub(crate) fn senseless(why: impl Into<String>, advice: impl Into<String>) -> Self {
        Problem::new(Kind::Senseless, why, advice)
    }

    pub(crate) fn missing(what: &str) -> Self {
        Problem::new(Kind::Missing, format!("there is no such {what}"), "look at the list of what there is")
    }

    pub(crate) fn not_yours() -> Self {
        Problem::new(
            Kind::NotYours,
            "nobody sits here with what you brought",
            "open the link of your seat again, or log in",
        )
    }

    pub(crate) fn too_often() -> Self {
        Problem::new(Kind::TooOften, "this comes too often", "wait some seconds and ask again")
    }

    pub(crate) fn later() -> Self {
        Problem::new(Kind::Later, "the table is not at hand just now", "ask again in a moment: nothing is lost")
    }

    /// Something is broken here: the log says what, whoever asked is not told.
    pub(crate) fn broken(what: &str, error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "{what}");
        Problem::new(
            Kind::Broken,
            "something went wrong on the server",
            "try again; whoever runs it finds it in the log",
        )
    }

    pub(crate) fn of_faults(faults: Vec<Fault>, advice: &str) -> Self {
        let why = faults.iter().map(|fault| fault.reason.as_str()).take(3).collect::<Vec<_>>().join("; ");
        Problem { faults, ..Problem::senseless(why, advice) }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let why = refusal.to_string();
        Problem { refusal: Some(refusal), ..Problem::new(Kind::Refused, why, "change what is named and ask again") }
    }
}

impl From<Tell> for Problem {
    fn from(tell: Tell) -> Self {
        match tell {
            Tell::Refused { refusal } => refusal.into(),
            Tell::Fault { fault } => {
                let advice = if fault.hint.is_empty() { "mend what is named".to_owned() } else { fault.hint.clone() };
                Problem::of_faults(vec![fault], &advice)
            }
            _ => Problem::senseless("this is no answer to what was asked", "ask for something else"),
        }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        Problem::broken("the system gives no random numbers", &error)
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        Problem::broken("the store does not answer", &error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let often = self.problem == Kind::TooOften;
        let mut response = (self.problem.status(), Json(self)).into_response();
        if often {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
