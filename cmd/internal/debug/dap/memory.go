package dap

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
)

// most is the greatest address that is read. Addresses are 64 bits wide here, since an
// offset may lead out of the machine's map.
const most = 1<<32 - 1

// reference is an address as the protocol has it: hexadecimal, or decimal below 0.
func reference(addr int64) string {
	if addr < 0 {
		return strconv.FormatInt(addr, 10)
	}
	return fmt.Sprintf("0x%04X", addr)
}

// address reads a reference, to which an offset is added.
func address(text string, offset int) (int64, error) {
	n, err := strconv.ParseInt(strings.Replace(strings.TrimSpace(text), "$", "0x", 1), 0, 64)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("address %q: want a number such as 0x4000", report.Short(text, 40))
	}
	if offset < -most || offset > most {
		return 0, fmt.Errorf("address %s with offset %d: outside the machine's memory", report.Short(text, 40), offset)
	}
	return n + int64(offset), nil
}

// mostRows bounds the rows of a disassembly, and how far from its reference they are.
const mostRows = 10_000

// readMemory answers the bytes from the first one at or above 0. All that were asked for
// and are not in the answer are unreadable, up to the next ones that are not.
func (s *session) readMemory(r *dap.Request, args *dap.ReadMemoryArguments) {
	from, err := address(args.MemoryReference, args.Offset)
	if err == nil && (args.Count < 0 || args.Count > most) {
		err = fmt.Errorf("%d bytes: want 0 to %d", args.Count, most)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	end := from + int64(args.Count)
	start := min(max(from, 0), end)
	body := dap.ReadMemoryResponseBody{Address: reference(start)}
	var b []byte
	if start >= 0 && start <= most {
		b = s.d.ReadSome(uint32(start), int(end-start))
	}
	behind := start + int64(len(b))
	if next, ok := s.d.NextMemory(behind); ok && next < end {
		end = next
	}
	body.Data, body.UnreadableBytes = base64.StdEncoding.EncodeToString(b), int(start-from+end-behind)
	s.reply(r, body)
}

// row is a row of a disassembly. go-dap has no presentationHint.
type row struct {
	dap.DisassembledInstruction
	PresentationHint string `json:"presentationHint,omitempty"`
}

// disassemble answers exactly the rows that the client wants: those outside of the memory
// are marked as invalid.
func (s *session) disassemble(r *dap.Request, args *dap.DisassembleArguments) {
	addr, err := address(args.MemoryReference, args.Offset)
	switch {
	case err != nil:
	case args.InstructionCount < 0 || args.InstructionCount > mostRows:
		err = fmt.Errorf("%d instructions: want 0 to %d", args.InstructionCount, mostRows)
	case args.InstructionOffset < -mostRows || args.InstructionOffset > mostRows:
		err = fmt.Errorf("instruction offset %d: want -%d to %d", args.InstructionOffset, mostRows, mostRows)
	}
	var rows []debug.Row
	if err == nil {
		rows, err = s.d.Disassemble(addr, args.InstructionOffset, args.InstructionCount)
	}
	if err != nil {
		s.fail(r, err)
		return
	}
	all := []row{}
	for i := range rows {
		all = append(all, s.row(&rows[i]))
	}
	s.reply(r, struct {
		Instructions []row `json:"instructions"`
	}{all})
}

// row returns a row as the protocol has it.
func (s *session) row(of *debug.Row) row {
	in := row{DisassembledInstruction: dap.DisassembledInstruction{Address: reference(of.Addr), Instruction: "no memory"}}
	if of.Outside {
		in.PresentationHint = "invalid"
		return in
	}
	in.Instruction, in.InstructionBytes, in.Symbol = of.Text, fmt.Sprintf("% X", of.Bytes), of.Label
	if c := of.Cycles.String(); c != "" {
		in.Instruction = fmt.Sprintf("%-24s %s %s", of.Text, s.d.Image().CPU.Comment, c)
	}
	if of.File != "" {
		in.Location, in.Line = s.source(of.File), s.line(of.Line)
	}
	return in
}
