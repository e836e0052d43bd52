-- Runs the search of a snapshot (docs/witnesses.md), which MD_SNAPSHOT names, on a Mega Drive whose cartridge has come to
-- MD_START. Prints the cycles to its return and the RAM that is there, hexadecimal.
local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local clock = 53693175 // 7 -- MAME takes whole cycles a second

local file = io.open(os.getenv("MD_SNAPSHOT"), "rb"):read("a")
local head = file:sub(1, file:find("\n\n", 1, true))
local before = #head + 1 -- file:byte(before + 1) is address 0
local start, size = head:match("\nram (%x+) (%x+)\n")
start, size = tonumber(start, 16), tonumber(size, 16)
local home = tonumber(head:match("\nhome (%x+)\n"), 16)
local r = {}
for name, value in head:gmatch("register (%w+) (%x+)\n") do r[name] = tonumber(value, 16) end

local began, ended, entered
-- MAME may crash if it exits with taps, so the test ends it.
local taps = {
  space:install_read_tap(r.pc, r.pc + 1, "search", function()
    if entered and not began then began = machine.time end
  end),
  space:install_read_tap(home, home + 1, "home", function()
    if not began or ended then return end
    local cycles = math.floor((machine.time - began):as_double() * clock + 0.5)
    ended = true
    local ram = {}
    for at = start, start + size - 1 do ram[#ram + 1] = string.format("%02x", space:read_u8(at)) end
    print(string.format("search cycles=%d ram=%s", cycles, table.concat(ram)))
    io.stdout:flush()
  end),
}

local frames = 0
emu.register_frame_done(function()
  frames = frames + 1
  if entered or frames < 30 then return end
  for at = start, start + size - 1 do space:write_u8(at, file:byte(before + 1 + at)) end
  space:write_u16(home, 0x60FE) -- bra to itself
  for name, value in pairs(r) do
    if name ~= "pc" then cpu.state[name:upper()].value = value end
  end
  entered = true
  cpu.state["PC"].value = r.pc
end)
