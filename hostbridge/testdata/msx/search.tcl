# Runs the search of a snapshot (docs/witnesses.md), which MSX_SNAPSHOT names, on an MSX that has found the cartridge. Writes
# the cycles to its return and the RAM that is there, hexadecimal, to the file MSX_FOUND.
set throttle off
set renderer none
set file [open $env(MSX_SNAPSHOT) rb]
set snapshot [read $file]
close $file
set split [string first "\n\n" $snapshot]
set lines [split [string range $snapshot 0 $split] "\n"]
foreach line $lines {
	switch [lindex $line 0] {
		ram { scan $line "ram %x %x" ram size }
		home { scan $line "home %x" home }
	}
}

debug set_bp $env(MSX_START) {} {
	set memory [expr {$split + 2}]
	debug write_block memory $ram [string range $snapshot [expr {$memory + $ram}] [expr {$memory + $ram + $size - 1}]]
	foreach line $lines {
		if {[scan $line "register %s %x" name value] == 2} { reg [string toupper $name] $value }
	}
	set began [machine_info time]
	debug set_bp $home {} {
		set cycles [expr {round(([machine_info time] - $began) * 3579545)}]
		binary scan [debug read_block memory $ram $size] H* bytes
		set file [open $env(MSX_FOUND) w]
		puts $file "$cycles $bytes"
		close $file
		exit
	}
}
set power on
