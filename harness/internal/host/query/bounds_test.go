package query

import (
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestHuge: messages larger than the task needs, without a token, end the service before they fill
// the memory: one, or many at once.
func TestHuge(t *testing.T) {
	for streams, size := range map[int]int{1: 200 << 20, 16: 16 << 20} {
		o, client := served(t)
		task := &oracleTasks()[0]
		admitted(o, task, sp.Budget{})
		huge := &pb.Queries{W: make([]byte, size)}
		var all sync.WaitGroup
		for range streams {
			all.Go(func() {
				stream, err := client.Query(t.Context())
				if err == nil {
					_ = stream.Send(huge) // never read whole
					_, err = stream.Recv()
				}
				if err == nil {
					t.Error("an answer")
				}
			})
		}
		all.Wait()
		held := o.memory.exceeded.Load()
		if err := o.Exceeded(); streams == 1 && !errors.Is(err, sp.ErrProtocol) ||
			err != nil && !strings.Contains(err.Error(), "at once") {
			t.Errorf("%d streams: %v", streams, err)
		}
		if held > o.memory.most.Load()+(2<<20) {
			t.Errorf("%d streams: %d MB are held", streams, held>>20)
		}
	}
}

// TestManyAnswers: the answers of all streams together have a limit. A refused stream frees its
// part, and so does the end of a stream. Answers for all instances are never refused.
func TestManyAnswers(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	for kind := range pb.Queries_Kind_name {
		_, token, w := admitted(o, task, sp.Budget{})
		q := &pb.Queries{Token: token, W: w, Kind: pb.Queries_Kind(kind), Difference: true, Indices: le([]int32{7})}
		if q.Kind == pb.Queries_CONDITIONAL {
			continue // needs a forest for each query
		}
		q.Pairs = q.Kind == pb.Queries_MARGINALS
		if _, err := ask(t, client, q); err != nil {
			t.Errorf("%v: one query: %v", q.Kind, err)
		}
		o.memory.most.Store(8 << 20)
		indices := slices.Repeat([]int32{7}, 1<<18)
		q.Indices = le(indices)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				_, err := ask(t, client, q)
				if err == nil || !strings.Contains(err.Error(), "answers of all streams would take") {
					t.Errorf("%v: %v", q.Kind, err)
				}
			})
		}
		all.Wait()
		q.Indices = le(indices[:1000])
		if _, err := ask(t, client, q); err != nil {
			t.Errorf("%v: after the others: %v", q.Kind, err)
		}
	}
}

// TestFewConnections: the service accepts few connections. Others wait, and use no file of this
// process.
func TestFewConnections(t *testing.T) {
	o, _ := served(t)
	var all []net.Conn
	greeted := func(c net.Conn, patience time.Duration) bool {
		_ = c.SetReadDeadline(time.Now().Add(patience))
		_, err := c.Read(make([]byte, 1)) // of the server's settings
		return err == nil || !errors.Is(err, os.ErrDeadlineExceeded)
	}
	for range mostConnections + 3 {
		c := must(net.Dial("unix", strings.TrimPrefix(o.address, "unix:")))(t)
		t.Cleanup(func() { c.Close() })
		must(io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))(t)
		all = append(all, c)
	}
	for i, c := range all {
		patience := time.Minute
		if i >= mostConnections {
			patience = 20 * time.Millisecond
		}
		if greeted(c, patience) != (i < mostConnections) {
			t.Errorf("connection %d", i)
		}
	}
	all[0].Close()
	if !greeted(all[mostConnections], time.Minute) {
		t.Error("no connection after another has ended")
	}
}

// TestCharged: answers are charged to a budget of CPU seconds, with the learner's own time. They
// end with the access.
func TestCharged(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	for name, c := range map[string]struct {
		budget, own float64
		answers     int
	}{"large": {1e9, 1, 3}, "small": {1e-9, 0, 1}, "spent by the learner": {5, 6, 1}} {
		a, token, w := admitted(o, task, sp.Budget{CPUSeconds: c.budget})
		a.OwnCPU = func() float64 { return c.own }
		q := &pb.Queries{Token: token, Indices: le([]int32{0}), W: w}
		n := 0
		for range 3 {
			answers, err := ask(t, client, q)
			if err == nil && len(answers[0].Score) > 0 {
				n++
			} else if status.Code(err) != codes.ResourceExhausted {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != c.answers || a.CPU() <= 0 {
			t.Errorf("%s: %d answers in %v CPU seconds", name, n, a.CPU())
		}
		a.End()
		if _, err := ask(t, client, q); status.Code(err) != codes.Unauthenticated {
			t.Errorf("%s: after its end: %v", name, err)
		}
	}
}

// TestTurns: at most as many streams compute at once as there are threads.
func TestTurns(t *testing.T) {
	o, client := served(t)
	task := &oracleTasks()[0]
	a, token, w := admitted(o, task, sp.Budget{CPUSeconds: 1e9})
	now, most, mu := 0, 0, sync.Mutex{}
	a.OwnCPU = func() float64 { // called while a stream has its turn
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return 0
	}
	q := &pb.Queries{Token: token, Indices: le([]int32{0}), W: w}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := ask(t, client, q, q, q); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d streams computed at once, for one thread", most)
	}
}
