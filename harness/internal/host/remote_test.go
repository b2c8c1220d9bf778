package host_test

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// askAnd is a fit without the SDK. It asks the harness for three maxima in two messages, and then
// follows the mode.
func askAnd(how string, oracles *pb.Access, fit grpc.ServerStreamingServer[pb.FitEvent]) error {
	conn, err := grpc.NewClient(oracles.Address,
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	if how != "leaves the stream open" {
		defer conn.Close()
	}
	// Not with the call's context: the stream may outlive the call.
	stream, err := pb.NewOraclesClient(conn).Query(context.Background())
	if err != nil {
		return err
	}
	calls := int64(0)
	ask := func(indices ...int32) error {
		b, _ := binary.Append(nil, binary.LittleEndian, indices) // fixed-size values
		q := &pb.Queries{Token: oracles.Token, Indices: b, W: make([]byte, 8*oracles.Dim),
			Augment: true}
		_ = stream.Send(q) // Recv returns the cause of an error
		answers, err := stream.Recv()
		calls = max(calls, answers.GetCounts().GetMap())
		return err
	}
	if err := errors.Join(ask(0, 1), ask(1)); err != nil {
		return err
	}
	switch how {
	case "claims more":
		calls++
	case "claims less":
		calls--
	case "meets the budget":
		for status.Code(err) != codes.ResourceExhausted {
			err = ask(0, 1)
		}
	case "dies":
		for {
			if err := stream.Send(&pb.Queries{Indices: make([]byte, 4<<10)}); err != nil {
				return err
			}
			if calls++; calls == 13 { // ten more, without reading the answers
				os.Exit(3)
			}
		}
	}
	return errors.Join(fit.Send(checkpoint(calls, 5)), fit.Send(done(calls)))
}

// The harness counts the calls that it answers, and compares the learner's counts with its own.
func TestRemoteCallsAreCounted(t *testing.T) {
	for how, want := range map[string]struct {
		calls  int64
		budget bool
		err    string
	}{
		"tells the truth":        {calls: 3},
		"meets the budget":       {calls: 6, budget: true}, // of 6.9 calls
		"claims more":            {err: "a checkpoint counts {Visits:0 Sweeps:0 MAP:4 "},
		"claims less":            {err: "it counts {Visits:3 Sweeps:0 MAP:2 "},
		"leaves the stream open": {calls: 3},
		"dies":                   {err: "exit status 3"},
	} {
		t.Run(how, func(t *testing.T) {
			tmp := shortDir(t)
			t.Setenv("TMPDIR", tmp)
			l := open(t, "liar", host.Options{})
			train(t, l, chains(2, 1))
			r := wire.FitRequest{Setting: setting(), Budget: sp.Budget{Passes: 3.45}}
			r.Params = []byte("asks and " + how)
			f, err := l.Fit(t.Context(), r, nothing)
			if want.err != "" {
				if err == nil || !f.Remote || !strings.Contains(err.Error(), want.err) ||
					how != "dies" && !errors.Is(err, sp.ErrProtocol) {
					t.Errorf("error %v does not say %q", err, want.err)
				}
			} else if err != nil || !f.Remote ||
				f.Counts != (sp.Counts{Visits: want.calls, MAP: want.calls}) ||
				(f.End == sp.EndedByBudget) != want.budget {
				t.Errorf("fitted %+v, %v", f, err)
			}
			start := time.Now()
			_ = l.Close() // a crash is part of the test
			if took := time.Since(start); took > patience {
				t.Errorf("Close took %v", took)
			}
			if left, _ := filepath.Glob(filepath.Join(tmp, "spbench-plugin-*")); len(left) > 0 {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}
