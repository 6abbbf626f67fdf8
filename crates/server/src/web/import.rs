//! A list by its address: of this server, or of another where that is switched on.

use super::App;
use super::kept::{missing, visible};
use super::library::OwnDeck;
use super::problem::Problem;
use super::seat::Visitor;
use axum::http::{HeaderMap, Uri};
use cards::deck::Kind;

/// The form with the list that its address leads to; as it is, if it has none.
pub async fn found(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    form: OwnDeck,
) -> Result<OwnDeck, Problem> {
    let address = form.address.trim();
    if address.is_empty() {
        return Ok(form);
    }
    // What comes after the hash is of no use to servers.
    let address = address.split('#').next().unwrap_or_default();
    let own = app.door.link(headers);
    let path = address.strip_prefix(&own).unwrap_or(address);
    let (name, list) = if path.starts_with('/') && !path.starts_with("//") {
        here(app, visitor, path).await?
    } else {
        let uri: Uri = address.parse().map_err(|_| Problem::bad("That isn’t an address."))?;
        let fetched = app.fetch.list(&file_of(&uri)).await;
        let fetched =
            fetched.map_err(|why| Problem::bad(format!("There’s no deck from that address: {why}.")))?;
        (fetched.name, fetched.list)
    };
    let name = if form.name.trim().is_empty() { name } else { form.name };
    Ok(OwnDeck { name, list, address: String::new() })
}

/// A deck of this server, by its path or the path of one of its forms.
async fn here(app: &App, visitor: &Visitor, path: &str) -> Result<(String, String), Problem> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    match parts[..] {
        ["decks", "kept", id] | ["decks", "kept", id, _] => {
            let (kept, _) = visible(app, visitor, id).await?;
            let wanted = query.split('&').find_map(|pair| pair.strip_prefix("v="));
            let place = match wanted {
                None => kept.versions.len().checked_sub(1),
                Some(number) => number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)),
            };
            let version = place.and_then(|place| kept.versions.into_iter().nth(place)).ok_or_else(missing)?;
            Ok((version.name, version.list))
        }
        ["decks", slug] | ["decks", slug, _] => {
            let offer =
                app.world.known(slug).ok_or_else(|| Problem::not_found("There’s no such deck here."))?;
            let list = String::from_utf8_lossy(&offer.list.write(Kind::List)).into_owned();
            Ok((offer.name.clone(), list))
        }
        _ => Err(Problem::bad("No deck has that address here. A deck’s is the one of its page.")),
    }
}

/// Where a page of a deck on another server of our kind has its file.
fn file_of(uri: &Uri) -> Uri {
    let path = uri.path().trim_end_matches('/');
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let is_page = matches!(parts[..], ["decks", "kept", _] | ["decks", _]) && Kind::of_name(path).is_none();
    if !is_page {
        return uri.clone();
    }
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let mut of_file = uri.clone().into_parts();
    of_file.path_and_query = format!("{path}/txt{query}").parse().ok();
    Uri::from_parts(of_file).unwrap_or_else(|_| uri.clone())
}
