// Package spread carries jobs to workers in other processes and on other computers, over
// NATS JetStream.
//
// The server is a post box, never the ledger: what counts is the journal that the
// coordinator writes. A job is a message in a work queue; a worker acknowledges it only
// after its result is stored. A result is stored under the number of the job and the name
// of the worker, whose key lets it write under no other name. The coordinator compares the
// results of a job to the byte, so that every job that is done twice tests that jobs are
// pure functions. The coordinator posts what its journal lacks, when it starts, and
// whatever the server has lost.
//
// Messages hold numbers, hashes and results; no clock of one computer is compared with
// that of another.
package spread

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Names on the server.
const (
	runsBucket    = "lab_runs"    // a small entry a run, while its coordinator lives
	plansBucket   = "lab_plans"   // the plans of the runs
	workersBucket = "lab_workers" // an entry a worker, while it lives
	consumerName  = "lab_workers"
	begunSubject  = "lab.begun" // an empty message when a run begins, outside JetStream
)

func streamName(run string) string  { return "lab_jobs_" + run }
func subjectName(run string) string { return "lab.jobs." + run }
func resultsName(run string) string { return "lab_results_" + run }

// Bounds and times.
const (
	maxPayload = 1 << 20 // of any message
	maxJob     = 1 << 10 // of a job
	// entryTTL is the time after which the entry of a run or a worker that is not renewed
	// disappears; renewal is the time between renewals.
	entryTTL = 15 * time.Second
	renewal  = 3 * time.Second
	// mostDeliveries is the number of deliveries after which a job that no worker finishes
	// counts as failed.
	mostDeliveries = 20
	// request is how long an answer of the server is waited for.
	request = 5 * time.Second
)

// message is a job in the queue.
type message struct {
	Job int `json:"job"`
	// Again asks for a second result, to compare it with that of worker Not, which makes
	// it only if there is no other worker.
	Again bool   `json:"again,omitempty"`
	Not   string `json:"not,omitempty"`
}

// head is the first line of a result; the result follows.
type head struct {
	Job    int    `json:"job"`
	Worker string `json:"worker"`
	SHA256 string `json:"sha256"`
	// Failed says why there is no result.
	Failed string `json:"failed,omitempty"`
}

// parcel is a result on its way.
type parcel struct {
	head
	sum    [sha256.Size]byte
	result []byte
}

// pack returns the message of a result.
func pack(number int, worker string, result []byte, failed string) []byte {
	sum := sha256.Sum256(result)
	b, err := json.Marshal(head{number, worker, hex.EncodeToString(sum[:]), failed})
	if err != nil {
		panic(err) // strings and numbers
	}
	return append(append(b, '\n'), result...)
}

// unpack reads the message of a result.
func unpack(b []byte) (p parcel, err error) {
	first, rest, ok := bytes.Cut(b, []byte("\n"))
	switch {
	case !ok || len(rest) > job.MaxResult:
		return p, errors.New("not a result")
	case json.Unmarshal(first, &p.head) != nil:
		return p, errors.New("not a result: its first line is not the head of one")
	}
	p.result, p.sum = rest, sha256.Sum256(rest)
	if hex.EncodeToString(p.sum[:]) != p.SHA256 {
		return p, fmt.Errorf("the result of job %d by %s does not have its hash", p.Job, printable(p.Worker))
	}
	p.Worker, p.Failed = printable(p.Worker), printable(p.Failed)
	return p, nil
}

// Kinds of results: one that was asked for once, and one to compare it with. A token of the
// subject says which.
const (
	first  = "first"
	second = "again"
)

// resultSubject is where a worker stores a result.
func resultSubject(run, kind string, number int, worker string) string {
	return fmt.Sprintf("lab.results.%s.%s.%d.%s", run, kind, number, worker)
}

// splitSubject returns the parts of a result's subject. number is -1 if it is not that of a
// job.
func splitSubject(subject string) (kind string, number int, worker string) {
	parts := strings.Split(subject, ".")
	if len(parts) != 6 {
		return "", -1, ""
	}
	number, err := strconv.Atoi(parts[4])
	if err != nil || strconv.Itoa(number) != parts[4] {
		number = -1
	}
	return parts[3], number, parts[5]
}

// nameForm is the form of a worker's name, which is part of subjects and keys.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CheckName returns an error for a name that a worker can't have.
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("a worker with the name %s: want 1 to 64 letters, digits, - or _", printable(strconv.Quote(name)))
	}
	return nil
}

// printable returns a text from another computer in one line.
func printable(s string) string { return report.OneLine(s, 600) }

// RunInfo describes a run that is under way.
type RunInfo struct {
	ID       string       `json:"id"`
	Instance string       `json:"instance"` // of the coordinator
	Program  job.Identity `json:"program"`
	Jobs     int          `json:"jobs"` // of this run of the coordinator
	Done     int          `json:"done"`
	Failed   int          `json:"failed"`
	// Barred are the workers whose results do not count, since one was wrong.
	Barred []string `json:"barred,omitempty"`
	// Rate is in jobs a second over the last minute, by the coordinator's clock.
	Rate float64 `json:"rate"`
	// Trouble says why no results come, if that is the server's fault.
	Trouble string `json:"trouble,omitempty"`
}

// WorkerInfo describes a worker.
type WorkerInfo struct {
	Name    string       `json:"name"`
	Program job.Identity `json:"program"`
	Cores   int          `json:"cores"`
	Doing   []string     `json:"doing,omitempty"` // runs and jobs
	Done    int          `json:"done"`
	// Rate is in jobs a second over the last minute, by the worker's clock.
	Rate float64 `json:"rate"`
}
