package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/fault"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/host/query"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
)

// Options of [Open].
type Options struct {
	Stderr    io.Writer     // receives the learner's standard error and other output; may be nil
	Threads   int           // threads to run at once; 0: 1
	Memory    int64         // limit in bytes for all processes; 0: none; see [limit.CanLimitMemory]
	Processes int           // limit of processes and threads; 0: [limit.DefaultProcesses]
	Files     int           // limit of open files for each process; 0: [limit.DefaultFiles]
	Grace     time.Duration // time to return from a cancelled call, and then to end; 0: 2 s
	Env       []string      // additions to its environment, "NAME=value"
	Timeout   time.Duration // of the start, and then of the description, see [WithTimeout]; 0: 10 s
	Sandbox   confine.Sandbox
}

// A Learner is a running learner process. Its methods are not for concurrent use, except Close.
type Learner struct {
	source  find.Source
	process *process
	client  *plugin.Client
	rpc     pb.LearnerClient
	about   wire.Description
	names   *sp.Names // for a learner that asks for texts
	tmp     *confine.Folder
	oracles *query.Server
	grace   time.Duration
	usage   Usage
	early   float64 // CPU seconds before a fit, charged to its budget of seconds
	before  float64 // CPU seconds until the end of Load for training, and in fits
	beside  float64 // CPU seconds in later calls of Load and Predict, as far as is known
	train   []sp.Instance
	test    []sp.Instance

	close   sync.Once
	closed  chan struct{}
	givenUp atomic.Bool            // a call was cancelled, and the learner may still compute
	filled  atomic.Pointer[string] // why it was evicted; nil: it was not
	ended   error                  // how the process ended before Close; nil if it did not
}

// Open starts the learner's process and asks it for its description. It fails with ErrStart (or
// ErrVersion) if no learner starts, and then leaves nothing running. ctx bounds Open only; the
// process lives until Close.
func Open(ctx context.Context, source find.Source, o Options) (*Learner, error) {
	l := &Learner{source: source, closed: make(chan struct{})}
	if err := ctx.Err(); err != nil {
		return nil, l.wrap("start", context.Cause(ctx))
	}
	if len(source.Argv) == 0 {
		return nil, l.wrap("start", fmt.Errorf("%w: no program", ErrStart))
	}
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	if l.grace = o.Grace; l.grace == 0 {
		l.grace = 2 * time.Second
	}
	before := evicted.Load()
	if err := l.prepare(o); err != nil {
		return nil, l.wrap("start", err)
	}
	release := context.AfterFunc(ctx, l.process.kill)
	err := l.connect(ctx, o.Timeout)
	if !release() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		_ = l.Close() // err says why the start failed
		switch {
		case errors.Is(err, ErrStart):
			err = cmp.Or(confine.CheckTempFolder(), l.checkSandbox(), noRoomSince(before), err)
		case errors.Is(err, syscall.ENOENT): // the folder of the process has gone
			err = cmp.Or(confine.CheckTempFolder(), err)
		}
		return nil, l.wrap("start", err)
	}
	running.Store(l, nil)
	return l, nil
}

// prepare prepares the process; go-plugin starts it. The function is long: its steps share one
// clean-up after an error.
func (l *Learner) prepare(o Options) (err error) {
	program, err := l.source.Program()
	if err != nil {
		return fault.Start(err)
	}
	policy, tmp, moved, err := o.Sandbox.Prepare(l.source)
	if err != nil {
		return err
	}
	l.tmp = tmp
	folder, err := os.OpenRoot(l.tmp.Dir)
	if err == nil {
		if l.oracles, err = query.Serve(l.tmp.Dir, o.Threads); err != nil {
			_ = folder.Close()
		}
	}
	if err != nil {
		l.tmp.Remove()
		return fault.TempFolder(l.tmp.Dir, err)
	}
	env := confine.Environment(max(o.Threads, 1), o.Memory, policy, o.Env)
	argv := l.source.Argv[:1:1]
	for _, arg := range l.source.Arguments() {
		argv = append(argv, moved(arg))
	}
	program = moved(program)
	l.process = newProcess(program, argv,
		limit.New(o.Memory, cmp.Or(o.Processes, limit.DefaultProcesses(o.Threads)), &policy),
		&tail{next: o.Stderr})
	l.process.spec.Files = uint64(cmp.Or(o.Files, limit.DefaultFiles))
	l.process.policy, l.process.program = policy, program
	l.process.socket.tmp, l.process.socket.folder = l.tmp.Dir, folder
	l.client = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: wire.ProtocolVersion, MagicCookieKey: wire.CookieKey,
			MagicCookieValue: wire.CookieValue,
		},
		Plugins:          plugin.PluginSet{wire.PluginName: &stub{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		SkipHostEnv:      true,
		RunnerFunc: func(_ hclog.Logger, spec *exec.Cmd, _ string) (runner.Runner, error) {
			l.process.spec.Env = append(env, spec.Env...)
			return pluginRunner{l.process}, policy.Apply(&l.process.spec)
		},
		GRPCDialOptions: []grpc.DialOption{
			grpc.WithContextDialer(l.process.socket.dial), grpc.WithStreamInterceptor(refuseBroker),
			grpc.WithMaxHeaderListSize(mostHeaders),
		},
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: l.tmp.Dir},
		StartTimeout:     math.MaxInt64, // connect has its own timeout
		Logger:           hclog.NewNullLogger(),
	})
	return nil
}

// connect starts the process, waits for the handshake and asks for the description.
func (l *Learner) connect(ctx context.Context, timeout time.Duration) error {
	starting, stop := WithTimeout(ctx, timeout)
	release := context.AfterFunc(starting, l.process.kill)
	_, err := l.client.Start()
	late := !release()
	stop()
	switch {
	case late && (err == nil || l.process.stdout.text() == ""):
		return fmt.Errorf("%w: it did not serve within %v%s", ErrStart, timeout,
			l.process.stderr.quote())
	case err != nil:
		return l.whyNotUp(err)
	}
	protocol, err := l.client.Client()
	if err != nil {
		return l.whyNotUp(err)
	}
	raw, err := protocol.Dispense(wire.PluginName)
	if err != nil {
		return l.whyNotUp(err)
	}
	l.rpc = raw.(pb.LearnerClient)
	describing, stop := WithTimeout(ctx, timeout)
	defer stop()
	call, cancel := callContext(describing)
	defer cancel()
	m, err := l.rpc.Describe(call, &pb.DescribeRequest{}, atMost(mostAnswered))
	if err != nil {
		return fmt.Errorf("%w: it does not describe itself: %w", ErrStart, l.why(describing, err))
	}
	if l.about, err = wire.ToDescription(m); err != nil {
		return fmt.Errorf("%w: %w: %w", ErrStart, sp.ErrProtocol, err)
	}
	return nil
}

// whyNotUp returns why the handshake failed.
func (l *Learner) whyNotUp(err error) error {
	p := l.process
	line := p.stdout.text()
	version := 0
	if handshakeForm.MatchString(line) {
		version, _ = strconv.Atoi(strings.Split(line, "|")[1])
	}
	switch {
	case !p.ran: // the program was not even executed
		return l.source.ExecError(err)
	case version != 0 && version != wire.ProtocolVersion:
		return fmt.Errorf("%w: %w: it speaks %d, this spbench %d; rebuild the older of the two",
			ErrStart, ErrVersion, version, wire.ProtocolVersion)
	case version != 0:
		return fmt.Errorf("%w: %w%s", ErrStart, err, p.stderr.quote())
	case line != "":
		return fmt.Errorf("%w: %w: not a learner, or it prints on the line of the handshake: "+
			"its first output is %q%s",
			ErrStart, ErrNoise, line, p.stderr.quote())
	case p.exited(waitDelay):
		if over := p.limit.Met(p.stderr.text()); over != nil {
			return fmt.Errorf("%w: %w: %s%s", ErrStart, over, p.ending(), p.stderr.quote())
		}
		return fmt.Errorf("%w: it ended with %s before it served%s", ErrStart, p.ending(),
			p.stderr.quote())
	}
	return fmt.Errorf("%w: %w%s", ErrStart, err, p.stderr.quote())
}

// callContext returns the context of an RPC for ctx. The learner sees no deadline: only the clock
// of the harness decides.
func callContext(ctx context.Context) (context.Context, context.CancelFunc) {
	call, cancel := context.WithCancel(context.WithoutCancel(ctx))
	release := context.AfterFunc(ctx, cancel)
	return call, func() { release(); cancel() }
}

// A stub gives go-plugin the client side of the service.
type stub struct{ plugin.NetRPCUnsupportedPlugin }

func (*stub) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error {
	return errors.New("host: the harness does not serve learners")
}

func (*stub) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any,
	error) {
	return pb.NewLearnerClient(conn), nil
}

// checkSandbox returns an ErrHost if the learner's sandbox cannot be made any more. It tries again
// without the learner, since a learner can print anything before its handshake.
func (l *Learner) checkSandbox() error {
	policy := l.process.policy
	if policy.Kind != sandbox.Bubblewrap || handshakeForm.MatchString(l.process.stdout.text()) {
		return nil
	}
	return confine.Try(policy)
}
