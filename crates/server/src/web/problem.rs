//! What went wrong, as a page that says so.

use crate::owner::Refusal;
use crate::pages;
use crate::people::Unissued;
use crate::pool::Undone;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use store::StoreError;

/// Something that can't be done.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    what: String,
}

/// On an answer: the game is at another server.
#[derive(Clone, Copy, Debug)]
pub struct AtAnother;

const ELSEWHERE: &str =
    "This game goes on under newer rules on another server. Load the page again to get there.";

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

    /// The request asks for a table of another name.
    pub fn unknown_name() -> Problem {
        Problem {
            status: StatusCode::MISDIRECTED_REQUEST,
            what: "This table doesn’t go by that name. Whoever runs it can name it with --public-url.".into(),
        }
    }

    /// More than a form can hold.
    pub fn too_large() -> Problem {
        Problem { status: StatusCode::PAYLOAD_TOO_LARGE, what: "That’s more than a form can hold.".into() }
    }

    /// The client takes too long.
    pub fn slow() -> Problem {
        Problem { status: StatusCode::REQUEST_TIMEOUT, what: "The form took too long to arrive.".into() }
    }

    /// A request that couldn't be read, and was refused with a few words of the program's own: people get a page.
    pub fn of_unreadable(response: &Response) -> Option<Problem> {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_some_and(|kind| kind.starts_with("text/html")) {
            return None;
        }
        let what = match response.status() {
            StatusCode::BAD_REQUEST => {
                "The address isn’t one of this table’s: something in it can’t be read."
            }
            StatusCode::METHOD_NOT_ALLOWED => "This page can’t be asked for in that way.",
            StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => {
                "Something in the form is missing or can’t be read."
            }
            _ => return None,
        };
        Some(Problem { status: response.status(), what: what.into() })
    }

    /// Whether another server has the game.
    pub fn is_elsewhere(&self) -> bool {
        self.status == StatusCode::MISDIRECTED_REQUEST && self.what == ELSEWHERE
    }

    /// The server takes no new tables.
    pub fn leaving() -> Problem {
        Problem {
            status: StatusCode::SERVICE_UNAVAILABLE,
            what: "This server is about to be replaced and takes no new tables. Load the page again in a moment.".into(),
        }
    }

    /// The position has changed meanwhile.
    pub fn conflict(what: impl Into<String>) -> Problem {
        Problem { status: StatusCode::CONFLICT, what: what.into() }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        tracing::error!(%error, "the store");
        Problem {
            status: StatusCode::SERVICE_UNAVAILABLE,
            what: "The server can’t read or save games right now. Nothing was lost; try again.".into(),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let wait = |what: &str| Problem { status: StatusCode::SERVICE_UNAVAILABLE, what: what.into() };
        match refusal {
            Refusal::Stale => Problem::conflict("The game has moved on: that question has been answered."),
            Refusal::NotAsked => Problem::forbidden("It’s not your turn to decide."),
            Refusal::NoSuchChoice => Problem::bad("That isn’t one of your choices."),
            Refusal::NothingBack => Problem::conflict("There’s nothing to take back."),
            Refusal::NobodyAsks => Problem::conflict("Nobody has asked you for that any more."),
            Refusal::NoSeat => Problem::forbidden("You don’t have a seat at this table."),
            Refusal::HandOver => Problem::conflict("Hand the screen over first."),
            Refusal::Taken => Problem::conflict("Someone else sat down first."),
            Refusal::SitsAlready => Problem::forbidden(
                "You’re already sitting at this table. Send the link to a friend, or open it in another browser.",
            ),
            Refusal::Alone => Problem::conflict("There’s nobody to talk to here."),
            Refusal::Plays => Problem::forbidden("You play here: those who watch talk among themselves."),
            Refusal::Frozen => Problem::conflict(
                "The cards or rules have changed since this was played. Undo to play on from here.",
            ),
            Refusal::Ended => Problem::conflict("This game was ended without a result."),
            Refusal::OtherSecret => {
                Problem::conflict("This seat has committed to another secret, perhaps from another browser.")
            }
            Refusal::Untimely => Problem::conflict("The game has moved on: this isn’t the time for that."),
            Refusal::Missing => Problem::not_found("There’s no such game."),
            Refusal::Unreadable(error) => Problem {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                what: format!("This game can’t be continued: {error}"),
            },
            Refusal::Elsewhere => {
                Problem { status: StatusCode::MISDIRECTED_REQUEST, what: ELSEWHERE.into() }
            }
            Refusal::Busy | Refusal::Resting => wait("The table is busy. Try again in a moment."),
            Refusal::NotDone => {
                wait("The server can’t save games right now, so nothing was done. Try again in a moment.")
            }
            Refusal::NotKnown => {
                wait("The server doesn’t know yet whether that was saved. Look at the table again in a moment.")
            }
            Refusal::Broken => Problem {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                what: "The game stumbled over that, so nothing was done. Try something else, or take a move back."
                    .into(),
            },
        }
    }
}

impl From<Undone> for Problem {
    fn from(undone: Undone) -> Problem {
        match undone {
            Undone::TooMuch => {
                Problem::too_much("You’ve asked for a lot at once. Wait a moment and try again.")
            }
            Undone::Failed => Problem {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                what: "That page can’t be drawn. Nothing has changed.".into(),
            },
        }
    }
}

impl From<Unissued> for Problem {
    fn from(unissued: Unissued) -> Problem {
        match unissued {
            Unissued::Store(error) => error.into(),
            Unissued::Random(error) => error.into(),
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
            StatusCode::SERVICE_UNAVAILABLE => "Not right now",
            status if status.is_server_error() => "Something went wrong",
            _ => "That doesn’t work",
        };
        let mut response = (self.status, pages::problem(title, &self.what)).into_response();
        if matches!(self.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.is_elsewhere() {
            response.extensions_mut().insert(AtAnother);
        }
        response
    }
}
