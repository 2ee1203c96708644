//! PNG pictures in memory: decoded with limits, and encoded the same way everywhere.

use super::{FormatError, limits, limits::mebibytes};
use std::collections::HashMap;
use std::io::{self, Cursor};

/// A decoded picture.
#[derive(Debug)]
pub(crate) struct Picture {
    /// Width and height in pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Red, green, blue and alpha of each pixel, row by row from the top left.
    pub(crate) rgba: Vec<[u8; 4]>,
    /// Two colours of 16 bits a channel that are the same in 8 bits, as texts.
    pub(crate) merged: Option<[String; 2]>,
}

/// Returns the width and height in the header of a PNG file.
pub(crate) fn size_of(bytes: &[u8]) -> Option<(u32, u32)> {
    let decoder = png::Decoder::new(Cursor::new(bytes));
    let reader = decoder.read_info().ok()?;
    let info = reader.info();
    Some((info.width, info.height))
}

/// Decodes a PNG file of at most `limits::CELLS` pixels: grey, colour or indexed, of any depth, interlaced or not. Only
/// the first frame of an animation is read.
///
/// # Errors
/// Returns an error if the picture is damaged or too large.
pub(crate) fn decode(name: &str, bytes: &[u8]) -> Result<Picture, FormatError> {
    let refuse = |found: &str| FormatError::whole(name, found, "a picture (PNG)");
    let limit = png::Limits { bytes: limits::MEMORY / 8 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limit);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| refuse(damage(&error)))?;
    let (width, height) = (reader.info().width, reader.info().height);
    let pixels = u64::from(width).saturating_mul(height.into());
    if pixels > limits::CELLS {
        let expected = format!("at most {} pixels", limits::CELLS);
        return Err(FormatError::whole(name, &format!("the picture has {width} × {height} pixels"), &expected));
    }
    let size = reader.output_buffer_size().unwrap_or(0);
    if size > limits::MEMORY / 4 {
        let expected = format!("at most {}", mebibytes((limits::MEMORY / 4) as u64));
        return Err(FormatError::whole(name, &format!("the picture unpacks to {size} bytes"), &expected));
    }
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(|error| refuse(damage(&error)))?;
    let samples = frame.color_type.samples();
    data.truncate(frame.buffer_size());
    let mut merged = None;
    if frame.bit_depth == png::BitDepth::Sixteen {
        merged = merged_colours(&data, samples.max(1));
        data = data.iter().step_by(2).copied().collect();
    }
    let rgba = data.chunks_exact(samples.max(1)).map(|pixel| match *pixel {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, alpha] => [red, green, blue, alpha],
        _ => [0; 4],
    });
    Ok(Picture { width, height, rgba: rgba.collect(), merged })
}

/// Returns two colours of 16 bits a channel that are the same in 8 bits, if the picture has such.
fn merged_colours(data: &[u8], samples: usize) -> Option<[String; 2]> {
    let size = samples.saturating_mul(2);
    let mut first: HashMap<Vec<u8>, &[u8]> = HashMap::new();
    let mut last: &[u8] = &[];
    for pixel in data.chunks_exact(size) {
        if pixel == last {
            continue;
        }
        last = pixel;
        let other = *first.entry(pixel.iter().step_by(2).copied().collect()).or_insert(pixel);
        if other != pixel {
            return Some([channels(other), channels(pixel)]);
        }
    }
    None
}

/// Writes a colour of 16 bits a channel as numbers without its alpha if it is grey, such as `258`, or `(1, 2, 3)`.
fn channels(pixel: &[u8]) -> String {
    let numbers: Vec<u16> = pixel.as_chunks().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
    match *numbers.as_slice() {
        [grey] | [grey, u16::MAX] => grey.to_string(),
        [ref colour @ .., u16::MAX] if colour.len() == 3 => listed(colour),
        _ => listed(&numbers),
    }
}

fn listed(numbers: &[u16]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// Returns what is wrong with a picture, in plain words.
fn damage(error: &png::DecodingError) -> &'static str {
    match error {
        png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            "the picture ends too early"
        }
        png::DecodingError::LimitsExceeded => "the picture needs too much memory",
        _ => "the picture is damaged",
    }
}

/// Encodes a picture as PNG. `rgba` has four bytes for each pixel, row by row from the top left.
///
/// # Errors
/// Returns an error if the picture has no pixels, or cannot be encoded.
pub(crate) fn encode(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, FormatError> {
    let refuse = |error: png::EncodingError| FormatError::whole("the picture", &error.to_string(), "");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".into(), "gridscope".into()).map_err(refuse)?;
    let mut writer = encoder.write_header().map_err(refuse)?;
    writer.write_image_data(rgba).map_err(refuse)?;
    writer.finish().map_err(refuse)?;
    Ok(bytes)
}

/// Returns the pixels of a part of a picture, unless it is outside or empty.
pub(crate) fn cut(picture: &Picture, (left, top): (u32, u32), (width, height): (u32, u32)) -> Option<Vec<[u8; 4]>> {
    let inside = left.checked_add(width)? <= picture.width && top.checked_add(height)? <= picture.height;
    if !inside || width == 0 || height == 0 {
        return None;
    }
    let rows = picture.rgba.chunks(picture.width as usize).skip(top as usize).take(height as usize);
    Some(rows.flat_map(|row| row.iter().skip(left as usize).take(width as usize).copied()).collect())
}

/// Writes a colour as `#rrggbb`.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
