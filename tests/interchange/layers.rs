//! Layers of a run as CSV, JSON, and arrays of NumPy.

use gridscope_formats::layer::{Layer, layer_csv, layer_json, layer_npy};
use gridscope_trace::{Grid, Size};

fn grid(values: Vec<Option<f64>>) -> Grid<Option<f64>> {
    Grid::from_vec(Size::new(2, 2), values).unwrap()
}

fn text(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn layer_csv_has_a_row_per_valued_cell() {
    let cost = grid(vec![Some(0.0), None, Some(1.5), None]);
    let state = grid(vec![None, None, Some(1.0), Some(7.0)]);
    let words = ["open", "closed, \"done\""];
    let layers = [Layer::new("g", &cost), Layer { name: "a,b", values: &state, words: &words }];
    let csv = text(|out| layer_csv(out, &layers));
    assert_eq!(csv, "x,y,g,\"a,b\"\n0,0,0,\n0,1,1.5,\"closed, \"\"done\"\"\"\n1,1,,7\n");
    let extreme = grid(vec![Some(f64::INFINITY), Some(f64::NEG_INFINITY), Some(f64::NAN), Some(-1e300)]);
    assert_eq!(
        text(|out| layer_csv(out, &[Layer::new("n", &extreme)])),
        "x,y,n\n0,0,inf\n1,0,-inf\n0,1,nan\n1,1,-1e300\n"
    );
    assert_eq!(text(|out| layer_csv(out, &[])), "x,y\n");
}

#[test]
fn json_has_all_cells_row_by_row() {
    let cost = grid(vec![Some(0.0), None, Some(1.5), Some(f64::INFINITY)]);
    let state = grid(vec![None, Some(0.0), Some(0.5), Some(-1.0)]);
    let layers = [Layer::new("g \"x\"", &cost), Layer { name: "state", values: &state, words: &["open"] }];
    let json: serde_json::Value = serde_json::from_str(&text(|out| layer_json(out, &layers))).unwrap();
    assert_eq!(
        json,
        serde_json::json!({"format": "gridscope-layers", "version": 1, "layers": [
            {"name": "g \"x\"", "width": 2, "height": 2, "rows": [[0, null], [1.5, "inf"]]},
            {"name": "state", "width": 2, "height": 2, "rows": [[null, "open"], [0.5, -1]]},
        ]})
    );
    let none: serde_json::Value = serde_json::from_str(&text(|out| layer_json(out, &[]))).unwrap();
    assert_eq!(none["layers"], serde_json::json!([]));
}

#[test]
fn layer_array_has_nan_for_missing_values() {
    let cost = grid(vec![Some(0.0), None, Some(1.5), None]);
    let mut bytes = Vec::new();
    layer_npy(&mut bytes, &Layer::new("g", &cost)).unwrap();
    let values: Vec<f64> =
        bytes[bytes.len() - 32..].chunks(8).map(|eight| f64::from_le_bytes(eight.try_into().unwrap())).collect();
    assert_eq!((values[0], values[2]), (0.0, 1.5));
    assert!(values[1].is_nan() && values[3].is_nan());
    assert!(String::from_utf8_lossy(&bytes).contains("'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), "));
}
