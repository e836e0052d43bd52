-- Presses buttons of the Mega Drive's pad and tells what is seen. Reads commands from the pipe MD_PIPE, one a line, whenever the
-- cartridge waits for a button, which it does at MD_WAITS: key NAME: press and release it; thinking NAME FRAMES: press it in that
-- frame of the search that comes, for long; state: print the text on the screen, then bytes of the variables in MD_SYMBOLS
-- (name=address+size); ram FILE: what lies from $FF0000 on; bytes AT SIZE: print them; picture: of the screen; quit.
local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local vram = emu.item(machine.devices[":gen_vdp"].items["0/m_vram"])
local symbols, thinking = {}, nil
for word in os.getenv("MD_SYMBOLS"):gmatch("%S+") do
  local name, at, size = word:match("(.*)=(.*)%+(.*)")
  symbols[#symbols + 1] = { name = name, at = tonumber(at), size = tonumber(size) }
  if name == "thinking" then thinking = tonumber(at) end
end
local keys = machine.ioport.ports[":ctrl1:mdpad:PAD"].fields
local commands = io.open(os.getenv("MD_PIPE"), "r")
local from, to = os.getenv("MD_WAITS"):match("(.*) (.*)")
from, to = tonumber(from), tonumber(to)
local wait, down, ended = 60, nil, false
local early = nil -- a button to be pressed in the middle of a search, and when

local function row(y, from, to)
  local text = ""
  for x = from, to do
    local tile = vram:read((0xC000 + 2 * (64 * y + x)) // 2) & 0x7FF
    text = text .. (tile >= 0x20 and tile < 0x60 and string.char(tile) or " ")
  end
  return text
end

local function bytes(from, size)
  local digits = ""
  for at = from, from + size - 1 do digits = digits .. string.format("%02x", space:read_u8(at)) end
  return digits
end

local function ram(path)
  local file = io.open(path, "rb")
  local all = file:read("a")
  file:close()
  for i = 1, #all do space:write_u8(0xFF0000 + i - 1, all:byte(i)) end
end

local function state()
  local text = row(0, 2, 25)
  for y = 2, 22, 2 do text = text .. "," .. row(y, 27, y < 6 and 32 or 39) end -- without the clocks
  local line = "state|" .. text
  for _, s in ipairs(symbols) do line = line .. "|" .. s.name .. "=" .. bytes(s.at, s.size) end
  print(line)
  io.stdout:flush()
end

emu.register_frame_done(function()
  if ended then return end -- the pipe is silent from here on
  if early and space:read_u8(thinking) ~= 0 then
    early.frames = early.frames - 1
    if early.frames == 0 then down, wait, early = early.field, 40, nil down:set_value(1) end
  end
  if wait > 0 then wait = wait - 1 return end
  if down then down:set_value(0) down = nil wait = 4 return end
  local pc = cpu.state["CURPC"].value
  if pc < from or pc >= to then return end
  local line = commands:read("l")
  if line == nil or line == "quit" then ended = true machine:exit() return end
  if line == "state" then state() return end
  if line == "picture" then machine.video:snapshot() return end
  local path = line:match("^ram (.*)$")
  if path then ram(path) return end
  local at, size = line:match("^bytes (%d+) (%d+)$")
  if at then print("bytes|" .. bytes(tonumber(at), tonumber(size))) io.stdout:flush() return end
  local name = line:match("^key (.*)$")
  if name then
    down = keys["P1 " .. name]
    down:set_value(1)
    wait = 4
    return
  end
  local frames
  name, frames = line:match("^thinking (.*) (%d+)$")
  early = { field = keys["P1 " .. name], frames = tonumber(frames) }
end)
