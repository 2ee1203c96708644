//! At most 255 colours for all frames of an animation: the most frequent ones, none too similar to another.
//!
//! The pictures are flat, with few colours and their blends at edges. So the most frequent colours are kept exactly,
//! and only rare blends are replaced.

use super::raster::Pixels;
use std::collections::BTreeMap;

/// Maximum number of colours. One more index is reserved for unchanged pixels.
const MAX_COLOURS: usize = 255;

/// The colours, and a cache of the nearest of them for any other colour.
pub(super) struct Colours {
    rgb: Vec<[u8; 3]>,
    known: BTreeMap<[u8; 3], u8>,
}

/// Returns the squared distance of two colours, weighted by the sensitivity of the eye.
fn apart(a: [u8; 3], b: [u8; 3]) -> u32 {
    let d = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    2 * d(0) + 4 * d(1) + 3 * d(2)
}

impl Colours {
    /// Chooses the colours from some of the frames.
    pub(super) fn of<'a>(frames: impl Iterator<Item = &'a Pixels>) -> Self {
        let mut counts = BTreeMap::<[u8; 3], u64>::new();
        for frame in frames {
            for run in frame.rgb.chunk_by(|a, b| a == b) {
                if let Some(&colour) = run.first() {
                    *counts.entry(colour).or_default() += run.len() as u64;
                }
            }
        }
        let mut all: Vec<([u8; 3], u64)> = counts.into_iter().collect();
        // Of equal counts, the darker colour comes first, so that the order is deterministic.
        all.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut rgb: Vec<[u8; 3]> = Vec::with_capacity(MAX_COLOURS);
        // A colour within this distance of a kept one is dropped. Larger distances are tried until all fit.
        for ring in [0, 40, 120, 300, 700] {
            rgb.clear();
            let all_fit = all.iter().all(|&(colour, _)| {
                let new = rgb.iter().all(|&other| apart(colour, other) > ring);
                if new {
                    rgb.push(colour);
                }
                rgb.len() <= MAX_COLOURS
            });
            if all_fit {
                break;
            }
        }
        rgb.truncate(MAX_COLOURS);
        Self { rgb, known: BTreeMap::new() }
    }

    /// Returns red, green and blue of each colour, as in the file. The last one is for unchanged pixels.
    pub(super) fn table(&self) -> Vec<u8> {
        self.rgb.iter().chain([&[0; 3]]).flatten().copied().collect()
    }

    /// Returns red, green and blue of each colour.
    pub(super) fn rgb(&self) -> &[[u8; 3]] {
        &self.rgb
    }

    /// Returns the index for unchanged pixels.
    pub(super) fn as_before(&self) -> u8 {
        self.rgb.len() as u8
    }

    /// Returns the index of the nearest colour.
    fn number(&mut self, colour: [u8; 3]) -> u8 {
        if let Some(&number) = self.known.get(&colour) {
            return number;
        }
        let nearest = (0..).zip(&self.rgb).min_by_key(|(_, own)| apart(colour, **own));
        let number = nearest.map_or(0, |(number, _)| number);
        self.known.insert(colour, number);
        number
    }

    /// Returns a frame as the indices of its colours.
    pub(super) fn numbers(&mut self, frame: &Pixels) -> Vec<u8> {
        self.numbers_of(&frame.rgb)
    }

    /// Returns pixels as the indices of their colours.
    pub(super) fn numbers_of(&mut self, pixels: &[[u8; 3]]) -> Vec<u8> {
        let mut all = Vec::with_capacity(pixels.len());
        for run in pixels.chunk_by(|a, b| a == b) {
            if let Some(&colour) = run.first() {
                let number = self.number(colour);
                all.resize(all.len() + run.len(), number);
            }
        }
        all
    }
}
