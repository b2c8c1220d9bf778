package structure

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spbench/spbench/harness/sp"
)

// A program is a running process of a command. It answers one line at a time.
type program struct {
	cmd     *exec.Cmd
	cleanup func()
	in      io.WriteCloser
	answers io.ReadCloser
	room    io.LimitedReader // of answers, for one
	out     *bufio.Reader    // of room
	said    Tail
}

// programs has the processes that are not in use, and how they are started, by command line.
var programs = struct {
	sync.Mutex
	idle  map[string][]*program
	start map[string]Start
}{idle: map[string][]*program{}, start: map[string]Start{}}

// A Start returns the process of a command, not started, and what to do after its end.
type Start func() (cmd *exec.Cmd, cleanup func(), err error)

// StartBy makes start the way to start a command in this process. Others are started as they are:
// in the process of a learner, they are in its sandbox.
func StartBy(command []string, by Start) {
	programs.Lock()
	defer programs.Unlock()
	programs.start[commandKey(command)] = by
}

func commandKey(command []string) string { return strings.Join(command, "\x00") }

// EndPrograms ends the processes of commands that are not in use.
func EndPrograms() {
	programs.Lock()
	defer programs.Unlock()
	for _, list := range programs.idle {
		for _, p := range list {
			p.end()
		}
	}
	clear(programs.idle)
}

// takeProgram returns a process that is not in use. The caller puts it back or ends it.
func takeProgram(command []string) (*program, error) {
	key := commandKey(command)
	programs.Lock()
	list, by := programs.idle[key], programs.start[key]
	if n := len(list); n > 0 {
		programs.idle[key] = list[:n-1]
		programs.Unlock()
		return list[n-1], nil
	}
	programs.Unlock()
	p := &program{cmd: exec.Command(command[0], command[1:]...), cleanup: func() {}}
	var err error
	if by != nil {
		if p.cmd, p.cleanup, err = by(); err != nil {
			return nil, err
		}
	}
	p.cmd.Stderr, p.cmd.WaitDelay = &p.said, time.Second
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		p.answers, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.cleanup()
		return nil, err
	}
	p.room.R = p.answers
	p.out = bufio.NewReader(&p.room)
	return p, nil
}

func putProgram(command []string, p *program) {
	programs.Lock()
	defer programs.Unlock()
	key := commandKey(command)
	programs.idle[key] = append(programs.idle[key], p)
}

var waited atomic.Int64

// Waited returns the time that this process has waited for commands.
func Waited() time.Duration { return time.Duration(waited.Load()) }

// longest bounds the bytes of an answer.
const longest = 1 << 28

// exchange writes a line and reads the answer. After an error the process has ended.
func (p *program) exchange(line []byte, within time.Duration) (answer []byte, err error) {
	began := time.Now()
	defer func() { waited.Add(int64(time.Since(began))) }()
	late := time.AfterFunc(within, func() { // a child may hold the pipes, even of a dead process
		_, _, _ = p.cmd.Process.Kill(), p.in.Close(), p.answers.Close()
	})
	p.room.N = longest
	if _, err = p.in.Write(line); err == nil {
		answer, err = p.out.ReadBytes('\n')
	}
	intime := late.Stop()
	if err == nil && intime && p.out.Buffered() == 0 {
		return answer, nil
	}
	p.end()
	switch {
	case !intime:
		return nil, fmt.Errorf("no answer within %v", within)
	case err == nil || p.room.N == 0:
		return nil, errors.New("it answers a line with several, or with one that does not end")
	}
	return nil, fmt.Errorf("it ended without an answer: %v%s", p.cmd.ProcessState, p.said.Line())
}

// end ends the process, unless it has ended.
func (p *program) end() {
	if p.cmd.ProcessState != nil {
		return
	}
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // its state says how it ended
	p.cleanup()
}

// A Tail keeps the end of what is written to it.
type Tail []byte

func (t *Tail) Write(b []byte) (int, error) {
	all := append(*t, b...)
	*t = all[max(0, len(all)-2000):]
	return len(b), nil
}

// Line returns the last line, after a colon.
func (t Tail) Line() string {
	text := bytes.TrimSpace(t)
	if len(text) == 0 {
		return ""
	}
	return ": " + string(text[bytes.LastIndexByte(text, '\n')+1:])
}

// commandName returns a command line without folders.
func commandName(s *sp.Structure) string {
	words := make([]string, len(s.Command))
	for i, word := range s.Command {
		words[i] = filepath.Base(word)
	}
	return strings.Join(words, " ")
}

// commandError returns an error of the command for its instance.
func commandError(s *sp.Structure, format string, args ...any) error {
	return fmt.Errorf("structure: command %q, instance %q: "+format,
		append([]any{commandName(s), s.ID}, args...)...)
}
