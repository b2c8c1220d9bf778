// Spbench compares ways of learning structured predictors. options has its commands, and spbench -h
// and spbench COMMAND -h describe them and their flags, which may have one dash or two. Arguments
// in brackets may be left out; a RUN is then the latest one. To start:
//
//	spbench run quickstart -quick
//	spbench table
//
// docs/suites.md documents suite files. The exit code is 0 after success, 1 after a failure, 2 if
// the command or a file it names is wrong, and 130 after an interrupt.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/vbauerster/mpb/v8/cwriter"
)

// options are the command line.
type options struct {
	Run      runCommand      `cmd:"" help:"Run a suite; run it again to resume."`
	Submit   submitCommand   `cmd:"" help:"Submit the unfinished fits of a suite to SLURM, as an array of tasks."`
	Status   statusCommand   `cmd:"" help:"Show the progress of a run."`
	Runs     runsCommand     `cmd:"" help:"List runs: suite, fits done, size, last write."`
	Plan     planCommand     `cmd:"" help:"Show the fits of a suite without running it."`
	Table    tableCommand    `cmd:"" help:"Print the table of a run."`
	Export   exportCommand   `cmd:"" help:"Write scores or predictions of a run as JSON lines or CSV."`
	Audit    auditCommand    `cmd:"" help:"Compare a CRFsuite or CRF++ model with its optimum."`
	Verify   verifyCommand   `cmd:"" help:"Check all files of a run for damage."`
	Claims   claimsCommand   `cmd:"" help:"Compare runs with claims and numbers of papers."`
	Plot     plotCommand     `cmd:"" help:"Draw the curves of a run."`
	Picture  pictureCommand  `cmd:"" help:"Draw test instances of a run: image, truth and predictions."`
	Report   reportCommand   `cmd:"" help:"Write one HTML page with all results of a run."`
	Why      whyCommand      `cmd:"" help:"Show what a row depends on, and what has changed since."`
	Replay   replayCommand   `cmd:"" help:"Repeat a fit and check that it is bit-identical."`
	Predict  predictCommand  `cmd:"" help:"Label new data with a row of a run."`
	Weights  weightsCommand  `cmd:"" help:"List the weights of a fit by name."`
	List     listCommand     `cmd:"" help:"List suites, learners, datasets, decoders, losses and metrics."`
	Describe describeCommand `cmd:"" help:"Describe a learner and its parameters, a dataset, or another part of suites."`
	New      newCommand      `cmd:"" help:"Write the folder of a new learner, ready to run."`
	Check    checkCommand    `cmd:"" help:"Run the conformance test of a learner."`
	Datasets dataCommand     `cmd:"" name:"data" help:"List, fetch and verify datasets; check and convert your own."`
	Version  versionCommand  `cmd:"" help:"Print the version, as records have it."`

	Data    string   `placeholder:"DIR" help:"Folder of datasets; default: $$SPBENCH_DATA, then the user's cache."`
	Plugins []string `placeholder:"DIR" help:"Folders searched first for learners."`
	Results string   `placeholder:"DIR" default:"results" env:"SPBENCH_RESULTS" help:"Folder of the run folders; default: results."`
}

// A terminal is the input and output of a command, and its command line.
type terminal struct {
	*options

	ctx         context.Context
	out, err    io.Writer // for text; control characters are escaped
	data        io.Writer // for data; escaped only if out is a terminal
	moving      io.Writer // standard error without escaping, for moving displays
	interactive bool      // err is a terminal
	width       int       // of out in characters, if it is a terminal; 0 or less: any

	ending atomic.Int32 // calls of orderly that are not over
}

// orderly begins work with an end of its own after ctx, such as ending learners. It returns a
// function for its end. An interrupt at any other time ends the process at once.
func (t *terminal) orderly() (over func()) {
	t.ending.Add(1)
	return func() { t.ending.Add(-1) }
}

// A verdict is a result that the user must see: the exit code is 1. Its reason was printed before.
type verdict string

func (v verdict) Error() string { return string(v) }

const (
	errFailed        verdict = "failed"                    // fits, rows or downloads
	errNonconforming verdict = "not conforming"            // a learner
	errDiffers       verdict = "not bit-identical"         // a repeated fit
	errDamaged       verdict = "damaged"                   // files of a run folder
	errReversed      verdict = "contradict published ones" // our numbers
)

func main() { os.Exit(execute(os.Args[1:])) }

// execute runs one command line and returns the exit code.
func execute(args []string) (code int) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // ignored under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	screen := isTerminal(os.Stdout)
	t := &terminal{
		options: new(options), ctx: ctx, moving: os.Stderr, data: os.Stdout,
		interactive: isTerminal(os.Stderr),
	}
	if screen {
		if t.width, _ = strconv.Atoi(os.Getenv("COLUMNS")); t.width <= 0 {
			t.width, _, _ = cwriter.GetSize(int(os.Stdout.Fd()))
		}
	}
	out, messages := &border{to: os.Stdout}, &border{to: os.Stderr}
	if t.out, t.err = out, messages; screen {
		t.data = out
	}
	defer func() {
		if err := out.close(); err != nil && code == 0 {
			code = t.fail(fmt.Errorf("standard output: %w", err))
		}
		_ = messages.close() // there is nowhere to report it
	}()
	watched := context.AfterFunc(ctx, func() {
		stop() // a second interrupt ends the process at once
		if t.ending.Load() == 0 {
			os.Exit(t.fail(nil))
		}
	})
	defer func() {
		watched()
		stop()
	}()
	data.Observe(newPreparing(t).observe)
	parser := newParser(t.options, out, messages)
	if text := strings.Join(args, " "); !utf8.ValidString(text) {
		return t.fail(fmt.Errorf("%q is not UTF-8\nhint: rename the file", text))
	}
	command, err := parser.Parse(kongArgs(args))
	if err != nil {
		const did = "did you mean"
		text := strings.Replace(err.Error(), ", "+did, "\nhint: "+did, 1)
		if strings.HasSuffix(text, `but got "html"`) {
			text += "\nhint: spbench report writes HTML"
		}
		return t.fail(errors.New(text))
	}
	err = command.Run(t)
	if err == nil {
		return 0
	}
	return t.fail(err)
}

// newParser returns the parser of command lines. It stores them in o.
func newParser(o *options, out, messages io.Writer) *kong.Kong {
	parser, err := kong.New(o,
		kong.Name("spbench"),
		kong.Description("Compares ways of learning structured predictors, fairly and "+
			"reproducibly. To start: spbench run quickstart -quick"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.UsageOnError(),
		kong.Writers(out, messages),
		kong.Help(usage),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decimal)),
		kong.Vars{"sections": strings.Join(study.Names(), ", "), "kinds": listable(),
			"formats": strings.Join(grid.Formats(), ",")},
	)
	if err != nil {
		panic(err) // options is wrong
	}
	return parser
}

// fail prints err and returns its exit code.
func (t *terminal) fail(err error) int {
	if t.ctx.Err() != nil {
		fmt.Fprintln(t.err,
			"spbench: interrupted: finished fits are kept\nhint: run the command again to resume")
		if os.Getenv("SLURM_JOB_ID") != "" {
			fmt.Fprintln(t.err, "hint: SLURM interrupts tasks that are cancelled or preempted, and all up "+
				"to two minutes before their time limit: submit with a longer --time")
		}
		return 130
	}
	fmt.Fprintln(t.err, "spbench:", err)
	if errors.As(err, new(verdict)) {
		return 1
	}
	return 2
}

// printf writes text to standard output, and note to standard error.
func (t *terminal) printf(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

func (t *terminal) note(format string, args ...any) { fmt.Fprintf(t.err, format, args...) }

// warn prints a line for each warning.
func (t *terminal) warn(warnings ...string) {
	for _, w := range warnings {
		fmt.Fprintln(t.err, "warning:", w)
	}
}

// columns returns a writer that aligns columns. Tabs separate cells.
func columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// kongArgs converts arguments to those of kong: help and -version, and long flags with one dash, as
// in Go programs.
func kongArgs(args []string) []string {
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-version"):
		args = []string{"version"}
	}
	out := make([]string, len(args))
	for i, a := range args {
		if len(a) > 2 && a[0] == '-' && a[1] != '-' &&
			!strings.ContainsRune("0123456789.", rune(a[1])) {
			a = "-" + a
		}
		out[i] = a
	}
	return out
}

// isTerminal reports whether f is a character device and the terminal is not dumb.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// decimal reads whole numbers of flags in base 10; kong's mapper takes 010 for 8.
func decimal(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("int", &text); err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("want a whole number, got %q", text)
	}
	target.SetInt(int64(n))
	return nil
}

// examples are first commands to try. Each runs as it is.
const examples = `
Examples:
  spbench run quickstart -quick                 try everything, in seconds of CPU time
  spbench run quickstart                        run or resume the comparison
  spbench table -format latex                   print the table of the latest run for a paper
  spbench plot                                  draw its learning curves
  spbench why                                   list the rows of the table and their keys
  spbench list suites                           list the shipped comparisons
  spbench plan ocr -learner CRF -seeds 1        show the fits of a part of a suite
  spbench describe crf                          list the parameters of a learner
`

// usage prints the help of kong. The help of spbench as a whole has examples.
func usage(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	if ctx.Selected() == nil && !options.Summary {
		fmt.Fprint(ctx.Stdout, examples)
	}
	return nil
}
