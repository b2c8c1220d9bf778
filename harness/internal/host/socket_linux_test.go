package host_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// An outside is a foreign service, at a path and at a TCP port.
type outside struct {
	path, tcp string
	bytes     atomic.Int64 // received
}

func serveOutside(t *testing.T) *outside {
	t.Helper()
	dir := shortDir(t)
	o := &outside{path: filepath.Join(dir, "socket")}
	listen := func(network, address string) string {
		l := must(net.Listen(network, address))(t)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				n, _ := io.Copy(io.Discard, conn) // until the other side is gone
				o.bytes.Add(n)
				conn.Close()
			}
		}()
		return l.Addr().String()
	}
	listen("unix", o.path)
	o.tcp = listen("tcp", "127.0.0.1:0")
	listen("unix", "@"+o.path)
	return o
}

// silent fails if the service has received anything.
func (o *outside) silent(t *testing.T) {
	t.Helper()
	if n := o.bytes.Load(); n > 0 {
		t.Errorf("a service outside was sent %d bytes", n)
	}
}

// TestForeignAddress checks that the harness connects only to the learner's own socket.
func TestForeignAddress(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script string // OUTSIDE is the path of a socket, PORT an address
		refuse bool
	}{
		"TCP":             {`echo "1|2|tcp|PORT|grpc|"`, true},
		"a path":          {`echo "1|2|unix|OUTSIDE|grpc|"`, true},
		"an abstract one": {`echo "1|2|unix|@OUTSIDE|grpc|"`, true},
		"no path":         {`echo "1|2|unix|socket|grpc|"`, true},
		"a way around":    {`echo "1|2|unix|$TMPDIR/../..OUTSIDE|grpc|"`, true},
		"a link":          {`ln -s OUTSIDE $TMPDIR/s; echo "1|2|unix|$TMPDIR/s|grpc|"`, true},
		"a linked folder": {`ln -s $(dirname OUTSIDE) $TMPDIR/d; echo "1|2|unix|$TMPDIR/d/socket|grpc|"`, true},
		"a hard link":     {`ln OUTSIDE $TMPDIR/s; echo "1|2|unix|$TMPDIR/s|grpc|"`, true},
		"another folder": {`rm -rf $TMPDIR; ln -s $(dirname OUTSIDE) $TMPDIR; echo "1|2|unix|$TMPDIR/socket|grpc|"`,
			false}, // there is no such socket in the learner's own folder
		"a file":        {`touch $TMPDIR/s; echo "1|2|unix|$TMPDIR/s|grpc|"`, true},
		"a certificate": {`echo "1|2|unix|$TMPDIR/s|grpc|` + certificate(t) + `|"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := serveOutside(t)
			script := strings.NewReplacer("OUTSIDE", o.path, "PORT", o.tcp).Replace(test.script) +
				"; sleep 60"
			source := sourceOf(t, "sh "+write(t, filepath.Join(t.TempDir(), "learner.sh"), script,
				0o644))
			l, err := host.Open(t.Context(), source,
				host.Options{Sandbox: confine.Sandbox{Kind: sandbox.None}})
			if err == nil {
				l.Close()
			}
			if !errors.Is(err, host.ErrStart) || errors.Is(err, sp.ErrProtocol) != test.refuse {
				t.Errorf("%v", err)
			}
			o.silent(t)
		})
	}
}

// certificate returns a certificate in the form of go-plugin.
func certificate(t *testing.T) string {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	need(t, err)
	template := x509.Certificate{SerialNumber: big.NewInt(1)}
	c := must(x509.CreateCertificate(rand.Reader, &template, &template, public, private))(t)
	return base64.RawStdEncoding.EncodeToString(c)
}

// TestMovedSocket checks that the harness does not reconnect to a foreign socket.
func TestMovedSocket(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"by link", "by hard link"} {
		o := serveOutside(t)
		l := open(t, "moves its socket "+how,
			host.Options{Env: []string{"OUTSIDE=" + o.path},
				Sandbox: confine.Sandbox{Kind: sandbox.None}})
		if err := l.Load(t.Context(), host.Train, chains(3, 1)); !errors.Is(err, host.ErrCrash) {
			t.Fatalf("%s: a connection that was closed: %v", how, err)
		}
		if _, err := l.Fit(t.Context(), request(""), nothing); !errors.Is(err, sp.ErrProtocol) {
			t.Errorf("%s: %v", how, err)
		}
		o.silent(t)
	}
}

// TestSwappedSocket checks that a link in place of a checked socket is not followed.
func TestSwappedSocket(t *testing.T) {
	o := serveOutside(t)
	defer host.BeforeConnect(func() {
		sockets, _ := filepath.Glob(filepath.Join(os.TempDir(), "spbench-plugin-*", "plugin-dir*",
			"*"))
		if len(sockets) != 1 {
			t.Errorf("the sockets are %q", sockets)
			return
		}
		if err := errors.Join(os.Remove(sockets[0]), os.Symlink(o.path, sockets[0])); err != nil {
			t.Error(err)
		}
	})()
	dir := shortDir(t)
	t.Setenv("TMPDIR", dir)
	if about := open(t, "", host.Options{}).Describe(); about.Name != "planted" {
		t.Errorf("%q", about.Name)
	}
	o.silent(t)
}

// TestBroker checks that the stream of go-plugin's broker is never opened: a learner could flood
// it.
func TestBroker(t *testing.T) {
	var stderr log
	l := open(t, "floods the broker", host.Options{Stderr: &stderr})
	train(t, l, chains(2, 1))
	must(l.Fit(t.Context(), wire.FitRequest{}, nothing))(t) // time to open it
	need(t, l.Close())
	if said := stderr.String(); strings.Contains(said, "broker") {
		t.Errorf("%s", said)
	}
}
