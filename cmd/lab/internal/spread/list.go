package spread

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Runs returns the runs whose coordinators are alive.
func Runs(ctx context.Context, js jetstream.JetStream) ([]RunInfo, error) {
	all, err := entries[RunInfo](ctx, js, runsBucket)
	slices.SortFunc(all, func(a, b RunInfo) int { return strings.Compare(a.ID, b.ID) })
	return all, err
}

// Workers returns the workers that are alive.
func Workers(ctx context.Context, js jetstream.JetStream) ([]WorkerInfo, error) {
	all, err := entries[WorkerInfo](ctx, js, workersBucket)
	slices.SortFunc(all, func(a, b WorkerInfo) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

// entries returns the entries of a bucket. A bucket that doesn't exist has none.
func entries[T any](ctx context.Context, js jetstream.JetStream, bucket string) (all []T, err error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	kv, err := js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer w.Stop()
	for {
		select {
		case e := <-w.Updates():
			if e == nil {
				return all, nil
			}
			var x T
			if json.Unmarshal(e.Value(), &x) == nil {
				all = append(all, x)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Left returns the names of runs that the server keeps and that have no coordinator.
func Left(ctx context.Context, js jetstream.JetStream) (left []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	alive, err := Runs(ctx, js)
	if err != nil {
		return nil, err
	}
	names := js.StreamNames(ctx)
	for name := range names.Name() {
		id, ok := strings.CutPrefix(name, streamName(""))
		if ok && !slices.ContainsFunc(alive, func(r RunInfo) bool { return r.ID == id }) {
			left = append(left, id)
		}
	}
	slices.Sort(left)
	return left, names.Err()
}

// Forget removes what the server keeps of a run. Its journal is not touched.
func Forget(ctx context.Context, js jetstream.JetStream, id string) error {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	err := js.DeleteStream(ctx, streamName(id))
	if kerr := js.DeleteKeyValue(ctx, resultsBucket(id)); err == nil {
		err = kerr
	}
	for _, bucket := range []string{runsBucket, plansBucket} {
		if kv, kerr := js.KeyValue(ctx, bucket); kerr == nil {
			_ = kv.Purge(ctx, id)
			_ = kv.Purge(ctx, barredKey(id))
		}
	}
	return err
}
