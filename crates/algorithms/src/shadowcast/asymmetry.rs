//! Asymmetric sight: all ordered pairs of floors A and B such that A sees B but B does not see A.

use super::sight::{Ground, Look, Sight};
use crate::params::{Param, Params, Resolved};
use crate::tool::{Findings, Tool, ToolAction};
use crate::{Cell, Progress, RunError, Scene};

/// The tool that lists all asymmetric pairs by the rule of a scene. For every algorithm whose actors see by these
/// rules.
pub const ASYMMETRY: Tool = Tool {
    id: "asymmetry",
    title: "Asymmetric sight",
    help: "Looks from every floor cell of the map to every other, by this scene's rule of sight, and lists each pair \
           of which one sees the other without being seen.",
    start: "Find all pairs",
    inputs: &[Param::int(
        "list",
        (0, MAX_PAIRS),
        MAX_PAIRS,
        "How many pairs are listed, nearest first; all are counted.",
    )],
    does: ToolAction::Find(find),
};

type Watch<'a> = &'a mut dyn FnMut(f32);

const MAX_PAIRS: i64 = 2_000_000;

fn find(
    scene: &Scene,
    params: &Resolved,
    inputs: &Resolved,
    progress: &Progress,
    watch: Watch,
) -> Result<Findings, RunError> {
    // The look uses the parameters of a field of view, or those of an algorithm whose actors see by the same rules.
    let mut own = Params::default();
    for (name, theirs) in [("variant", "variant"), ("variant", "sight"), ("radius", "radius"), ("shape", "shape")] {
        if let Some(value) = params.get(theirs) {
            own.set(name, value.clone());
        }
    }
    let look = super::look(&own.resolve(super::PARAMS)?, Cell::default());
    let Asymmetry { mut pairs, total } =
        all_pairs(&scene.tiles, &look, MAX_PAIRS as usize, progress, watch).map_err(RunError::Scene)?;
    pairs.sort_by_key(|(a, b)| {
        let (dx, dy) = a.delta(*b);
        dx * dx + dy * dy
    });
    pairs.truncate(inputs.int("list").unwrap_or(MAX_PAIRS) as usize);
    let rule = look.variant.name();
    Ok(Findings {
        what: "pairs".into(),
        total,
        summary: format!("{total} ordered pairs, by {rule}: the first sees the second, which does not see it"),
        width: 2,
        cells: pairs.into_iter().flat_map(|(a, b)| [a, b]).collect(),
        between: " sees ".into(),
        starts: true,
    })
}

/// Largest number of floors for which all pairs are compared. 16,384 floors need 32 MB.
const MAX_FLOORS: usize = 16_384;

/// The result of [`asymmetric_pairs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetry {
    /// The first pairs of an observer and a cell that does not see it back, in reading order of the observer, then
    /// of the other.
    pub pairs: Vec<(Cell, Cell)>,
    /// The total number of pairs.
    pub total: u64,
}

/// Lists the first `limit` pairs and counts all of them. `look` gives the rule, the radius and the shape. Its eye is
/// not used. Every cell that is not opaque counts as floor.
///
/// Each floor looks once into a row of bits. A pair is asymmetric if a bit differs from its mirror image. A 100 ×
/// 100 cave takes about a second.
///
/// # Errors
/// Returns a sentence if there are more than 16,384 floors.
pub fn asymmetric_pairs<G: Ground + Sync>(ground: &G, look: &Look, limit: usize) -> Result<Asymmetry, String> {
    all_pairs(ground, look, limit, &Progress::default(), &mut |_| {})
}

/// Number of cells whose view is computed in one piece of work.
const FLOORS: usize = 64;

/// Like [`asymmetric_pairs`], but on the threads of `progress`, and reports the share that is done to `watch`, from 0 to 1,
/// after some looks. If the progress stops it, the result is empty.
fn all_pairs(
    ground: &(impl Ground + Sync),
    look: &Look,
    limit: usize,
    progress: &Progress,
    watch: Watch,
) -> Result<Asymmetry, String> {
    let size = ground.size();
    let nothing = Asymmetry { pairs: Vec::new(), total: 0 };
    let (mut floors, mut many) = (Vec::new(), 0);
    for cell in size.cells() {
        if cell.x == 0 && progress.is_stopped() {
            return Ok(nothing);
        }
        if ground.veil(cell).opacity < u8::MAX {
            many += 1;
            if many <= MAX_FLOORS {
                floors.push(cell);
            }
        }
    }
    if many > MAX_FLOORS {
        return Err(format!("{many} floors are too many to compare each with each; at most {MAX_FLOORS} are allowed"));
    }
    let mut number = vec![u32::MAX; size.area()];
    for (i, &floor) in floors.iter().enumerate() {
        number[size.index(floor)] = i as u32;
    }
    let words = floors.len().div_ceil(64);
    let pieces = floors.len().div_ceil(FLOORS);
    let eyes = |piece: usize| piece * FLOORS..floors.len().min((piece + 1) * FLOORS);
    let mut visibility_bits: Vec<u64> = Vec::with_capacity(floors.len() * words);
    let looks = |piece: usize, _: &Progress| {
        let mut sight = Sight::default();
        let mut rows = vec![0u64; eyes(piece).len() * words];
        for (row, eye) in rows.chunks_exact_mut(words).zip(&floors[eyes(piece)]) {
            sight.look(ground, &Look { eye: *eye, ..*look });
            for &cell in sight.cells() {
                let j = number[size.index(cell)] as usize;
                if j < floors.len() {
                    row[j / 64] |= 1 << (j % 64);
                }
            }
        }
        rows
    };
    let share = |bits: &Vec<u64>| bits.len() as f32 / (floors.len() * words).max(1) as f32;
    progress.in_order(pieces, looks, |rows| {
        visibility_bits.extend(rows.into_iter().flatten());
        watch(share(&visibility_bits));
        true
    });
    if progress.is_stopped() {
        return Ok(nothing);
    }
    let back = |i: usize, j: usize| visibility_bits[j * words + i / 64] >> (i % 64) & 1 == 1;
    let compared = |piece: usize, _: &Progress| {
        let mut found = Asymmetry { pairs: Vec::new(), total: 0 };
        for i in eyes(piece) {
            for w in 0..words {
                let mut bits = visibility_bits[i * words + w];
                while bits != 0 {
                    let j = w * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if !back(i, j) {
                        found.total += 1;
                        if found.pairs.len() < limit {
                            found.pairs.push((floors[i], floors[j]));
                        }
                    }
                }
            }
        }
        found
    };
    let mut found = nothing;
    progress.in_order(pieces, compared, |part| {
        let Some(part) = part else { return true };
        found.total += part.total;
        let room = limit - found.pairs.len();
        found.pairs.extend(part.pairs.into_iter().take(room));
        true
    });
    Ok(found)
}
