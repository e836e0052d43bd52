# Presses keys of an MSX and tells what it shows. Reads commands from the pipe MSX_PIPE, one a line, whenever the cartridge
# waits for a key: key ROW MASK; later SECONDS ROW MASK: press that key then, whatever the machine does; stick MASK: of its
# directions and buttons; wait SECONDS; poke SYMBOL OFFSET BYTE; ram FILE: what lies from $C000 on; bytes AT SIZE: print them;
# state: print the screen's text, last move, number, board and clocks; picture FILE; quit.
set throttle off
set auto_enable_reverse off
plug joyporta keyjoystick1
foreach word $env(MSX_SYMBOLS) { lassign [split $word =] name at; set address($name) $at }

proc byte {at} { debug read memory $at }

proc row {row} {
	set text ""
	for {set column 0} {$column < 32} {incr column} {
		set c [debug read VRAM [expr {0x1800 + 32 * $row + $column}]]
		append text [expr {$c >= 32 && $c < 128 ? [format %c $c] : "#"}]
	}
	return $text
}

proc state {} {
	global address
	set board ""
	for {set rank 7} {$rank >= 0} {incr rank -1} {
		for {set square [expr {16 * $rank}]} {$square < 16 * $rank + 8} {incr square} {
			set id [expr {[byte [expr {$address(ids) + $square}]] & 0x1F}]
			set kind [byte [expr {$address(kind) + $id}]]
			set letter [string index [expr {$id < 16 ? "KQRBNP" : "kqrbnp"}] $kind]
			append board [expr {[byte [expr {$address(board) + $square}]] ? $letter : "."}]
		}
		append board /
	}
	set text [string range [row 19] 0 25]
	foreach {r from to} {3 19 24 5 19 24 7 20 31 9 20 31 19 26 31 21 0 31} { append text "," [string range [row $r] $from $to] }
	set last $address(last_move)
	set clocks "[string range [row 3] 26 30] [string range [row 5] 26 30]"
	puts stderr [format "state|%s|%02x%02x|%d|%s|%s" $text [byte $last] [byte [expr {$last + 1}]] \
		[expr {[byte $address(now)] + 256 * [byte [expr {$address(now) + 1}]]}] $board $clocks]
}

proc waits {} { expr {[reg PC] >= $::address(row) && [reg PC] < $::address(replay)} }

# hold - set what the stick's lines are, 0 where one is pressed. No command of openMSX presses a stick, but the state of a
# machine has it: the machine goes on from its own state with other lines.
proc hold {lines then} {
	global env
	set old [machine]
	set path $env(HOME)/stick.xml.gz
	store_machine $old $path
	set f [open $path rb]
	set state [zlib gunzip [read $f]]
	close $f
	if {[regsub {(type="KeyJoystick"[^>]*>\s*<status>)\d+} $state \\1$lines state] != 1} { error "no stick in the state" }
	set f [open $path wb]
	puts -nonewline $f [zlib gzip $state]
	close $f
	set new [restore_machine $path]
	delete_machine $old
	activate_machine $new
	after time 0.15 $then
}

proc step {still} {
	global pipe
	if {![waits]} { after time 0.1 {step 0}; return }
	if {!$still} { after time 0.1 {step 1}; return }
	set line [gets $pipe]
	switch [lindex $line 0] {
		key {
			lassign $line key row mask
			keymatrixdown $row $mask
			after time 0.15 "keymatrixup $row $mask; after time 0.15 {step 0}"
		}
		stick {
			# Not in a machine's own time, as it ends.
			after realtime 0 "hold [expr {63 ^ [lindex $line 1]}] {after realtime 0 {hold 63 {step 0}}}"
		}
		later {
			lassign $line later seconds row mask
			after time $seconds "keymatrixdown $row $mask"
			after time [expr {$seconds + 0.15}] "keymatrixup $row $mask"
			step 1
		}
		wait { after time [lindex $line 1] {step 0} }
		poke {
			lassign $line poke name offset byte
			debug write memory [expr {$::address($name) + $offset}] $byte
			step 1
		}
		state { state; step 1 }
		ram {
			set f [open [lindex $line 1] rb]
			debug write_block memory 0xC000 [read $f]
			close $f
			step 1
		}
		bytes {
			binary scan [debug read_block memory [lindex $line 1] [lindex $line 2]] H* digits
			puts stderr bytes|$digits
			step 1
		}
		picture { set ::throttle on; after realtime 1 "screenshot [lindex $line 1]; set ::throttle off; step 1" }
		default { exit }
	}
}
set pipe [open $env(MSX_PIPE) r]
set power on
after time 5 {step 0}
