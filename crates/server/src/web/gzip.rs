//! Packed answers, for those who can unpack them. The live stream is never packed: what waits to be packed comes late.

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Less than this isn't worth it.
const SMALL: u64 = 400;
/// More than this is packed beside the tasks that answer requests.
const LARGE: usize = 128 << 10;

/// Whether the client unpacks gzip.
fn accepts(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// Whether an answer gets shorter.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    match kind {
        "text/event-stream" => false,
        "application/json" | "application/javascript" | "image/svg+xml" => true,
        other => other.starts_with("text/"),
    }
}

/// Packs bytes.
pub fn pack(bytes: &[u8], level: Compression) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    packer.write_all(bytes)?;
    packer.finish()
}

/// Packs answers.
pub async fn packed(request: Request, next: Next) -> Response {
    let wanted = accepts(request.headers());
    let mut response = next.run(request).await;
    if !is_text(response.headers()) || response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    // Only what is there as a whole is packed.
    if !wanted || response.body().size_hint().exact().is_none_or(|length| length < SMALL) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let packed = if bytes.len() > LARGE {
        let whole = bytes.clone();
        tokio::task::spawn_blocking(move || pack(&whole, Compression::fast())).await.ok().and_then(Result::ok)
    } else {
        pack(&bytes, Compression::fast()).ok()
    };
    let Some(packed) = packed.filter(|packed| packed.len() < bytes.len()) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(packed.len()));
    Response::from_parts(parts, Body::from(Bytes::from(packed)))
}

#[cfg(test)]
mod tests {
    use super::{accepts, is_text, pack};
    use axum::http::header::{ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
    use flate2::Compression;
    use std::io::Read;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn what_is_packed_comes_out_as_it_was() {
        let text = "the same words again and again, ".repeat(200);
        let packed = pack(text.as_bytes(), Compression::fast()).expect("packed");
        assert!(packed.len() < text.len() / 10, "{} bytes", packed.len());
        let mut back = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut back).expect("unpacked");
        assert_eq!(back, text);
    }

    #[test]
    fn only_those_who_ask_get_it_and_never_the_live_stream() {
        for (line, wanted) in
            [("gzip, br", true), ("br;q=1.0, GZIP;q=0.5", true), ("gzip;q=0", false), ("br", false)]
        {
            assert_eq!(accepts(&headers(ACCEPT_ENCODING, line)), wanted, "{line}");
        }
        assert!(!accepts(&HeaderMap::new()));
        for (kind, wanted) in [
            ("text/html; charset=utf-8", true),
            ("application/json", true),
            ("image/svg+xml", true),
            ("text/event-stream", false),
            ("image/jpeg", false),
        ] {
            assert_eq!(is_text(&headers(CONTENT_TYPE, kind)), wanted, "{kind}");
        }
    }
}
