//! What comes in with a request.

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::{Kind, Problem};
use crate::server::App;

/// Something that is read from JSON.
pub(crate) trait Asked: DeserializeOwned {
    /// Whether it may bring a battle or a whole game along.
    const IS_UPLOAD: bool = false;
}

/// The body of a request.
pub(crate) struct Body<T>(pub T);

impl<T: Asked> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.starts_with("application/json") {
            return Err(Problem::senseless("the body is not said to be JSON", "send Content-Type: application/json"));
        }
        let limits = &app.config.limits;
        let most = if T::IS_UPLOAD { limits.upload_bytes } else { limits.body_bytes };
        let comes = tokio::time::timeout(limits.body_within, axum::body::to_bytes(request.into_body(), most));
        let bytes = comes
            .await
            .map_err(|_| {
                let why = format!("the body did not come within {} seconds", limits.body_within.as_secs_f32());
                Problem::senseless(why, "send it at once, or by a faster line")
            })?
            .map_err(|_| {
                let why = format!("the body did not come, or has more than {most} bytes");
                Problem::new(Kind::TooLarge, why, "send less")
            })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            Problem::senseless(format!("the body does not read: {error}"), "compare it with the OpenAPI document")
        })
    }
}

/// The query of a request.
pub(crate) struct Looks<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Looks<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        match Query::<T>::from_request_parts(parts, app).await {
            Ok(Query(looks)) => Ok(Looks(looks)),
            Err(error) => Err(Problem::senseless(error.to_string(), "compare the query with the OpenAPI document")),
        }
    }
}
