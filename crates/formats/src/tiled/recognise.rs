//! Recognises files of Tiled by their first element or by the fields of their outermost object.

use crate::head;
use crate::outer_keys::OuterKeys;

/// Returns whether a file is XML whose outermost element belongs to Tiled.
pub(super) fn is_xml(bytes: &[u8]) -> bool {
    let mut rest = head(bytes);
    loop {
        let end: &[u8] = match rest {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => return names_root_after_type(rest),
            _ => return is_root(rest),
        };
        let Some(at) = find(rest, end) else { return false };
        rest = rest.get(at.saturating_add(end.len())..).unwrap_or_default().trim_ascii_start();
    }
}

/// Returns whether an element of Tiled follows a document type. Such a file is refused, but by the reader of its format.
fn names_root_after_type(rest: &[u8]) -> bool {
    [b"<map ".as_slice(), b"<tileset ", b"<template"].iter().any(|root| find(rest, root).is_some())
}

fn is_root(rest: &[u8]) -> bool {
    ["map", "tileset", "template"].iter().any(|name| {
        let after = rest.strip_prefix(b"<").and_then(|rest| rest.strip_prefix(name.as_bytes()));
        after.and_then(<[u8]>::first).is_some_and(|next| next.is_ascii_whitespace() || b"/>".contains(next))
    })
}

/// Returns the first place of a few bytes.
fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// Returns whether a file is a JSON object with the fields of a map, a tileset or a template of Tiled.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let bytes = head(bytes);
    if bytes.first() != Some(&b'{') {
        return false;
    }
    let (mut layers, mut tile_width, mut tile_count, mut template, mut object) = (false, false, false, false, false);
    for (key, after) in OuterKeys::of(bytes) {
        match key {
            b"layers" => layers = true,
            b"tilewidth" => tile_width = true,
            b"tilecount" => tile_count = true,
            b"object" => object = after.starts_with(b"{"),
            b"type" => template = after.starts_with(b"\"template\""),
            // Scenes, levels of LDtk and traces.
            b"format" | b"__header__" | b"events" | b"eventList" | b"defs" => return false,
            _ => {}
        }
        if layers && tile_width {
            return true;
        }
    }
    tile_width && tile_count || template && object
}
