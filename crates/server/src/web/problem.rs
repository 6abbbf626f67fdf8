//! What went wrong, as a page that says so.

use crate::hub::HubError;
use crate::pages;
use crate::store::StoreError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Something that can't be done.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    what: String,
}

impl Problem {
    /// There is no such page or game.
    pub fn not_found(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::NOT_FOUND, what: what.into() }
    }

    /// The request cannot be understood.
    pub fn bad(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::BAD_REQUEST, what: what.into() }
    }

    /// The visitor may not do this.
    pub fn forbidden(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::FORBIDDEN, what: what.into() }
    }

    /// The visitor asks too much.
    pub fn too_much(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::TOO_MANY_REQUESTS, what: what.into() }
    }

    /// The position has changed meanwhile.
    pub fn conflict(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::CONFLICT, what: what.into() }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        tracing::error!(%error, "storage");
        Problem {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            what: "The server can’t read or save games right now. Nothing was lost; try again.".into(),
        }
    }
}

impl From<HubError> for Problem {
    fn from(error: HubError) -> Problem {
        match error {
            HubError::Store(error) => error.into(),
            HubError::Stale => Problem::conflict("The game has moved on: that question has been answered."),
            HubError::NotAsked => Problem::forbidden("It’s not your turn to decide."),
            HubError::NoSuchChoice => Problem::bad("That isn’t one of your choices."),
            HubError::NothingBack => Problem::conflict("There’s nothing to take back."),
            HubError::Scratch(reason) => Problem::bad(reason),
            HubError::Replay(_) | HubError::Setup(_) => {
                tracing::error!(%error, "a stored game");
                Problem { status: StatusCode::INTERNAL_SERVER_ERROR, what: error.to_string() }
            }
        }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Problem {
        tracing::error!(%error, "no randomness");
        Problem {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            what: "The system has no random numbers to give, so no fair game can start.".into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        tracing::info!(status = self.status.as_u16(), what = self.what, "refused");
        let title = match self.status {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::FORBIDDEN => "You can’t do that",
            StatusCode::TOO_MANY_REQUESTS => "Slow down",
            StatusCode::CONFLICT => "Too late",
            status if status.is_server_error() => "Something went wrong",
            _ => "That doesn’t work",
        };
        (self.status, pages::problem(title, &self.what)).into_response()
    }
}
