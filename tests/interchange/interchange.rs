//! Maps and runs of other programs, read and written: samples of those programs, round trips of every lesson and of random
//! scenes, and files that are damaged or made to do harm.

mod arrays;
mod csv;
mod dcss;
mod flat_json;
mod foreign_files;
mod godot;
mod graphs;
mod layers;
mod ldtk;
mod map_question;
mod meaning;
mod npy;
mod plans;
mod png_map;
mod posthoc;
mod real_weights;
mod rexpaint;
mod ros;
mod scen;
mod support;
mod template;
mod text_map;
mod tiled;
mod unreal;
mod uvtt;
mod watabou;
