-- A student's A* on a grid with eight neighbours, never past a corner. Lines marked "-- log" are all that gridscope needs.
--
--     GRIDSCOPE=astar.trace.jsonl lua astar.lua < maze.txt      # is wall, . floor, G the start, X the goal
package.path = (arg[0]:match("^(.*[/\\])") or "./") .. "../?.lua;" .. package.path
local gridscope = require("gridscope") -- log

local MAP = { "##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
  "#..###.####..#", "#......#...X.#", "#....#.......#", "##############" }
local DIAGONAL = math.sqrt(2)

local function glyph(rows, x, y) -- cells count from 0, texts and tables from 1
  return rows[y + 1] and x >= 0 and rows[y + 1]:sub(x + 1, x + 1) or ""
end

local function free(rows, x, y)
  local c = glyph(rows, x, y)
  return c == "." or c == "G" or c == "X"
end

local function octile(ax, ay, b)
  local dx, dy = math.abs(ax - b[1]), math.abs(ay - b[2])
  return dx + dy + (DIAGONAL - 2) * math.min(dx, dy)
end

local function refused(rows, x, y, dx, dy, cost, known, closed)
  if not free(rows, x + dx, y + dy) then return "wall" end
  if dx ~= 0 and dy ~= 0 and not (free(rows, x + dx, y) and free(rows, x, y + dy)) then return "corner" end
  if closed then return "closed" end
  if known and cost >= known then return cost == known and "equal" or "dearer" end
end

local function astar(rows, start, goal)
  gridscope.start(rows, start, goal, 8, "never", { "f", "#" }, { costs = { straight = 1, diagonal = DIAGONAL } }) -- log
  local function key(x, y) return x .. "," .. y end
  local g, parent, closed = { [key(start[1], start[2])] = 0 }, {}, {}
  local open = { { octile(start[1], start[2], goal), start[1], start[2] } }
  gridscope.open(start[1], start[2], nil, 0, octile(start[1], start[2], goal)) -- log
  while #open > 0 do
    local best = 1 -- if f is equal, the one pushed first
    for i = 2, #open do if open[i][1] < open[best][1] then best = i end end
    local entry = table.remove(open, best)
    local x, y = entry[2], entry[3]
    local here = key(x, y)
    if not closed[here] then -- else it is a dearer entry that was left over
      closed[here] = true
      gridscope.expand(x, y, g[here]) -- log
      if x == goal[1] and y == goal[2] then
        local path, cell = {}, { x, y }
        while cell do
          table.insert(path, 1, cell)
          cell = parent[key(cell[1], cell[2])]
        end
        gridscope.path(path, g[here]) -- log
        gridscope.done("found") -- log
        return g[here]
      end
      for dy = -1, 1 do for dx = -1, 1 do
        local tx, ty = x + dx, y + dy
        local to = key(tx, ty)
        if (dx ~= 0 or dy ~= 0) and glyph(rows, tx, ty) ~= "" then
          local cost = g[here] + ((dx ~= 0 and dy ~= 0) and DIAGONAL or 1)
          local why = refused(rows, x, y, dx, dy, cost, g[to], closed[to])
          if why then
            gridscope.reject(tx, ty, { x, y }, why) -- log
          else
            g[to], parent[to] = cost, { x, y }
            open[#open + 1] = { cost + octile(tx, ty, goal), tx, ty }
            gridscope.open(tx, ty, { x, y }, cost, octile(tx, ty, goal)) -- log
          end
        end
      end end
    end
  end
  gridscope.done("none") -- log
end

local function find(rows, what)
  for y, row in ipairs(rows) do
    local x = row:find(what, 1, true)
    if x then return { x - 1, y - 1 } end
  end
end

local rows, typed = {}, os.execute("test -t 0") -- whether somebody types; Lua cannot ask by itself
if typed ~= true and typed ~= 0 then
  local text = io.read("*a"):gsub("[\r\n]+$", "")
  if text ~= "" then for row in (text .. "\n"):gmatch("([^\r\n]*)\r?\n") do rows[#rows + 1] = row end end
end
if #rows == 0 then rows = MAP end
local start, goal = find(rows, "G"), find(rows, "X")
if not start or not goal then
  io.stderr:write("the map needs a G (start) and an X (goal)\n")
  os.exit(1)
end
local cost = astar(rows, start, goal)
io.stderr:write(cost and string.format("cost %.4f\n", cost) or "there is no way\n")
