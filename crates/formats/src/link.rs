//! Links: a scene with parameters, seed and cursor position, or a log, as one line of text, for pasting into a chat.
//!
//! A link is `gridscope:1:` followed by the scene file, or `gridscope:2:` followed by the lines of a log, deflated and
//! encoded in URL-safe base64. The number is the version of this encoding; what is inside has its own version. Text
//! before and after the link is ignored, so that a whole message can be pasted.

use super::limits::{self, mebibytes};
use super::scene_json::SceneJson;
use super::trace_format::{TraceFormat, WriteLines};
use super::{Beside, Fails, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Purpose, Written, utf8};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::write::EncoderStringWriter;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use gridscope_trace::progress::{at_once, pause};
use gridscope_trace::scene::Scene;
use gridscope_trace::workers::Workers;
use std::io::{self, BufRead, BufReader, Cursor, Read as _, Write};

/// Prefix of a link.
pub(crate) const HEAD: &str = "gridscope:";
/// Version of the link of a scene.
pub(crate) const VERSION: u32 = 1;
/// Version of the link of a log.
const LOG: u32 = 2;
/// Furthest position in a text where a link may begin, in characters.
const BEFORE: usize = 2000;
/// Form of a link, for errors.
const EXPECTED: &str = "a link, gridscope:1: or gridscope:2: and a line of letters";
/// Longest content that is packed as tightly as possible, in bytes. A longer one makes a link that fits into no address and
/// no message, so it is packed faster.
const PACKED_BEST: usize = 1 << 20;
/// Number of bytes that are packed between two pauses.
const PACKED_AT_ONCE: usize = 1 << 14;

/// The link format.
#[derive(Debug)]
pub struct Link;

/// A link in a text.
struct Found<'a> {
    version: &'a str,
    body: &'a str,
}

/// Finds the link in a text, up to the first character that a link cannot contain.
fn find(text: &str) -> Option<Found<'_>> {
    let near = text.char_indices().nth(BEFORE).map_or(text.len(), |(i, _)| i);
    text.match_indices(HEAD).take_while(|(at, _)| at.saturating_add(HEAD.len()) <= near).find_map(|(at, _)| {
        let (version, behind) = text.get(at.saturating_add(HEAD.len())..)?.split_once(':')?;
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
        let body = behind.split(|c| !fits(c)).next()?;
        let is_number = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
        is_number.then_some(Found { version, body })
    })
}

/// Returns whether a text holds a link, and not a scene or a map that quotes one.
fn holds_link(text: &str) -> bool {
    // A JSON scene may quote a link in its notes, and a text map in its title.
    let begin = text.trim_start();
    !begin.starts_with('{') && !begin.starts_with("title:") && find(text).is_some()
}

/// Returns whether a text holds the link of a log.
pub fn holds_log(text: &str) -> bool {
    holds_link(text) && find(text).is_some_and(|link| link.version.parse() == Ok(LOG))
}

/// Unpacks what a link holds.
fn unpacked(name: &str, body: &str) -> Result<Vec<u8>, FormatError> {
    let refuse = |found: &str| FormatError::whole(name, found, EXPECTED);
    let packed =
        URL_SAFE_NO_PAD.decode(body).map_err(|_| refuse("the link is damaged: a letter is missing, or changed"))?;
    // A few bytes can unpack to very many.
    let mut inside = Vec::new();
    ZlibDecoder::new(&packed[..])
        .take(limits::FILE + 1)
        .read_to_end(&mut inside)
        .map_err(|_| refuse("the link is damaged or cut short: it does not unfold"))?;
    if inside.len() as u64 > limits::FILE {
        let found = format!("the link unfolds into more than {}", mebibytes(limits::FILE));
        return Err(FormatError::whole(name, &found, "no more than that"));
    }
    Ok(inside)
}

/// Packs what a link holds, in one pass. Pauses between parts.
async fn packed(version: u32, inside: &[u8]) -> Result<String, FormatError> {
    let refuse = |e: io::Error| FormatError::whole("the link", &e.to_string(), "content that can be packed");
    let level = if inside.len() <= PACKED_BEST { Compression::best() } else { Compression::new(3) };
    let text = EncoderStringWriter::from_consumer(format!("{HEAD}{version}:"), &URL_SAFE_NO_PAD);
    let mut packer = ZlibEncoder::new(text, level);
    for part in inside.chunks(PACKED_AT_ONCE) {
        pause().await;
        packer.write_all(part).map_err(refuse)?;
    }
    Ok(packer.finish().map_err(refuse)?.into_inner())
}

impl Format for Link {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo {
            purpose: Purpose::Line,
            ..FormatInfo::new("link", "Link, a line of text", &["gridscope-link"], Keeps::EVERYTHING)
        };
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        std::str::from_utf8(bytes).is_ok_and(holds_link)
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let refuse = |found: &str| FormatError::whole(name, found, EXPECTED);
        let link = find(utf8(name, bytes)?).ok_or_else(|| refuse("there is no link in it"))?;
        match link.version.parse() {
            Ok(VERSION) => {}
            Ok(LOG) => return Err(FormatError::whole(name, "the link is that of a log", "the link of a scene")),
            _ => {
                let found = format!("the link is of version {}", link.version);
                return Err(FormatError::whole(name, &found, "version 1 or 2; a newer gridscope wrote this"));
            }
        }
        let json = String::from_utf8(unpacked(name, link.body)?)
            .map_err(|_| refuse("the link is damaged: there is no text in it"))?;
        let inside = format!("the scene inside {name}");
        Ok(Loaded { format: self.name(), ..SceneJson.read_text(&inside, &json)? })
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let (mut line, lost) = at_once(scene_link(scene, options))?;
        line.push('\n');
        Ok(Written::new(line.into_bytes(), lost))
    }
}

/// Returns the link of a scene, and what it cannot hold. Pauses between parts of a large map.
///
/// # Errors
/// Returns an error if the scene cannot be written.
pub async fn scene_link(scene: &Scene, options: &Options) -> Result<(String, Vec<String>), FormatError> {
    let json = SceneJson.write(&scene.without_claims(), options)?;
    Ok((packed(VERSION, &json.bytes).await?, json.lost))
}

/// Returns the link of a log's lines, or `None` if it would be longer than [`limits::SHARED`]. Pauses between parts.
///
/// # Errors
/// Returns an error if the lines cannot be packed.
pub async fn log_written(lines: &[u8]) -> Result<Option<String>, FormatError> {
    Ok(Some(packed(LOG, lines).await?).filter(|link| link.len() <= limits::SHARED))
}

/// The lines of a log in a link.
#[derive(Debug)]
pub(super) struct LinkedLines;

impl TraceFormat for LinkedLines {
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        String::from_utf8_lossy(head).split('\u{fffd}').next().is_some_and(holds_log)
    }

    fn lines<'a>(&self, mut from: Box<dyn BufRead + Send + 'a>) -> Box<dyn BufRead + Send + 'a> {
        let mut bytes = Vec::new();
        let lines = from.by_ref().take(limits::FILE).read_to_end(&mut bytes).and_then(|_| {
            let text = String::from_utf8_lossy(&bytes);
            unpacked("the link", find(&text).map_or("", |link| link.body)).map_err(io::Error::other)
        });
        match lines {
            Ok(lines) => Box::new(Cursor::new(lines)),
            Err(error) => Box::new(BufReader::new(Fails(Some(error)))),
        }
    }

    fn write(&self, _: &mut dyn Write, _: WriteLines<'_>, _: &Workers) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "a link is copied, not written to a file"))
    }
}
