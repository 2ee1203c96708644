//! Animations as GIF or animated PNG (APNG). Each frame stores only the rectangle that changed.

use super::colours::Colours;
use super::raster::Pixels;
use crate::debugger::export::ExportError;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// A rectangle of pixels: left, top, width, height.
type Area = [usize; 4];

/// A writer of frames.
pub(super) enum Moving {
    /// A GIF.
    Gif(Box<Gif>),
    /// An animated PNG.
    Apng(Box<Apng>),
}

impl Moving {
    /// Adds the next frame, shown for `delay` milliseconds.
    pub(super) fn frame(&mut self, frame: &Pixels, delay: u32) -> Result<(), ExportError> {
        match self {
            Self::Gif(gif) => gif.frame(frame, delay),
            Self::Apng(apng) => apng.frame(frame, delay),
        }
    }

    /// Returns the bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, ExportError> {
        match self {
            Self::Gif(gif) => gif.finish(),
            Self::Apng(apng) => apng.finish(),
        }
    }
}

fn fail(error: &dyn std::fmt::Display) -> ExportError {
    ExportError(format!("the animation cannot be written: {error}"))
}

/// Returns the smallest rectangle around all differences, or `None` if there are none.
pub(super) fn differing<T: PartialEq>(before: &[T], after: &[T], width: usize) -> Option<Area> {
    let rows: Vec<(&[T], &[T])> = before.chunks(width).zip(after.chunks(width)).collect();
    let top = rows.iter().position(|(a, b)| a != b)?;
    let bottom = rows.iter().rposition(|(a, b)| a != b)?;
    let differing = rows.get(top..=bottom)?.iter().filter(|(a, b)| a != b);
    let (mut left, mut right) = (width, 0);
    for (a, b) in differing {
        let differs = |x: &usize| a.get(*x) != b.get(*x);
        left = left.min((0..width).find(differs).unwrap_or(width));
        right = right.max((0..width).rfind(differs).unwrap_or(0));
    }
    Some([left, top, right + 1 - left, bottom + 1 - top])
}

/// Returns the indices of the pixels in each row of an area.
fn rows([left, top, w, h]: Area, width: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (top..top + h).map(move |y| y * width + left..y * width + left + w)
}

/// A GIF being written.
pub(super) struct Gif {
    encoder: gif::Encoder<Vec<u8>>,
    colours: Colours,
    size: (usize, usize),
    /// The last frame, and its pixels as indices of colours.
    shown: Vec<[u8; 3]>,
    before: Vec<u8>,
}

impl Gif {
    pub(super) fn new(colours: Colours, (width, height): (usize, usize)) -> Result<Self, ExportError> {
        let side = |n: usize| {
            u16::try_from(n).map_err(|_| ExportError(format!("a GIF is at most 65535 pixels wide, not {n}")))
        };
        let mut encoder =
            gif::Encoder::new(Vec::new(), side(width)?, side(height)?, &colours.table()).map_err(|e| fail(&e))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|e| fail(&e))?;
        Ok(Self { encoder, colours, size: (width, height), shown: Vec::new(), before: Vec::new() })
    }

    fn frame(&mut self, frame: &Pixels, delay: u32) -> Result<(), ExportError> {
        let (width, height) = self.size;
        let (now, area) = if self.before.is_empty() {
            (self.colours.numbers(frame), Some([0, 0, width, height]))
        } else {
            let mut now = self.before.clone();
            // Other colours may still have the same index.
            for row in differing(&self.shown, &frame.rgb, width).into_iter().flat_map(|area| rows(area, width)) {
                now[row.clone()].copy_from_slice(&self.colours.numbers_of(&frame.rgb[row]));
            }
            let area = differing(&self.before, &now, width);
            (now, area)
        };
        self.shown.clone_from(&frame.rgb);
        // A frame has at least one pixel.
        let [left, top, w, h] = area.unwrap_or([0, 0, 1, 1]);
        let free = self.colours.as_before();
        let mut buffer = Vec::with_capacity(w * h);
        for y in top..top + h {
            let from = y * width + left;
            let row = now.get(from..from + w).unwrap_or_default();
            match self.before.get(from..from + w) {
                // Unchanged pixels get the transparent index, which compresses best.
                Some(before) => buffer.extend(row.iter().zip(before).map(|(a, b)| if a == b { free } else { *a })),
                None => buffer.extend_from_slice(row),
            }
        }
        let side = |n: usize| n as u16;
        let frame = gif::Frame {
            delay: u16::try_from(delay / 10).unwrap_or(u16::MAX),
            left: side(left),
            top: side(top),
            width: side(w),
            height: side(h),
            transparent: Some(free),
            dispose: gif::DisposalMethod::Keep,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        };
        self.before = now;
        self.encoder.write_frame(&frame).map_err(|e| fail(&e))
    }

    fn finish(self) -> Result<Vec<u8>, ExportError> {
        self.encoder.into_inner().map_err(|e| fail(&e))
    }
}

/// A shared buffer of bytes, because [`png::Writer`] does not give its output back.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().map_err(|_| io::Error::other("a writer broke off"))?;
        all.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An animated PNG being written.
pub(super) struct Apng {
    writer: png::Writer<Sink>,
    bytes: Sink,
    width: usize,
    before: Vec<[u8; 3]>,
}

impl Apng {
    pub(super) fn new((width, height): (usize, usize), frames: usize) -> Result<Self, ExportError> {
        let bytes = Sink::default();
        let mut encoder = png::Encoder::new(bytes.clone(), width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(frames as u32, 0).map_err(|e| fail(&e))?;
        let writer = encoder.write_header().map_err(|e| fail(&e))?;
        Ok(Self { writer, bytes, width, before: Vec::new() })
    }

    fn frame(&mut self, frame: &Pixels, delay: u32) -> Result<(), ExportError> {
        let delay = u16::try_from(delay).unwrap_or(u16::MAX);
        self.writer.set_frame_delay(delay, 1000).map_err(|e| fail(&e))?;
        if self.before.is_empty() {
            self.writer.write_image_data(frame.bytes()).map_err(|e| fail(&e))?;
        } else {
            // A frame has at least one pixel.
            let [left, top, w, h] = differing(&self.before, &frame.rgb, self.width).unwrap_or([0, 0, 1, 1]);
            self.writer.set_frame_dimension(1, 1).map_err(|e| fail(&e))?;
            self.writer.set_frame_position(left as u32, top as u32).map_err(|e| fail(&e))?;
            self.writer.set_frame_dimension(w as u32, h as u32).map_err(|e| fail(&e))?;
            let rows = (top..top + h).filter_map(|y| frame.rgb.get(y * self.width + left..y * self.width + left + w));
            let part: Vec<u8> = rows.flatten().flatten().copied().collect();
            self.writer.write_image_data(&part).map_err(|e| fail(&e))?;
        }
        self.before.clone_from(&frame.rgb);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, ExportError> {
        self.writer.finish().map_err(|e| fail(&e))?;
        Ok(self.bytes.0.lock().map(|mut bytes| std::mem::take(&mut *bytes)).unwrap_or_default())
    }
}

/// Encodes one picture as PNG.
pub(super) fn png(picture: &Pixels) -> Result<Vec<u8>, ExportError> {
    encode(picture.width, picture.height, png::ColorType::Rgb, picture.bytes(), false)
}

/// Encodes a picture as PNG with at most 255 colours, which takes less room. Blends at edges may change a little.
pub(super) fn small_png(picture: &Pixels) -> Result<Vec<u8>, ExportError> {
    let mut colours = Colours::of(std::iter::once(picture));
    let numbers = colours.numbers(picture);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colours.rgb().as_flattened().to_vec());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(|e| fail(&e))?;
    writer.write_image_data(&numbers).map_err(|e| fail(&e))?;
    writer.finish().map_err(|e| fail(&e))?;
    Ok(bytes)
}

/// Encodes pixels as PNG.
pub(super) fn encode(
    width: usize,
    height: usize,
    colour: png::ColorType,
    pixels: &[u8],
    names_program: bool,
) -> Result<Vec<u8>, ExportError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    if names_program {
        encoder.add_text_chunk("Software".into(), "gridscope".into()).map_err(|e| fail(&e))?;
    }
    let mut writer = encoder.write_header().map_err(|e| fail(&e))?;
    writer.write_image_data(pixels).map_err(|e| fail(&e))?;
    writer.finish().map_err(|e| fail(&e))?;
    Ok(bytes)
}
