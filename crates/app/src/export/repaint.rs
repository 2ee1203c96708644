//! Draws a picture over the one before it, and only where the two differ. The result is the same as that of
//! [`Raster::draw`], pixel by pixel.

use super::raster::{Corner, Figure, Pixels, Raster, around, figures};
use egui::TextureId;
use egui::epaint::{ClippedPrimitive, Primitive};
use std::collections::HashMap;

/// A rectangle of pixels: left, top, right, bottom.
type Area = [usize; 4];

/// Areas closer than this many pixels are drawn as one.
const CLOSE: usize = 24;
/// Maximum number of areas. If there are more, they are drawn as one.
const MAX_AREAS: usize = 16;

/// A figure with everything that decides how it looks, apart from the content of its texture.
struct Item {
    figure: Figure,
    texture: TextureId,
    clip: Area,
    /// The pixels that it can reach.
    area: Area,
    key: Key,
}

/// The bits of an item, to compare it with others.
type Key = (TextureId, Area, [[u32; 8]; 3]);

impl Item {
    fn new(figure: Figure, texture: TextureId, clip: Area) -> Self {
        let mut bits = [[0; 8]; 3];
        for (bits, corner) in bits.iter_mut().zip(figure.corners()) {
            let [r, g, b, a] = corner.colour;
            *bits = [corner.x, corner.y, corner.u, corner.v, r, g, b, a].map(f32::to_bits);
        }
        let ((left, right), (top, bottom)) = (span(&figure, |corner| corner.x), span(&figure, |corner| corner.y));
        let low = |edge: f32| (edge.floor() - 1.0).max(0.0) as usize;
        let high = |edge: f32| (edge.ceil() + 1.0).max(0.0) as usize;
        let area = common([low(left), low(top), high(right), high(bottom)], clip);
        Self { figure, texture, clip, area, key: (texture, clip, bits) }
    }

    /// Returns the pixels that may look different if a part of its texture has changed.
    fn area_of_texels(&self, part: Area, size: [usize; 2]) -> Area {
        let [width, height] = size.map(|side| side as f32);
        // A pixel mixes texels that are next to each other.
        let spread = |from: usize, to: usize| (from as f32 - 1.5, to as f32 + 1.5);
        let ((left, right), (top, bottom)) = (span(&self.figure, |c| c.u), span(&self.figure, |c| c.v));
        let [left, right, top, bottom] = [left * width, right * width, top * height, bottom * height];
        let ((from_x, to_x), (from_y, to_y)) = (spread(part[0], part[2]), spread(part[1], part[3]));
        if from_x > right || to_x < left || from_y > bottom || to_y < top {
            return [0; 4];
        }
        let Figure::Rectangle([low, high]) = &self.figure else { return self.area };
        let along = |texel: f32, (u0, u1): (f32, f32), (x0, x1): (f32, f32)| {
            if u0 == u1 { None } else { Some(x0 + (texel - u0) / (u1 - u0) * (x1 - x0)) }
        };
        let side = |from: f32, to: f32, us: (f32, f32), xs: (f32, f32)| {
            let (a, b) = (along(from, us, xs)?, along(to, us, xs)?);
            Some(((a.min(b) - 2.0).max(0.0) as usize, (a.max(b) + 2.0).max(0.0) as usize))
        };
        let xs = side(from_x, to_x, (low.u * width, high.u * width), (low.x, high.x));
        let ys = side(from_y, to_y, (low.v * height, high.v * height), (low.y, high.y));
        match (xs, ys) {
            (Some((left, right)), Some((top, bottom))) => common([left, top, right, bottom], self.area),
            _ => self.area,
        }
    }
}

/// Returns the lowest and the highest of a value at the corners of a figure.
fn span(figure: &Figure, get: fn(&Corner) -> f32) -> (f32, f32) {
    let all = figure.corners().iter().map(get);
    (all.clone().fold(f32::MAX, f32::min), all.fold(f32::MIN, f32::max))
}

/// Returns the common part of two areas.
fn common(a: Area, b: Area) -> Area {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

const fn is_empty(area: Area) -> bool {
    area[0] >= area[2] || area[1] >= area[3]
}

/// Areas to draw again.
#[derive(Default)]
struct Areas(Vec<Area>);

impl Areas {
    /// Adds an area, joined with all that are close to it.
    fn add(&mut self, mut area: Area) {
        if is_empty(area) {
            return;
        }
        let mut at = 0;
        while let Some(&other) = self.0.get(at) {
            let near = area[0] <= other[2] + CLOSE && other[0] <= area[2] + CLOSE;
            if near && area[1] <= other[3] + CLOSE && other[1] <= area[3] + CLOSE {
                area = around(area, other);
                self.0.swap_remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
        self.0.push(area);
        if self.0.len() > MAX_AREAS {
            let all = self.0.drain(..).reduce(around);
            self.0.extend(all);
        }
    }
}

/// The last picture that was drawn, and its figures.
#[derive(Default)]
pub struct Repaint {
    items: Vec<Item>,
    picture: Option<Pixels>,
    /// Number of pixels drawn again so far, for tests.
    pub drawn: usize,
}

impl Repaint {
    /// Draws `primitives` as [`Raster::draw`] does. Draws again only what differs from the picture before.
    pub fn draw(
        &mut self,
        raster: &mut Raster,
        primitives: &[ClippedPrimitive],
        scale: f32,
        (width, height): (usize, usize),
    ) -> &Pixels {
        let before = std::mem::take(&mut self.items);
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let clip = [clip_rect.min.x, clip_rect.min.y, clip_rect.max.x, clip_rect.max.y]
                .map(|v| (v * scale).round().max(0.0) as usize);
            figures(mesh, scale, &mut |figure| self.items.push(Item::new(figure, mesh.texture_id, clip)));
        }
        let whole = [0, 0, width, height];
        let fits = |picture: &Pixels| (picture.width, picture.height) == (width, height);
        let changed = std::mem::take(&mut raster.changed);
        let areas = match self.picture.take().filter(fits) {
            Some(picture) => {
                self.picture = Some(picture);
                self.differing(&before, raster, &changed).unwrap_or_else(|| Areas(vec![whole]))
            }
            None => Areas(vec![whole]),
        };
        let blank = || Pixels { width, height, rgb: vec![[0; 3]; width * height] };
        let picture = self.picture.get_or_insert_with(blank);
        for area in areas.0.into_iter().map(|area| common(area, whole)).filter(|&area| !is_empty(area)) {
            let [left, top, right, bottom] = area;
            self.drawn += (right - left) * (bottom - top);
            for row in picture.rgb.chunks_mut(width.max(1)).take(bottom).skip(top) {
                row[left..right].fill([0; 3]);
            }
            for item in &self.items {
                let clip = common(item.clip, area);
                if let Some(texture) = raster.texture(item.texture)
                    && !is_empty(common(item.area, area))
                {
                    picture.figure(&item.figure, texture, clip);
                }
            }
        }
        picture
    }

    /// Returns where two pictures may differ. `None` if figures changed places, so that another may be on top.
    fn differing(&self, before: &[Item], raster: &Raster, changed: &[(TextureId, Area)]) -> Option<Areas> {
        // Most frames begin and end with the same figures.
        let same = |(a, b): &(&Item, &Item)| a.key == b.key;
        let start = before.iter().zip(&self.items).take_while(same).count();
        let (before, now) = (&before[start..], &self.items[start..]);
        let end = before.iter().rev().zip(now.iter().rev()).take_while(same).count();
        let (before, now) = (&before[..before.len() - end], &now[..now.len() - end]);
        let mut counts: HashMap<&Key, [usize; 2]> = HashMap::new();
        for (side, items) in [before, now].into_iter().enumerate() {
            for item in items {
                counts.entry(&item.key).or_default()[side] += 1;
            }
        }
        let stays = |item: &&Item| counts.get(&item.key).is_some_and(|[a, b]| a == b);
        if !before.iter().filter(stays).map(|item| &item.key).eq(now.iter().filter(stays).map(|item| &item.key)) {
            return None;
        }
        let mut areas = Areas::default();
        for item in before.iter().chain(now).filter(|item| !stays(item)) {
            areas.add(item.area);
        }
        for &(id, part) in changed {
            let Some(texture) = raster.texture(id) else { continue };
            for item in self.items.iter().filter(|item| item.texture == id) {
                areas.add(item.area_of_texels(part, texture.size));
            }
        }
        Some(areas)
    }
}
