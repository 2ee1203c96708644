//! At most 255 colours for all frames of an animation: the ones that occur most, none too near another.
//!
//! The pictures are flat, with few colours and their blends at edges, so what occurs most is kept exactly and only rare
//! blends give way.

use super::raster::Pixels;
use std::collections::BTreeMap;

/// How many colours there are at most; one more number stays free for *as before*.
const MOST: usize = 255;

/// The colours, and which of them stands for any other.
pub(super) struct Colours {
    rgb: Vec<[u8; 3]>,
    known: BTreeMap<[u8; 3], u8>,
}

/// How far two colours are apart, squared, weighted as eyes do.
fn apart(a: [u8; 3], b: [u8; 3]) -> u32 {
    let d = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    2 * d(0) + 4 * d(1) + 3 * d(2)
}

impl Colours {
    /// The colours of some of the frames.
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
        // Of equal counts the darker colour goes first, so that the order is always the same.
        all.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut rgb: Vec<[u8; 3]> = Vec::with_capacity(MOST);
        // What is nearer than this to one that is kept is not kept itself; wider rings are tried until all have room.
        for ring in [0, 40, 120, 300, 700] {
            rgb.clear();
            let kept = all.iter().all(|&(colour, _)| {
                let new = rgb.iter().all(|&other| apart(colour, other) > ring);
                if new {
                    rgb.push(colour);
                }
                rgb.len() <= MOST
            });
            if kept {
                break;
            }
        }
        rgb.truncate(MOST);
        Self { rgb, known: BTreeMap::new() }
    }

    /// Red, green and blue of each, as the file has them; the last is that of *as before*.
    pub(super) fn table(&self) -> Vec<u8> {
        self.rgb.iter().chain([&[0; 3]]).flatten().copied().collect()
    }

    /// The number of *as before*.
    pub(super) fn as_before(&self) -> u8 {
        self.rgb.len() as u8
    }

    /// The number of the nearest colour.
    fn number(&mut self, colour: [u8; 3]) -> u8 {
        if let Some(&number) = self.known.get(&colour) {
            return number;
        }
        let nearest = (0..).zip(&self.rgb).min_by_key(|(_, own)| apart(colour, **own));
        let number = nearest.map_or(0, |(number, _)| number);
        self.known.insert(colour, number);
        number
    }

    /// A frame by the numbers of its colours.
    pub(super) fn numbers(&mut self, frame: &Pixels) -> Vec<u8> {
        let mut all = Vec::with_capacity(frame.rgb.len());
        for run in frame.rgb.chunk_by(|a, b| a == b) {
            if let Some(&colour) = run.first() {
                let number = self.number(colour);
                all.resize(all.len() + run.len(), number);
            }
        }
        all
    }
}
