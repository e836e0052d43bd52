-- Presses keys of the MK V and tells what stands in its memory. Reads commands from the pipe MK5_PIPE, one a line:
-- key NUMBER: press and release it, wait until the search is over; state: print text, last move, number and board; picture: of the screen; quit;
-- off N: quit when the machine has thought for N frames.
local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local address = {}
for word in os.getenv("MK5_SYMBOLS"):gmatch("%S+") do
  local name, at = word:match("(.*)=(.*)")
  address[name] = tonumber(at)
end
-- Keys go by number, row*6 + bit: MAME's names of two keys changed between versions.
local keys = {}
for row = 0, 4 do
  for _, field in pairs(machine.ioport.ports[":IN." .. row].fields) do
    for bit = 0, 5 do
      if field.mask == 1 << bit then keys[row * 6 + bit] = field end
    end
  end
end
local commands = io.open(os.getenv("MK5_PIPE"), "r")
local wait, down, ended = 60, nil, false
local off = nil -- frames of thought until the power goes

local function state()
  local text = ""
  for i = 0, 15 do text = text .. string.char(space:read_u8(address.text + i)) end
  local board = ""
  for rank = 0x70, 0, -0x10 do
    for square = rank, rank + 7 do
      local id = space:read_u8(address.ids + square) & 0x1F
      local kind = space:read_u8(address.kind + id) + 1
      local letter = (id < 16 and "KQRBNP" or "kqrbnp"):sub(kind, kind)
      board = board .. (space:read_u8(address.board + square) == 0 and "." or letter)
    end
    board = board .. "/"
  end
  print(string.format("state|%s|%02x%02x|%d|%s", text, space:read_u8(address.last_move), space:read_u8(address.last_move + 1),
    space:read_u8(address.now), board))
  io.stdout:flush()
end

emu.register_frame_done(function()
  if ended then return end -- the pipe is silent from here on
  if off and space:read_u8(address.thinking) ~= 0 then
    off = off - 1
    if off == 0 then ended = true machine:exit() return end
  end
  if wait > 0 then wait = wait - 1 return end
  if down then down:set_value(0) down = nil wait = 20 return end
  if space:read_u8(address.thinking) ~= 0 then wait = 15 return end
  local line = commands:read("l")
  if line == nil or line == "quit" then ended = true machine:exit() return end
  if line == "state" then state() return end
  if line == "picture" then machine.video:snapshot() return end
  if line:match("^off %d+$") then off = tonumber(line:sub(5)) return end
  local field = keys[tonumber(line:match("^key (%d+)$"))]
  if not field then print("error|no key " .. line) ended = true machine:exit() return end
  field:set_value(1)
  down = field
  wait = 16
end)
