//! `dejarik keyword`: the glossary.

use super::{Answer, Done};
use crate::output::{BOLD, Cell, FAINT, Out, TERM, WARN, count, paint};
use serde_json::{Value, json};
use vocab::keyword::{Lookup, Nature, Parameter};
use vocab::rulebook::Rule;
use vocab::{Edition, Keyword};

/// Shows one keyword, or the table of all.
pub fn run(out: &mut Out, name: &[String], edition: Edition, as_json: bool) -> Done {
    if name.is_empty() {
        return table(out, edition, as_json);
    }
    let typed = name.join(" ");
    let near = match Keyword::find(&typed) {
        Lookup::Found(keyword) => {
            if as_json {
                out.json(&value(keyword, edition))?;
            } else {
                show(out, keyword, edition)?;
            }
            return Ok(Answer::Yes);
        }
        Lookup::Near(near) => near,
    };
    if as_json {
        out.json(&json!({ "found": null, "near": near }))?;
    } else if near.is_empty() {
        out.line(format!("There's no keyword `{typed}`. `dejarik keyword` lists them all."))?;
    } else {
        let names: Vec<&str> = near.iter().map(|keyword| keyword.name()).collect();
        out.line(format!("Which one do you mean by `{typed}`? {}", names.join(", ")))?;
    }
    Ok(Answer::No)
}

fn table(out: &mut Out, edition: Edition, as_json: bool) -> Done {
    let keywords: Vec<Keyword> = Keyword::of(edition).collect();
    if as_json {
        let values: Vec<Value> = keywords.iter().map(|keyword| value(*keyword, edition)).collect();
        out.json(&values)?;
        return Ok(Answer::Yes);
    }
    let rows: Vec<Vec<Cell>> = keywords
        .iter()
        .map(|keyword| {
            let row = keyword.row();
            vec![
                Cell::new(keyword.heading()).style(TERM),
                Cell::new(row.class.map_or("-".into(), |class| format!("{class:?}").to_lowercase())),
                Cell::new(nature(row.nature)),
                Cell::new(gist(keyword.definition(edition).unwrap_or_default())),
            ]
        })
        .collect();
    out.table(&["keyword", "several", "nature", "what it does"], &rows)?;
    out.gap()?;
    let total = count(keywords.len(), "keyword", "keywords");
    out.line(paint(
        FAINT,
        &format!("{total}, edition {edition}. `dejarik keyword NAME` shows one with its rulings."),
    ))?;
    Ok(Answer::Yes)
}

/// The first sentence.
fn gist(definition: &str) -> String {
    definition.split_inclusive(". ").next().unwrap_or_default().trim().to_string()
}

const fn nature(nature: Nature) -> &'static str {
    match nature {
        Nature::Static => "static",
        Nature::StaticWithTrigger => "static, triggered",
        Nature::Activated => "activated",
        Nature::Triggered => "triggered",
    }
}

fn show(out: &mut Out, keyword: Keyword, edition: Edition) -> std::io::Result<()> {
    let row = keyword.row();
    out.line(paint(BOLD, &keyword.heading()))?;
    let class = row.class.map_or("no class".into(), |class| {
        format!("{} ({})", format!("{class:?}").to_lowercase(), class.meaning())
    });
    out.paragraph("", &format!("{}; {class}", nature(row.nature)))?;
    out.line(format!("acts in: {}", row.step.name()))?;
    out.line(format!("works in: {}", row.works_in.names().join(", ")))?;
    for limit in keyword.limits(edition) {
        out.line(format!("limit: {}", limit.meaning()))?;
    }
    if row.parameter == Parameter::None && keyword.in_play() != keyword {
        out.line(format!("plays as: {}", keyword.in_play()))?;
    }
    out.gap()?;
    match keyword.definition(edition) {
        Some(definition) => out.paragraph("  ", definition)?,
        None => {
            let note = format!("The sheets don't have {keyword}; this is the current definition.");
            out.paragraph("  ", &paint(WARN, &note))?;
            out.paragraph("  ", row.definition)?;
        }
    }
    out.gap()?;
    let is_newer = keyword.definition(edition).is_none();
    out.line(paint(FAINT, if is_newer { "Rulings of the current edition" } else { "Rulings" }))?;
    for ruling in keyword.rulings() {
        let number = format!("  {:<8} ", ruling.number.to_string());
        match keyword.replaced(ruling.number, edition) {
            None => out.hanging(&number, "           ", &ruling.text)?,
            Some(row) => {
                out.hanging(&number, "           ", &paint(FAINT, &ruling.text))?;
                out.paragraph("           ", &paint(WARN, &format!("not on the sheets: see {row} below")))?;
            }
        }
    }
    if !keyword.differences().is_empty() {
        out.gap()?;
        out.line(paint(FAINT, "Editions"))?;
        for difference in keyword.differences() {
            let number = format!("  {:<8} ", difference.rule.to_string());
            out.hanging(&number, "           ", &format!("sheets: {}", difference.sheets))?;
            out.paragraph("           ", &format!("current: {}", difference.current))?;
            out.paragraph("           ", &format!("in play: {}", difference.in_play))?;
        }
    }
    Ok(())
}

/// The heading and the definition, without rulings.
pub fn define(out: &mut Out, keyword: Keyword, edition: Edition) -> std::io::Result<()> {
    let definition = keyword.definition(edition).unwrap_or(keyword.row().definition);
    out.hanging("  ", "  ", &format!("{} {definition}", paint(TERM, &format!("{}:", keyword.heading()))))
}

fn value(keyword: Keyword, edition: Edition) -> Value {
    let row = keyword.row();
    let ruling = |rule: &Rule| {
        json!({
            "rule": rule.number,
            "text": rule.text,
            "replaced_by": keyword.replaced(rule.number, edition),
        })
    };
    let rulings: Vec<Value> = keyword.rulings().iter().map(ruling).collect();
    json!({
        "name": keyword,
        "heading": keyword.heading(),
        "edition": edition,
        "class": row.class,
        "nature": row.nature,
        "parameter": row.parameter,
        "step": row.step,
        "works_in": row.works_in,
        "limits": keyword.limits(edition).collect::<Vec<_>>(),
        "plays_as": keyword.in_play(),
        "definition": keyword.definition(edition),
        "rulings": rulings,
        "differences": keyword.differences(),
    })
}
