//! The stage: where the player of the browser (`assets/player.js`) tells what happens, event by event. Without a script it
//! stays empty.

use maud::{Markup, html};

/// In the place of the question, while something is shown.
pub fn stage() -> Markup {
    html! {
        section.scene id="stage" hidden aria-label="What happens" {
            div.stage-cards aria-hidden="true" {}
            div.stage-told { p.eyebrow {} p.sentence {} }
            ol.stage-line aria-hidden="true" {}
            div.transport role="group" aria-label="Playback" {
                button.btn type="button" data-do="back" aria-label="One back" { "‹" }
                button.btn type="button" data-do="toggle" aria-label="Pause" { "❚❚" }
                button.btn type="button" data-do="step" aria-label="One on" { "›" }
                button.btn type="button" data-do="attack" { "Next attack" }
                button.btn type="button" data-do="turn" { "Next turn" }
                button.btn type="button" data-do="skip" { "Skip " kbd { "any key" } }
            }
        }
    }
}

/// Over everything: what moves, and whether there is a connection.
pub fn layer() -> Markup {
    html! {
        div id="fx" aria-hidden="true" {}
        p.wire id="wire" role="status" hidden {}
        // They are always there, and receive only what is new.
        p.vh id="asked" role="status" {}
        p.toast id="toast" role="status" {}
    }
}
