//! The script beside a Godot scene that sets up an `AStarGrid2D` with the rules of the scene's run.

use super::super::{Options, tileset};
use super::nodes::node_name;
use super::{TERRAIN, WEIGHTS};
use gridscope_trace::scene::Scene;

/// Returns the name of the script's file.
pub(super) fn file_name(options: &Options) -> String {
    format!("{}_astar.gd", node_name(options.stem()))
}

/// Returns the script. The scene's root node uses it.
pub(super) fn script(scene: &Scene, options: &Options) -> String {
    let rules = Rules::of(scene, options);
    let (size, pixels) = (scene.size(), tileset::PIXELS);
    let mut text = String::from(
        "# The search grid of this map, written by gridscope. grid.get_id_path(from, to) returns the cells of a path.\n",
    );
    if rules.terrain_costs {
        text.push_str("# The weight of a cell multiplies the length of a step onto it. In gridscope the cost of a tile is added.\n");
        text.push_str("# Diagonal steps onto such tiles therefore cost more here.\n");
    }
    text.push_str("extends Node2D\n\nvar grid := AStarGrid2D.new()\n\n\nfunc _ready() -> void:\n");
    let mut line = |line: &str| {
        text.push('\t');
        text.push_str(line);
        text.push('\n');
    };
    line(&format!("grid.region = Rect2i(0, 0, {}, {})", size.width, size.height));
    line(&format!("grid.cell_size = Vector2({pixels}, {pixels})"));
    line("grid.offset = grid.cell_size / 2");
    line(&format!("grid.diagonal_mode = AStarGrid2D.{}", rules.diagonal_mode));
    line("grid.update()");
    line("grid.fill_solid_region(grid.region)");
    line(&format!("var terrain: TileMapLayer = ${TERRAIN}"));
    line("for cell: Vector2i in terrain.get_used_cells():");
    line("\tvar tile := terrain.get_cell_tile_data(cell)");
    line("\tgrid.set_point_solid(cell, not tile.get_custom_data(\"walks\"))");
    if rules.terrain_costs {
        line("\tgrid.set_point_weight_scale(cell, 1.0 + tile.get_custom_data(\"cost\"))");
        if scene.size().cells().any(|at| scene.weight(at).is_some()) {
            line(&format!("var weights: TileMapLayer = ${WEIGHTS}"));
            line("for cell: Vector2i in weights.get_used_cells():");
            line("\tgrid.set_point_weight_scale(cell, weights.get_cell_tile_data(cell).get_custom_data(\"weight\"))");
        }
    }
    text
}

/// The rules of a run that the grid can follow.
struct Rules {
    diagonal_mode: &'static str,
    terrain_costs: bool,
}

impl Rules {
    /// Returns the rules by the parameters of the scene's run. An algorithm without such a parameter has eight
    /// neighbours, cuts no corners and uses terrain costs.
    fn of(scene: &Scene, options: &Options) -> Self {
        let card = options.registry.find(&scene.run.algorithm).map_or(&[][..], |algorithm| algorithm.card().params);
        let run = scene.run.params.resolve(card).unwrap_or_default();
        let diagonal_mode = match (run.word("neighbours").as_str(), run.word("corners").as_str()) {
            ("4", _) => "DIAGONAL_MODE_NEVER",
            (_, "always") => "DIAGONAL_MODE_ALWAYS",
            (_, "one") => "DIAGONAL_MODE_AT_LEAST_ONE_WALKABLE",
            _ => "DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES",
        };
        Self { diagonal_mode, terrain_costs: run.get("terrain-costs").is_none() || run.flag("terrain-costs") }
    }
}
