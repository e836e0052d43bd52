// Package spread carries jobs to workers in other processes and on other computers, over
// NATS JetStream.
//
// The server is a post box, never the ledger: what counts is the journal that the
// coordinator writes. A job is a message in a work queue; a worker acknowledges it only
// after its result is stored. Results are stored by first writer wins, under the number
// of the job. A worker that finds a result there stores its own beside it, and the
// coordinator compares the two to the byte, so that every job that is done twice tests
// that jobs are pure functions. The coordinator posts what its journal lacks, when it
// starts, and whatever the server has lost.
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
	"strconv"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Names on the server.
const (
	runsBucket    = "lab_runs"    // a small entry a run, while its coordinator lives
	plansBucket   = "lab_plans"   // the plans of the runs
	workersBucket = "lab_workers" // an entry a worker, while it lives
	consumerName  = "workers"
	begunSubject  = "lab.begun" // an empty message when a run begins, outside JetStream
)

func streamName(run string) string    { return "lab_jobs_" + run }
func subjectName(run string) string   { return "lab.jobs." + run }
func resultsBucket(run string) string { return "lab_results_" + run }

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

// The keys of a job's results: the first, and later ones by other workers.
func firstKey(number int) string { return "first." + strconv.Itoa(number) }
func againKey(number int, worker string) string {
	return "again." + strconv.Itoa(number) + "." + worker
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
	// Rate is in jobs a second, by the coordinator's clock.
	Rate float64 `json:"rate"`
}

// WorkerInfo describes a worker.
type WorkerInfo struct {
	Name    string       `json:"name"`
	Program job.Identity `json:"program"`
	Cores   int          `json:"cores"`
	Doing   []string     `json:"doing,omitempty"` // runs and jobs
	Done    int          `json:"done"`
	// Rate is in jobs a second, by the worker's clock.
	Rate float64 `json:"rate"`
}
