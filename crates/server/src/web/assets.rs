//! Style sheets, the script and the mark, built in; pictures of the players' folders.

use super::App;
use super::problem::Problem;
use crate::pictures::LARGEST;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

const ALL: [(&str, &str, &str); 18] = [
    ("table.css", "text/css; charset=utf-8", include_str!("../../assets/table.css")),
    ("pages.css", "text/css; charset=utf-8", include_str!("../../assets/pages.css")),
    ("stage.css", "text/css; charset=utf-8", include_str!("../../assets/stage.css")),
    ("rooms.css", "text/css; charset=utf-8", include_str!("../../assets/rooms.css")),
    ("light.css", "text/css; charset=utf-8", include_str!("../../assets/light.css")),
    ("text.js", "text/javascript; charset=utf-8", include_str!("../../assets/text.js")),
    ("theme.js", "text/javascript; charset=utf-8", include_str!("../../assets/theme.js")),
    ("sound.js", "text/javascript; charset=utf-8", include_str!("../../assets/sound.js")),
    ("builder.js", "text/javascript; charset=utf-8", include_str!("../../assets/builder.js")),
    ("morph.js", "text/javascript; charset=utf-8", include_str!("../../assets/morph.js")),
    ("motion.js", "text/javascript; charset=utf-8", include_str!("../../assets/motion.js")),
    ("player.js", "text/javascript; charset=utf-8", include_str!("../../assets/player.js")),
    ("replay.js", "text/javascript; charset=utf-8", include_str!("../../assets/replay.js")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../../assets/table.js")),
    ("live.js", "text/javascript; charset=utf-8", include_str!("../../assets/live.js")),
    ("promise.js", "text/javascript; charset=utf-8", include_str!("../../assets/promise.js")),
    ("rooms.js", "text/javascript; charset=utf-8", include_str!("../../assets/rooms.js")),
    ("mark.svg", "image/svg+xml", include_str!("../../assets/mark.svg")),
];

/// All of them in twelve digits: a page that was drawn with others is loaded anew.
pub fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        ALL.hash(&mut hasher);
        format!("{:012x}", hasher.finish() >> 16)
    })
}

/// One of them.
pub async fn asset(Path(name): Path<String>) -> Result<Response, Problem> {
    let found = ALL.iter().find(|(own, _, _)| *own == name);
    let (_, kind, content) = found.ok_or_else(|| Problem::not_found("There’s no such file."))?;
    Ok(([(CONTENT_TYPE, *kind)], *content).into_response())
}

/// A picture of the players' folders.
pub async fn picture(
    State(app): State<App>,
    Path((set, image)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let missing = || Problem::not_found("There’s no such picture.");
    let (file, kind) = app.world.pictures.find(&set, &image).ok_or_else(missing)?;
    let file = file.to_path_buf();
    let read = tokio::task::spawn_blocking(move || {
        let small = std::fs::metadata(&file).is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
        if small { std::fs::read(&file).ok() } else { None }
    });
    let content = read.await.ok().flatten().ok_or_else(missing)?;
    Ok(([(CONTENT_TYPE, kind)], content).into_response())
}
