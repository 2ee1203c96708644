-- gridscope's logger for Lua 5.1 to 5.4 and LuaJIT: copy this file beside your program; local gridscope = require("gridscope")
-- GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
-- Unset, it writes to gridscope.trace.jsonl in the current folder: who calls a logger wants a log.
local gridscope, to, unset, out, searches, why = {}, os.getenv("GRIDSCOPE"), "gridscope.trace.jsonl", nil, 0, nil
if (to or "") == "" then to = unset end
local function escaped(c) return string.format("\\u%04x", c:byte()) end
local function json(v)
  if v == nil or v ~= v then return "null" end
  if v == math.huge or v == -math.huge then return v > 0 and '"inf"' or '"-inf"' end
  if type(v) == "number" then return (string.format("%.17g", v):gsub(",", ".")) end -- some locales have a comma
  if type(v) == "boolean" then return tostring(v) end
  if type(v) ~= "table" then return '"' .. tostring(v):gsub('[%c"\\]', escaped) .. '"' end
  local all = {}
  for i = 1, #v do all[i] = json(v[i]) end
  if #v > 0 or next(v) == nil then return "[" .. table.concat(all, ",") .. "]" end
  for name, one in pairs(v) do all[#all + 1] = json(tostring(name)) .. ":" .. json(one) end
  return table.sort(all) or "{" .. table.concat(all, ",") .. "}"
end
local function file(name) -- a log is replaced, but never a file that is none
  local there = name ~= unset or not os.rename(name, name) or io.open(name, "r") -- or a link that leads nowhere
  if not there then return nil, name .. " is a link, so it is not followed; set GRIDSCOPE to another name" end
  local old, why = io.open(name, "a+"); if not old then return nil, why end
  local head = old:seek("set") and old:read(1024) or "", old:close() -- a pipe has no start
  if head ~= "" and not head:find("^{.*gridscope%-trace") then
    return nil, name .. " is no gridscope log, so it is not replaced; set GRIDSCOPE to another name"
  end
  return io.open(name, "w")
end
local function write(line, more, ...) -- each % of the line is one of the values after more, whose fields are added
  if to == "off" then return elseif to == "1" then out = io.stdout elseif not out then out, why = file(to) end
  if not out then to = "off" return io.stderr:write("gridscope writes no log: ", why, "\n") end
  local values, n = { ... }, 0
  line = line:gsub("'", '"'):gsub("%%", function() n = n + 1 return json(values[n]) end)
  out:write("{", line, more and next(more) and "," .. json(more):sub(2, -2) or "", "}\n")
  out:flush() -- at once, so that a log can be followed, and is whole after a crash
end
function gridscope.start(rows, start, goal, neighbours, corners, order, more) -- more: { costs = …, optimal = …, title = … }
  searches = searches + 1; if searches > 2 then gridscope.event("end") end
  if searches > 1 then return write("'event':'begin','phase':'search','start':%,'goal':%,'order':%", nil, start, goal, order) end
  write("'format':'gridscope-trace','version':2,'map':%,'start':%,'goal':%,'neighbours':%,'corners':%,'order':%", more,
    rows, start, goal, neighbours or 8, corners or "never", order or { "f" })
end
function gridscope.event(word, fields) write("'event':%", fields, word) end
function gridscope.open(x, y, from, g, h) write("'event':'open','at':%,'from':%,'g':%,'h':%", nil, { x, y }, from, g, h) end
function gridscope.expand(x, y, g) write("'event':'expand','at':%,'g':%", nil, { x, y }, g) end
function gridscope.reject(x, y, from, why) write("'event':'reject','at':%,'from':%,'why':%", nil, { x, y }, from, why) end
function gridscope.path(cells, cost) write("'event':'path','cells':%,'cost':%", nil, cells, cost) end
function gridscope.done(result) write("'event':'done','result':%", nil, result) end
return gridscope
