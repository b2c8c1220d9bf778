package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// roleVariable is the role of the test binary when it starts itself as another process.
const roleVariable = "SPBENCH_RECORD_TEST_ROLE"

func TestMain(m *testing.M) {
	var err error
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(m.Run())
	case "holder":
		err = hold(os.Args[1])
	case "full disk":
		err = fillDisk(os.Args[1])
	default:
		err = fmt.Errorf("unknown role %q", role)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

func child(role string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	return cmd
}

// hold keeps a run open until its input ends.
func hold(results string) error {
	s, err := Create(results, "quickstart", []byte(plan))
	if err != nil {
		return err
	}
	fmt.Println("holding")
	if _, err := io.ReadAll(os.Stdin); err != nil {
		return err
	}
	return s.Close()
}

func TestLockBetweenProcesses(t *testing.T) {
	results := t.TempDir()
	for _, end := range []string{"closes", "is killed"} {
		cmd := child("holder", results)
		stdin := must(cmd.StdinPipe())(t)
		stdout, err := cmd.StdoutPipe()
		need(t, err)
		need(t, cmd.Start())
		if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "holding\n" {
			t.Fatalf("the other process says %q (%v)", line, err)
		}
		_, err = Create(results, "quickstart", []byte(plan))
		want := fmt.Sprintf("the run is in use by process %d: wait for it or stop it", cmd.Process.Pid)
		if !errors.Is(err, ErrInUse) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("while another process holds the run: %v, want %s", err, want)
		}
		if end == "closes" {
			err = stdin.Close()
		} else {
			err = cmd.Process.Kill()
		}
		need(t, err)
		if err := cmd.Wait(); (err == nil) != (end == "closes") {
			t.Fatalf("the other process ended with %v", err)
		}
		closeStore(t, create(t, results)) // free again
	}
}

func TestLockWithinAProcess(t *testing.T) {
	results := t.TempDir()
	s := create(t, results)
	if _, err := open(s.Dir(), []byte(plan), ""); !errors.Is(err, ErrInUse) ||
		!strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("opened twice: %v", err)
	}
}

// fillDisk appends until files must not grow, which fails in the middle of a line as on a full
// disk. Then it makes room again.
func fillDisk(results string) error {
	s, err := Create(results, "quickstart", []byte(plan))
	if err != nil {
		return err
	}
	line, err := Encode(sample("0"))
	if err != nil {
		return err
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	full := limit
	full.Cur = uint64(len(line)*5/2) + 300 // Append fills in a time
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		return err
	}
	for n := 1; n <= 4; n++ {
		err := s.Append(0, sample(strconv.Itoa(n)))
		if (err != nil) != (n > 2) {
			return fmt.Errorf("append %d: %w", n, err)
		}
		if err != nil && (!errors.Is(err, syscall.EFBIG) || !strings.HasPrefix(err.Error(),
			"record: append: ")) {
			return fmt.Errorf("append %d fails in another way: %w", n, err)
		}
	}
	if _, err := s.PutWeights(make([]float64, 10_000)); !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("parameters on a full disk: %w", err)
	}
	if fits, warnings, err := s.Load(); err != nil || len(fits) != 2 || len(warnings) > 0 {
		return fmt.Errorf("%d fits on a full disk, warnings %q: %w", len(fits), warnings, err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := s.Append(0, sample("5")); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	return s.Close()
}

func TestFullDisk(t *testing.T) {
	results := t.TempDir()
	if out, err := child("full disk", results).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir := must(Latest(results))(t)
	fits, warnings := load(t, dir)
	if len(fits) != 3 || len(warnings) > 0 {
		t.Errorf("%d fits, warnings %q", len(fits), warnings)
	}
	for _, n := range []string{"1", "2", "5"} {
		if Differences(fits[n], sample(n)) != nil {
			t.Errorf("fit %s is not what was written", n)
		}
	}
	if left, err := os.ReadDir(dir + "/" + blob.Weights); err != nil || len(left) > 0 {
		t.Errorf("failed parameters left %v (%v)", left, err)
	}
}
