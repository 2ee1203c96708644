//! Files and links: what is read, written, lost and refused.

mod columns;
mod event_list;
mod file_names;
mod ldtk_levels;
mod links;
mod movingai;
mod mutations;
mod old_names;
mod plain;
mod ros_settings;
mod round_trips;
mod scene_writing;
mod search_traces;
mod tiled_parts;
mod trace_alone;
mod twice;
mod versions;
mod weights;
