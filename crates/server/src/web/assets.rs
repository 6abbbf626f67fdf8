//! Style sheets, the script and the mark, built in.

use super::problem::Problem;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

const ALL: [(&str, &str, &str); 4] = [
    ("table.css", "text/css; charset=utf-8", include_str!("../../assets/table.css")),
    ("pages.css", "text/css; charset=utf-8", include_str!("../../assets/pages.css")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../../assets/table.js")),
    ("mark.svg", "image/svg+xml", include_str!("../../assets/mark.svg")),
];

/// One of them.
pub async fn asset(Path(name): Path<String>) -> Result<Response, Problem> {
    let found = ALL.iter().find(|(own, _, _)| *own == name);
    let (_, kind, content) = found.ok_or_else(|| Problem::not_found("There is no such file."))?;
    Ok(([(CONTENT_TYPE, *kind)], *content).into_response())
}
