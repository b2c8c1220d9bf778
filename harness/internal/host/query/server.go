package query

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"path/filepath"
	"sync/atomic"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"golang.org/x/net/netutil"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// A Server serves oracle calls to one learner's process, on a socket in its private folder.
type Server struct {
	pb.UnimplementedOraclesServer
	server  *grpc.Server
	address string
	memory  memory
	turns   chan struct{}          // one for each thread: streams that compute now
	current atomic.Pointer[Access] // of the current call; nil: none
}

// Limits of a server.
const (
	mostConnections = 8        // or one more than threads; others wait outside of this process
	mostHeaders     = 64 << 10 // bytes
)

// Serve starts the service with its socket in dir. At most so many threads answer at once.
func Serve(dir string, threads int) (*Server, error) {
	path := filepath.Join(dir, "oracles")
	socket, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("no socket for oracle queries: %w", err)
	}
	o := &Server{address: "unix:" + path, turns: make(chan struct{}, max(threads, 1))}
	o.memory = memory{BufferPool: mem.DefaultBufferPool(), over: func() { go o.server.Stop() }}
	o.memory.most.Store(mostBesideTask)
	o.server = grpc.NewServer(grpc.MaxRecvMsgSize(math.MaxInt32),
		grpc.MaxSendMsgSize(math.MaxInt32), grpc.MaxConcurrentStreams(64),
		grpc.MaxHeaderListSize(mostHeaders), experimental.BufferPool(&o.memory),
		grpc.WaitForHandlers(true))
	pb.RegisterOraclesServer(o.server, o)
	few := netutil.LimitListener(socket, max(mostConnections, threads+1))
	go func() { _ = o.server.Serve(few) }() // until stop
	return o, nil
}

// Stop ends the service. After it returns, no query is answered.
func (o *Server) Stop() {
	if o != nil {
		o.server.Stop()
	}
}

// Exceeded returns an error, which wraps [sp.ErrProtocol], if the service ended because its messages
// took too much memory; else nil.
func (o *Server) Exceeded() error {
	if held := o.memory.exceeded.Load(); held > 0 {
		return fmt.Errorf("%w: its oracle queries and the answers took %d MB at once, of %d MB for "+
			"this task: ask for fewer instances at once", sp.ErrProtocol, held>>20,
			o.memory.most.Load()>>20)
	}
	return nil
}

// Admit makes a the access of queries until it ends, and returns the address and token for the
// learner.
func (o *Server) Admit(a *Access) *pb.Access {
	o.memory.most.Store(a.most())
	o.memory.held.Store(0) // streams of earlier calls may have left some
	o.current.Store(a)
	return wire.FromAccess(o.address, a.token, a.Map)
}

// Query implements the service.
func (o *Server) Query(stream grpc.BidiStreamingServer[pb.Queries, pb.Answers]) error {
	var s *answerer
	var reply pb.Answers
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err // the learner is gone
		}
		if s == nil {
			a := o.current.Load()
			if a == nil || m.GetToken() != a.token {
				return refusal(errToken)
			}
			if a.bad != nil {
				return status.Errorf(codes.FailedPrecondition, "the setting: %v", a.bad)
			}
			a.measured.Do(func() {
				if a.training {
					o.memory.most.Add(a.differences())
				}
			})
			s = &answerer{Access: a, memory: &o.memory, pool: a.pool.Beside(nil)}
			defer func() { o.memory.answers.Add(-s.held) }()
		}
		select {
		case o.turns <- struct{}{}:
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
		answers, err := s.charged(stream.Context(), m)
		<-o.turns
		if answers != nil {
			wire.FromAnswers(&reply, answers)
			if lost := stream.Send(&reply); lost != nil {
				return lost
			}
		}
		if err != nil {
			return refusal(err)
		}
	}
}

// refusal returns the status of a query without an answer.
func refusal(err error) error {
	code := codes.InvalidArgument
	switch {
	case errors.Is(err, sp.ErrBudget):
		code = codes.ResourceExhausted
	case errors.Is(err, errToken):
		code = codes.Unauthenticated
	case errors.Is(err, errDenied):
		code = codes.PermissionDenied
	case errors.Is(err, errors.ErrUnsupported):
		code = codes.Unimplemented
	case errors.Is(err, errSolver):
		code = codes.Internal
	}
	return status.Error(code, err.Error())
}
