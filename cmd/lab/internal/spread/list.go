package spread

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Runs returns the runs whose coordinators are alive. It reads them one by one, since the
// key of a worker allows no more.
func Runs(ctx context.Context, js jetstream.JetStream) (all []RunInfo, err error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	keys, err := keysOf(ctx, js, runsBucket)
	if len(keys) == 0 {
		return nil, err
	}
	kv, err := js.KeyValue(ctx, runsBucket)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		e, err := kv.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue // it has ended
		}
		if err != nil {
			return nil, err
		}
		var r RunInfo
		if json.Unmarshal(e.Value(), &r) == nil && r.ID == key {
			all = append(all, r)
		}
	}
	return all, nil
}

// keysOf returns the keys of a bucket, in order, also those that were removed a moment ago. A
// bucket that doesn't exist has none.
func keysOf(ctx context.Context, js jetstream.JetStream, bucket string) (keys []string, err error) {
	prefix := "$KV." + bucket + "."
	s, err := js.Stream(ctx, "KV_"+bucket)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(keys)
	return keys, nil
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
func Forget(ctx context.Context, js jetstream.JetStream, id string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	for _, name := range []string{streamName(id), resultsName(id)} {
		if derr := js.DeleteStream(ctx, name); !errors.Is(derr, jetstream.ErrStreamNotFound) && err == nil {
			err = derr
		}
	}
	for _, bucket := range []string{runsBucket, plansBucket} {
		if kv, kerr := js.KeyValue(ctx, bucket); kerr == nil {
			_ = kv.Purge(ctx, id)
		}
	}
	return err
}
