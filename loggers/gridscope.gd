# gridscope's logger for Godot 4.1 and later: copy this file into the project; const Gridscope = preload("gridscope.gd")
# GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
# Unset, it writes to user://gridscope.trace.jsonl (Project > Open User Data Folder): who calls a logger wants a log.
extends RefCounted # a cell is Vector2i(x, y) or [x, y], what is missing is null; more: { "costs": …, "optimal": …, … }
static var _to := OS.get_environment("GRIDSCOPE")
static var _file: FileAccess = null
static var _searches := 0
static func _plain(v: Variant) -> Variant: # JSON has no infinity, and no vectors
	if v is float: return null if is_nan(v) else v if is_finite(v) else "inf" if v > 0 else "-inf"
	if v is Vector2i or v is Vector2: return [int(v.x), int(v.y)]
	if v is Dictionary:
		var all := {}
		for name in v: all[str(name)] = _plain(v[name])
		return all
	return Array(v).map(func(one: Variant) -> Variant: return _plain(one)) if typeof(v) >= TYPE_ARRAY else v
static func _is_foreign(name: String) -> bool: # a log is replaced, but never a file that is none
	var old := FileAccess.open(name, FileAccess.READ)
	if old == null or old.get_length() == 0: return false
	var head := old.get_buffer(1024).get_string_from_ascii()
	return not (head.begins_with("{") and head.contains("gridscope-trace"))
static func _write(line: Dictionary, more: Dictionary) -> void:
	if _file == null and _to != "1" and _to != "off":
		var name := "user://gridscope.trace.jsonl" if _to == "" else _to
		var why := "it is no gridscope log, so it is not replaced; set GRIDSCOPE to another name"
		if not _is_foreign(name):
			_file = FileAccess.open(name, FileAccess.WRITE)
			why = error_string(FileAccess.get_open_error())
		if _file == null: printerr("gridscope writes no log: ", name, ": ", why)
		if _file == null: _to = "off"
	line.merge(more)
	var text := JSON.stringify(_plain(line), "", false, true)
	if _to == "1": print(text)
	elif _to != "off":
		_file.store_line(text)
		_file.flush() # at once, so that a log can be followed, and is whole after a crash
static func start(rows: Variant, start: Variant, goal: Variant, neighbours := 8, corners := "never", order := ["f"], more := {}) -> void:
	_searches += 1
	if _searches > 2: event("end")
	if _searches > 1: event("begin", { "phase": "search", "start": start, "goal": goal, "order": order })
	else: _write({ "format": "gridscope-trace", "version": 2, "map": rows, "start": start, "goal": goal,
			"neighbours": neighbours, "corners": corners, "order": order }, more)
static func event(word: String, fields := {}) -> void: _write({ "event": word }, fields)
static func open(x: int, y: int, from: Variant = null, g: Variant = null, h: Variant = null) -> void:
	event("open", { "at": [x, y], "from": from, "g": g, "h": h })
static func expand(x: int, y: int, g: Variant = null) -> void: event("expand", { "at": [x, y], "g": g })
static func reject(x: int, y: int, from: Variant, why: String) -> void: event("reject", { "at": [x, y], "from": from, "why": why })
static func path(cells: Array, cost: Variant = null) -> void: event("path", { "cells": cells, "cost": cost })
static func done(result: String) -> void: event("done", { "result": result })
