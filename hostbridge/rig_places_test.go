package hostbridge

import (
	"strings"

	"github.com/stretchr/testify/require"
)

// read reads a place of places.txt of package contracts.
func (m *rig) read(place string) uint32 {
	if v, ok := m.cpu.register(m, place); ok {
		return v
	}
	form, at := m.memory(place)
	switch form {
	case "":
		return uint32(m.m.Read(at))
	case "word":
		return uint32(m.m.ReadWord(at))
	case "score":
		return uint32(uint16(m.layout.score(at)))
	case "move":
		return uint32(m.layout.move(at))
	}
	require.Fail(m.t, "no place to read: "+place)
	return 0
}

// write writes to places of places.txt of package contracts.
func (m *rig) write(all string, v uint32) {
	for place := range strings.SplitSeq(all, ",") {
		switch {
		case place == "none" || m.cpu.setRegister(m, place, v):
			continue
		case place == "raw":
			m.cpu.take(m, v)
			continue
		case place == "record":
			m.cpu.takeRecord(m, v)
			continue
		}
		switch form, at := m.memory(place); form {
		case "":
			m.m.Write(at, uint8(v))
		case "word":
			m.m.WriteWord(at, uint16(v))
		case "score":
			m.layout.setScore(at, int16(v))
		case "long":
			m.putLong(at, v)
		default:
			require.Fail(m.t, "no place to write: "+place)
		}
	}
}

// memory returns where a place lies, and in which form; that of a byte is "".
func (m *rig) memory(place string) (form string, at uint32) {
	form, label, formed := strings.Cut(place, ":")
	if !formed {
		form, label = "", place
	}
	label, offset, later := strings.Cut(label, "+")
	at = m.addr(label)
	if later {
		at += uint32(offset[0] - '0')
	}
	return form, at
}
