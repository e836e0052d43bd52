-- Presses buttons of the Mega Drive's pad and tells what is seen. Reads commands from the pipe MD_PIPE, one a line: key NAME:
-- press and release it, wait until the search is over; state: print text, last move, number and board; seen: the same as soon
-- as a search has shown something; picture: of the screen; quit.
local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local address = {}
for word in os.getenv("MD_SYMBOLS"):gmatch("%S+") do
  local name, at = word:match("(.*)=(.*)")
  address[name] = tonumber(at)
end
local keys = {}
for tag, port in pairs(machine.ioport.ports) do
  if tag:match("PAD1") or tag:match("ctrl1") then
    for name, field in pairs(port.fields) do keys[name] = field end
  end
end
for name, _ in pairs(keys) do print("key", name) end
local commands = io.open(os.getenv("MD_PIPE"), "r")
local wait, down, ended = 60, nil, false

emu.register_frame_done(function()
  if ended then return end -- the pipe is silent from here on
  if wait > 0 then wait = wait - 1 return end
  if down then down:set_value(0) down = nil wait = 3 return end
  if space:read_u8(address.thinking) ~= 0 then wait = 3 return end
  local line = commands:read("l")
  if line == nil or line == "quit" then ended = true machine:exit() return end
  if line == "picture" then machine.video:snapshot() return end
  local name = line:match("^key (.*)$")
  local field = keys[name]
  if not field then print("error|no key " .. line) ended = true machine:exit() return end
  field:set_value(1)
  down = field
  wait = 3
end)
for tag in pairs(machine.screens) do print("screen", tag) end
