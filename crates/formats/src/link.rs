//! Links: a scene with parameters, seed and cursor position as one line of text, for pasting into a chat.
//!
//! A link is `gridscope:1:` followed by the scene file, deflated and encoded in URL-safe base64. The 1 is the version
//! of this encoding; the scene inside has its own version. Text before and after the link is ignored, so that a whole
//! message can be pasted.

use super::limits::{self, mebibytes};
use super::scene_json::SceneJson;
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Purpose, Written, utf8};
use crate::core::pace::{at_once, pause};
use crate::core::scene::Scene;
use crate::count::Count as _;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read as _, Write as _};

/// Prefix of a link.
pub(crate) const HEAD: &str = "gridscope:";
/// Version that is written, and the newest that is read.
pub(crate) const VERSION: u32 = 1;
/// Furthest position in a text where a link may begin, in characters.
const BEFORE: usize = 2000;
/// Number of bytes that are packed between two pauses.
const PACKED_AT_ONCE: usize = 1 << 14;

/// The link format.
#[derive(Debug)]
pub struct Link;

/// Finds the link in a text: the part after the prefix, up to the first character that a link cannot contain.
fn find(text: &str) -> Option<&str> {
    let near = text.char_indices().nth(BEFORE).map_or(text.len(), |(i, _)| i);
    text.match_indices(HEAD).take_while(|(at, _)| at.and(HEAD.len()) <= near).find_map(|(at, _)| {
        let rest = text.get(at.and(HEAD.len())..)?;
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
        let link = rest.split(|c| !fits(c)).next()?;
        (behind.len() < rest.len() && behind.starts_with(':')).then_some(link)
    })
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
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        // A JSON scene may quote a link in its notes, and a text map in its title.
        let begin = text.trim_start();
        !begin.starts_with('{') && !begin.starts_with("title:") && find(text).is_some()
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let text = utf8(name, bytes)?;
        let expected = "a link, gridscope:1: and a line of letters";
        let refuse = |found: &str| FormatError::whole(name, found, expected);
        let link = find(text).ok_or_else(|| refuse("there is no link in it"))?;
        let (version, body) = link.split_once(':').ok_or_else(|| refuse("the link is cut short"))?;
        if version.parse() != Ok(VERSION) {
            let found = format!("the link is of version {version}");
            return Err(FormatError::whole(name, &found, "version 1; a newer gridscope wrote this"));
        }
        let packed =
            URL_SAFE_NO_PAD.decode(body).map_err(|_| refuse("the link is damaged: a letter is missing, or changed"))?;
        // A few bytes can unpack to very many.
        let mut json = String::new();
        ZlibDecoder::new(&packed[..])
            .take(limits::FILE + 1)
            .read_to_string(&mut json)
            .map_err(|_| refuse("the link is damaged or cut short: it does not unfold"))?;
        if json.len() as u64 > limits::FILE {
            let found = format!("the link unfolds into more than {}", mebibytes(limits::FILE));
            return Err(FormatError::whole(name, &found, "no more than that"));
        }
        let inside = format!("the scene inside {name}");
        Ok(Loaded { format: self.name(), ..SceneJson.read_text(&inside, &json)? })
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let (mut line, lost) = at_once(written(scene, options))?;
        line.push('\n');
        Ok(Written::new(line.into_bytes(), lost))
    }
}

/// Returns the link of a scene, and what it cannot hold. Pauses between parts of a large map.
///
/// # Errors
/// Returns an error if the scene cannot be written.
pub async fn written(scene: &Scene, options: &Options) -> Result<(String, Vec<String>), FormatError> {
    let json = SceneJson.write(scene, options)?;
    let refuse = |e: std::io::Error| FormatError::whole("the link", &e.to_string(), "a scene that can be packed");
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    for part in json.bytes.chunks(PACKED_AT_ONCE) {
        pause().await;
        packer.write_all(part).map_err(refuse)?;
    }
    let packed = packer.finish().map_err(refuse)?;
    Ok((format!("{HEAD}{VERSION}:{}", URL_SAFE_NO_PAD.encode(packed)), json.lost))
}
