//! Routes, and what holds for every request: limits, own forms only, safe headers.

mod actions;
mod again;
mod asker;
pub mod assets;
mod builder;
#[cfg(test)]
pub mod bytes;
mod clock;
mod coach;
mod cost;
pub mod create;
pub mod door;
pub mod download;
mod elsewhere;
mod fair;
mod forms;
mod game;
mod gzip;
mod import;
mod join;
mod kept;
mod learn;
mod legal;
mod library;
pub mod limit;
mod live;
mod lobby;
mod matchups;
mod me;
mod mine;
mod named;
mod news;
mod operator;
pub mod play;
mod position;
mod practice;
pub mod problem;
mod puzzles;
mod replay;
mod report;
mod seat;
pub mod settings;
#[cfg(test)]
mod signs;
pub mod site;
pub mod talk;
mod tidy;

use crate::changed::Changes;
use crate::fetch::Fetch;
use crate::lobby::board::Board;
use crate::lobby::matcher::Seen;
use crate::matchups::Matchups;
use crate::owner::Registry;
use crate::pages;
use crate::people::People;
use crate::pool::{Class, Pool, Undone};
use crate::pulse::Pulse;
use crate::secret;
use crate::world::World;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use cost::Cost;
use create::{Creations, Labs};
use door::Door;
use limit::{Budgets, Limits, Meter};
use live::Streams;
use problem::Problem;
use seat::Visitor;
use site::Site;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Health;
use tokio::sync::watch;
use tokio::time::timeout;

/// What every handler can use.
#[derive(Clone)]
pub struct App {
    /// Cards and decks.
    pub world: Arc<World>,
    /// The games.
    pub registry: Arc<Registry>,
    /// Where thinking is done.
    pub pool: Arc<Pool>,
    /// How late the server is.
    pub pulse: Arc<Pulse>,
    /// The visitors.
    pub people: Arc<People>,
    /// The tables set up lately.
    pub creations: Arc<Creations>,
    /// The lab tables of visitors.
    pub labs: Arc<Labs>,
    /// Whether and how lists come from other servers.
    pub fetch: Fetch,
    /// Cards whose files have changed.
    pub changes: Arc<Changes>,
    /// How decks do against those of the server.
    pub matchups: Arc<Matchups>,
    /// How the table is reached.
    pub door: Arc<Door>,
    /// What is switched on for the public.
    pub site: Arc<Site>,
    /// Who was seen waiting in the lobby.
    pub seen: Arc<Seen>,
    /// What the lobby shows.
    pub board: Arc<Board>,
    /// The limits.
    pub limits: Limits,
    /// What visitors may still ask for.
    pub budgets: Arc<Budgets>,
    /// Counts new games.
    pub games: Arc<Meter>,
    /// Counts what players say to each other.
    pub words: Arc<Meter>,
    /// Counts live streams.
    pub streams: Arc<Streams>,
    /// Turns true when the server stops.
    pub stopped: watch::Receiver<bool>,
}

impl App {
    /// Does heavy work for a visitor, beside the tasks that answer requests.
    pub async fn heavy<T: Send + 'static>(
        &self,
        class: Class,
        visitor: &Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        self.pool.work(class, visitor.counted_as(), work).await
    }
}

impl App {
    /// What every handler of a server can use.
    pub fn new(
        registry: Arc<Registry>,
        pool: Arc<Pool>,
        pulse: Arc<Pulse>,
        limits: Limits,
        door: Door,
        site: Site,
        stopped: watch::Receiver<bool>,
    ) -> App {
        let node = registry.node();
        App {
            people: Arc::new(People::new(node.store.clone(), node.clock)),
            world: node.world.clone(),
            registry,
            pool,
            pulse,
            creations: Arc::default(),
            labs: Arc::default(),
            fetch: Fetch::default(),
            changes: Arc::default(),
            matchups: Arc::default(),
            door: Arc::new(door),
            site: Arc::new(site),
            seen: Arc::default(),
            board: Arc::default(),
            limits,
            budgets: Arc::new(Budgets::new(limits.budget, limits.per_second)),
            games: Arc::new(Meter::new(limits.games, limits.games_per_second)),
            words: Arc::new(Meter::new(limits.words, limits.words_per_second)),
            streams: Arc::default(),
            stopped,
        }
    }
}

/// All routes.
pub fn router(app: App) -> Router {
    let with_decks = Router::new()
        .route("/play", post(play::play))
        .route("/decks/own", post(library::own_deck))
        .route("/decks/sheet", post(library::sheet))
        .route("/decks/chances", post(library::chances))
        .route("/decks/file", post(library::deck_file))
        .route("/decks/matchups", post(matchups::start))
        .route("/decks/save", post(kept::save))
        .route("/lobby", get(lobby::lobby).post(lobby::seek))
        .route("/decks/build", get(builder::empty).post(builder::pressed));
    Router::new()
        .route("/", get(start))
        .route("/health", get(ready))
        .route("/health/ready", get(ready))
        .route("/health/live", get(alive))
        .route("/assets/{name}", get(assets::asset))
        .route("/t/{game}", get(game::table))
        .route("/live", get(live::live))
        .route("/t/{game}/events", get(game::events))
        .route("/t/{game}/again-from", get(game::again))
        .route("/t/{game}/text", get(game::text))
        .route("/t/{game}/log", get(game::log))
        .route("/t/{game}/report", get(report::report).post(report::file))
        .route("/t/{game}/hand", get(play::by_hand).post(actions::hand))
        .route("/t/{game}/end", get(game::end))
        .route("/t/{game}/moments", get(game::moments))
        .route("/t/{game}/card/{token}", get(game::card))
        .route("/t/{game}/pile/{role}", get(game::pile))
        .route("/t/{game}/moves", get(game::moves))
        .route("/t/{game}/commit", post(fair::commit))
        .route("/t/{game}/reveal", post(fair::reveal))
        .route("/t/{game}/words", post(fair::words))
        .route("/t/{game}/promise", get(fair::promise_file))
        .route("/t/{game}/answer", post(actions::answer))
        .route("/t/{game}/go-on", post(actions::go_on))
        .route("/t/{game}/hold", post(actions::hold))
        .route("/t/{game}/silence", post(actions::silence))
        .route("/t/{game}/undo", post(actions::undo))
        .route("/t/{game}/agree", post(actions::agree))
        .route("/t/{game}/abandon", post(actions::abandon))
        .route("/t/{game}/concede", post(actions::concede))
        .route("/t/{game}/draw", post(actions::draw))
        .route("/t/{game}/abort", post(actions::abort))
        .route("/t/{game}/claim", post(actions::claim))
        .route("/t/{game}/wishes", post(actions::wishes))
        .route("/t/{game}/coach", post(actions::coach))
        .route("/t/{game}/hint", post(actions::hint))
        .route("/t/{game}/screen", post(actions::screen))
        .route("/t/{game}/say", post(talk::say))
        .route("/t/{game}/opponent", get(talk::about).post(talk::change))
        .route("/picture/{set}/{image}", get(assets::picture))
        .route("/t/{game}/again", post(again::again))
        .route("/t/{game}/invite", get(play::invite).post(play::invite_anew))
        .route("/join/{secret}", get(join::invitation_page).post(join::join))
        .route("/watch", get(lobby::watch))
        .route("/lobby/live", get(lobby::waits::live))
        .route("/fair", get(fair::about))
        .route("/me", get(me::me))
        .route("/me/key", post(me::keep))
        .route("/me/use", post(me::use_key))
        .route("/me/others", post(me::sign_out))
        .route("/me/unblock", post(talk::unblock))
        .route("/me/name", post(me::name))
        .route("/me/games", get(mine::games))
        .route("/me/data", get(mine::data))
        .route("/me/forget", get(mine::before).post(mine::forget))
        .route("/operator", get(operator::desk).post(operator::sign_in))
        .route("/operator/settle", post(operator::settle))
        .route("/key/{key}", get(me::link))
        .route("/r/{game}", get(replay::replay))
        .route("/r/{game}/events", get(replay::events))
        .route("/r/{game}/continue", post(replay::go_on))
        .route("/r/{game}/file", get(download::file))
        .route("/r/{game}/verify", get(download::verify))
        .route("/learn", get(learn::learn))
        .route("/learn/page", get(library::how_to_play))
        .route("/learn/{lesson}", post(learn::start))
        .route("/learn/practice", get(practice::practice))
        .route("/learn/practice/keywords", get(practice::keyword).post(practice::keyword_answer))
        .route("/learn/practice/{drill}", get(practice::ask).post(practice::answer))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/next", get(puzzles::next))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzles/storm", get(puzzles::storm).post(puzzles::begin_storm))
        .route("/puzzles/{id}", get(puzzles::puzzle).post(puzzles::answer))
        .route("/cards", get(library::cards))
        .route("/card", get(library::card))
        .route("/decks", get(library::decks))
        .route("/decks/{slug}", get(library::deck))
        .route("/decks/{slug}/{form}", get(library::deck_form))
        .route("/decks/matchups/{key}", get(matchups::table))
        .route("/decks/kept/{id}", get(kept::deck))
        .route("/decks/kept/{id}/{form}", get(kept::form))
        .route("/decks/kept/{id}/share", post(kept::share))
        .route("/decks/kept/{id}/forget", post(kept::forget))
        .route("/keywords", get(library::keywords))
        .route("/rules", get(library::rules))
        .route("/odds", get(library::odds))
        .route("/lab", get(library::lab))
        .route("/judge", get(library::judge))
        .route("/judge/table", get(library::judge_table))
        .route("/lab/table", post(play::scratch))
        .merge(with_decks)
        // How large a form may be is looked at before it is read (`whole`).
        .layer(DefaultBodyLimit::disable())
        .fallback(nothing)
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(from_fn(gzip::packed))
        .with_state(app)
}

async fn start(State(app): State<App>, visitor: Visitor) -> Result<Html<String>, Problem> {
    let games = match &visitor.holder {
        Some(holder) => app.registry.node().store.games_of(holder).await?,
        None => Vec::new(),
    };
    let learned = learn::learned(&app, &visitor).await?;
    let decks = kept::of(&app, &visitor).await?;
    Ok(pages::start::start(&app.world, &games, &decks, &learned, secret::request()?, app.site.public))
}

/// Whether the server works: its store has written lately, and it isn't far behind. Load balancers and restarts ask this.
async fn ready(State(app): State<App>) -> (StatusCode, String) {
    let health = app.registry.node().store.health().borrow().clone();
    let why = match health {
        _ if *app.stopped.borrow() || app.registry.node().others.is_draining() => {
            Some("the server is stopping".to_string())
        }
        Health::Ill(why) => Some(why),
        Health::Well => app.pulse.in_words(),
    };
    let well = why.is_none();
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let (live, streams) = (app.registry.awake(), app.registry.node().metrics.streams.get());
    let body = serde_json::json!({ "ok": well, "live": live, "streams": streams, "why": why });
    (status, body.to_string())
}

/// Whether the process answers at all.
async fn alive() -> &'static str {
    "ok"
}

/// The counts for Prometheus, on an address of their own.
pub fn metrics(registry: Arc<Registry>, pool: Arc<Pool>) -> Router {
    let text = move || {
        let counts = registry.node().metrics.text(registry.awake(), &registry.owners(), &pool.waiting());
        std::future::ready(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0")], counts))
    };
    Router::new().route("/metrics", get(text))
}

/// Whether somebody asks just how the server is. A proxy that looks after its servers asks under the names that it has for
/// them, and nothing here is a secret.
fn asks_for_health(method: &Method, path: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
        && matches!(path, "/health" | "/health/ready" | "/health/live")
}

async fn nothing() -> Problem {
    Problem::not_found("There’s no such page.")
}

/// What holds for every answer: nothing is loaded from elsewhere, framed or guessed.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// How long a client may take to send a form.
const FORM: Duration = Duration::from_secs(15);

/// The request with its whole body: nobody else waits for a client that sends a letter a minute.
async fn whole(request: Request) -> Result<Request, Problem> {
    let (parts, body) = request.into_parts();
    match timeout(FORM, to_bytes(body, cost::largest(&parts.uri))).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(_)) => Err(Problem::too_large()),
        Err(_) => Err(Problem::slow()),
    }
}

/// How long somebody who asks too much waits for being told so: whoever asks again at once, again and again, costs next
/// to nothing.
const REFUSED: Duration = Duration::from_millis(100);

async fn may_ask(app: &App, visitor: &Visitor, cost: Cost) -> Result<(), Problem> {
    if app.budgets.draw(visitor, cost, Instant::now()) {
        return Ok(());
    }
    app.registry.node().metrics.refused.inc();
    tokio::time::sleep(REFUSED).await;
    Err(Problem::too_much("That was too much at once. Wait a moment and try again."))
}

async fn guard(
    State(app): State<App>,
    visitor: Result<Visitor, Problem>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let started = Instant::now();
    let mut hosts = request.headers().get_all("host").iter();
    let tried = elsewhere::tried(request.headers());
    let (host, another) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next());
    let mut response = if another.is_some() {
        // Whoever stands in front might have looked at the other one.
        Problem::bad("The request asks for two tables at once.").into_response()
    } else if !app.door.knows(host) && !asks_for_health(&method, &path) {
        Problem::unknown_name().into_response()
    } else if method == Method::POST && !seat::is_own_form(request.headers()) {
        Problem::forbidden("The form came from another site.").into_response()
    } else {
        let cost = Cost::of(&method, request.uri());
        let allowed = match visitor {
            Ok(visitor) => may_ask(&app, &visitor, cost).await,
            Err(problem) => Err(problem),
        };
        match allowed {
            Ok(()) => match whole(request).await {
                Ok(request) => next.run(request).await,
                Err(problem) => problem.into_response(),
            },
            Err(problem) => problem.into_response(),
        }
    };
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE {
        response =
            (StatusCode::PAYLOAD_TOO_LARGE, pages::problem("Too large", "That’s more than a form can hold."))
                .into_response();
    }
    if let Some(lesson) = response.extensions_mut().remove::<game::Lesson>() {
        lesson.keep(&*app.registry.node().store).await;
    }
    if let Some(problem) = Problem::of_unreadable(&response) {
        response = problem.into_response();
    }
    elsewhere::send_on(&mut response, &method, tried, app.door.is_secure());
    let cached = ["/assets/", "/picture/"].iter().any(|start| path.starts_with(start))
        && response.status().is_success();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    let cache = if cached { "public, max-age=600" } else { "no-store" };
    headers.entry("cache-control").or_insert(HeaderValue::from_static(cache));
    let (status, took) = (response.status().as_u16(), started.elapsed());
    app.registry.node().metrics.answered(route.as_ref().map_or("none", MatchedPath::as_str), status, took);
    let micros = took.as_micros();
    // Invitations and keys are secrets: their addresses are not written down.
    let path = ["/join", "/key"].into_iter().find(|start| path.starts_with(start)).unwrap_or(&path);
    tracing::debug!(%method, path, status, micros, "request");
    response
}
