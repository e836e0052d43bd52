package hostbridge_test

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

func init() {
	hostbridge.FirstDifference = func(ctx context.Context, a, b hostbridge.Engine, t *hostbridge.Task) (fmt.Stringer, error) {
		d, _, err := equal.FirstDifference(ctx, a, b, t)
		return d, err
	}
}
