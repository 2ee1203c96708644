//! Maps and runs of other programs, read and written: samples of those programs, round trips of every lesson and of random
//! scenes, and files that are damaged or made to do harm.

<<<<<<< HEAD
mod csv;
mod foreign_files;
mod layers;
mod npy;
mod png_map;
mod arrays;
mod flat_json;
mod graphs;
mod scen;
mod godot;
mod support;
mod template;
mod uvtt;
=======
mod dcss;
mod rexpaint;
mod ros;
mod support;
mod watabou;
>>>>>>> wt-glyphs
