package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/longtest"
)

// A slurm is a scheduler of the test: a controller and two nodes on the loopback address, with its
// own keys, folders and ports.
type slurm struct {
	dir   string
	conf  string
	nodes []*exec.Cmd
}

// startSlurm starts a scheduler and stops it after the test. If it cannot start, the test is
// skipped.
func startSlurm(t *testing.T) *slurm {
	t.Helper()
	longtest.Skip(t)
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("SKIPPED: no SLURM here: %v (Debian: slurm-wlm, munge; put the folder sbin into $PATH)", err)
		}
	}
	dir := must(os.MkdirTemp("/tmp", "slurm"))(t) // sockets need a short path
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &slurm{dir: dir, conf: filepath.Join(dir, "slurm.conf")}
	key := filepath.Join(dir, "key")
	need(t, os.WriteFile(key, []byte(strings.Repeat("no secret ", 20)), 0o600))
	socket := filepath.Join(dir, "munge")
	s.start(t, "munged", "--foreground", "--force", "--key-file="+key, "--socket="+socket,
		"--pid-file="+dir+"/munge.pid", "--log-file="+dir+"/munge.log", "--seed-file="+dir+"/seed")
	s.until(t, "munged has no socket", func() bool { _, err := os.Stat(socket); return err == nil })
	need(t, os.WriteFile(s.conf, []byte(s.config(t, socket)), 0o600))
	s.start(t, "slurmctld", "-D", "-c")
	for _, node := range []string{"n1", "n2"} {
		need(t, os.MkdirAll(filepath.Join(dir, node), 0o755))
		s.nodes = append(s.nodes, s.start(t, "slurmd", "-D", "-N", node))
	}
	s.until(t, "the nodes are not idle",
		func() bool {
			return strings.Count(s.call("sinfo", "-h", "-N", "-p", "main", "-o", "%T"),
				"idle") == 2
		})
	return s
}

// config is a minimal configuration, with a partition whose jobs preempt others.
func (s *slurm) config(t *testing.T, socket string) string {
	t.Helper()
	host := must(os.Hostname())(t)
	me := must(user.Current())(t)
	var ports [3]int
	for i := range ports {
		l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
		ports[i] = l.Addr().(*net.TCPAddr).Port
		defer l.Close()
	}
	return fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[4]d
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
AuthInfo=socket=%[7]s
StateSaveLocation=%[3]s/state
SlurmdSpoolDir=%[3]s/%%n
SlurmctldPidFile=%[3]s/ctld.pid
SlurmdPidFile=%[3]s/%%n.pid
SlurmctldLogFile=%[3]s/ctld.log
SlurmdLogFile=%[3]s/%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
SchedulerParameters=sched_interval=1
SlurmdTimeout=10
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
KillWait=5
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=2 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[6]d CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=n1,n2 MaxTime=INFINITE State=UP PriorityTier=2 PreemptMode=OFF
`, host, me.Username, s.dir, ports[0], ports[1], ports[2], socket)
}

// start starts a daemon in the foreground, and kills it after the test.
func (s *slurm) start(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	log := must(os.Create(filepath.Join(s.dir, name+strings.Join(args, "")[:2]+".out")))(t)
	need(t, os.MkdirAll(filepath.Join(s.dir, "state"), 0o755))
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), s.env()), log, log
	need(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // some tests kill it themselves
		_ = cmd.Wait()
		log.Close()
	})
	return cmd
}

func (s *slurm) env() string { return "SLURM_CONF=" + s.conf }

// call runs a command of the scheduler and returns its output or its error.
func (s *slurm) call(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), s.env())
	out, err := cmd.CombinedOutput()
	if err != nil {
		return err.Error() + ": " + string(out)
	}
	return string(out)
}

// slurmPatience is the timeout of waiting. A busy machine may need minutes.
const slurmPatience = 4 * time.Minute

// until waits for a condition.
func (s *slurm) until(t *testing.T, not string, come func() bool) {
	t.Helper()
	for start := time.Now(); !come(); time.Sleep(50 * time.Millisecond) {
		if time.Since(start) > slurmPatience {
			t.Fatalf("after %v %s\n%s\n%s", slurmPatience, not, s.call("squeue"),
				s.call("scontrol", "show", "nodes"))
		}
	}
}

// over waits until no task waits or runs.
func (s *slurm) over(t *testing.T) {
	t.Helper()
	s.until(t, "tasks are not through", func() bool { return !s.busy() })
}

func (s *slurm) busy() bool { return strings.TrimSpace(s.call("squeue", "-h")) != "" }
