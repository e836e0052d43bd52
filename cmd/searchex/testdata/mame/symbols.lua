-- Gives the commands of a file to MAME's debugger, and saves its comments.
local debugger = manager.machine.debugger
for line in io.lines(os.getenv("SYMBOLS")) do
  debugger:command(line)
end
debugger:command("comsave")
manager.machine:exit()
