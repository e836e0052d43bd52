-- Runs the search of a snapshot of the 6502 (docs/witnesses.md), which MK5_SNAPSHOT names, on the MK V. Where
-- its P masks the interrupt, none comes. Prints the cycles to its return, and the registers and RAM that are there.
local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local clock = 1966080

local file = io.open(os.getenv("MK5_SNAPSHOT"), "rb"):read("a")
local head = file:sub(1, file:find("\n\n", 1, true))
local before = #head + 1 -- file:byte(before + 1) is address 0
local start, size = head:match("\nram (%x+) (%x+)\n")
start, size = tonumber(start, 16), tonumber(size, 16)
local home = tonumber(head:match("\nhome (%x+)\n"), 16)
local r = {}
for name, value in head:gmatch("register (%a+) (%x+)\n") do r[name] = tonumber(value, 16) end

-- After the reset the processor reads these instructions, where the machine has nothing: ldx #, txs, lda #, pha, lda #, ldx #,
-- ldy #, plp, jmp.
local stub = 0x6000
local code = { 0xA2, r.s, 0x9A, 0xA9, r.p, 0x48, 0xA9, r.a, 0xA2, r.x, 0xA0, r.y, 0x28, 0x4C, r.pc & 0xFF, r.pc >> 8 }

-- Cycles are counted between the reads of the first opcode of the search and of the one behind its return.
local began, ended
-- MAME may crash if it exits with taps, so the test ends it.
local taps = {
  space:install_read_tap(0xFFFC, 0xFFFD, "reset", function(at) return at == 0xFFFC and stub & 0xFF or stub >> 8 end),
  space:install_read_tap(stub, stub + #code - 1, "stub", function(at) return code[at - stub + 1] end),
  space:install_read_tap(r.pc, r.pc, "search", function()
    if began then return end
    for at = start, start + size - 1 do space:write_u8(at, file:byte(before + 1 + at)) end
    began = machine.time
  end),
  space:install_read_tap(home, home, "home", function()
    if not began or ended then return end
    local cycles = math.floor((machine.time - began):as_double() * clock + 0.5)
    local state, ram = cpu.state, {}
    for at = start, start + size - 1 do ram[#ram + 1] = string.format("%02x", space:read_u8(at)) end
    print(string.format("search cycles=%d a=%x x=%x y=%x p=%x s=%x ram=%s", cycles, state["A"].value, state["X"].value, state["Y"].value,
      state["P"].value, state["SP"].value & 0xFF, table.concat(ram)))
    io.stdout:flush()
    ended = true
  end),
}
