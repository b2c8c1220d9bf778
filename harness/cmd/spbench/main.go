// Spbench compares ways of learning structured predictors.
//
//	spbench run SUITE        run or resume a suite: a folder, a file, or the name of a shipped one.
//	                         Fits of other runs in -results are reused. -quick, -learner, -dataset,
//	                         -seeds and -set change the suite, also for plan. -shard I/N runs part I of N
//	spbench submit SUITE     run the unfinished fits on SLURM, as an array of -tasks N;
//	                         status RUN shows the progress, cancel RUN ends it
//	spbench runs             list the runs; runs rm RUN… and runs gc delete with -yes
//	spbench merge RUN…       merge runs of one suite, such as from several machines, into -results
//	spbench plan SUITE       show the fits of a suite without running it
//	spbench table [RUN]      print the table of a run, by default of the latest. -learners, -columns,
//	                         -transpose, -notes and others choose its content; -section prints a section
//	spbench compare [A [B]]  compare two runs with different builds, or the builds in one run; exit
//	                         code 1 if a row is significantly worse by more than -threshold
//	spbench rescore [RUN]    add metrics (-metric NAME) from the stored predictions, without training
//	spbench export [RUN]     write scores or predictions (-what) as JSON lines or CSV
//	spbench claims [RUN]     check claims and numbers of a paper; exit code 1 if the run contradicts one
//	spbench plot [RUN]       draw objective, gap and loss against passes, calls and seconds
//	spbench picture [RUN]    draw a test image with truth, MAP and marginals of its learners
//	spbench report [RUN…]    write one HTML page: table, sections, curves, pictures, fits
//	spbench verify [RUN…]    check all files of a run; exit code 1 if one is damaged
//	spbench why [RUN] [ROW]  show what a row depends on and what has changed since; without ROW, list rows
//	spbench replay [RUN] ROW repeat a fit and check that it is bit-identical
//	spbench list             list suites, learners, datasets, decoders, losses, metrics
//	spbench describe NAME    describe a learner and its parameters, a dataset, or another part of suites
//	spbench schema           print a JSON Schema of suite files, for editors; schema record: of records
//	spbench new NAME         write the folder of a new learner, ready to run
//	spbench check NAME       run the conformance test of a learner, in its own process
//	spbench data list        list datasets with their places; data fetch and data verify
//	spbench data check PATH  describe data of your own; data convert writes them as JSON lines
//	spbench version          print the version as records have it
//
// docs/suites.md documents suite files. Flags may be written with one dash or two. The exit code
// is 0 after success, 1 after a failure, 2 if the command or a file it names is wrong, and 130
// after an interrupt.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/alecthomas/kong"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/study"
)

// options are the command line.
type options struct {
	Run      runCommand      `cmd:"" help:"Run a suite; run it again to resume."`
	Submit   submitCommand   `cmd:"" help:"Hand what is left of a suite to the scheduler of a cluster, as an array of tasks."`
	Status   statusCommand   `cmd:"" help:"Say how far a run is, by its records and the scheduler."`
	Cancel   cancelCommand   `cmd:"" help:"End the tasks of a run."`
	Runs     runsCommand     `cmd:"" help:"List runs; delete them, or what none of their records names."`
	Merge    mergeCommand    `cmd:"" help:"Unite runs of one suite into the one in -results."`
	Plan     planCommand     `cmd:"" help:"Say what a suite would run."`
	Table    tableCommand    `cmd:"" help:"Print the table of a run."`
	Compare  compareCommand  `cmd:"" help:"Say what another build of a learner, or of spbench, changed."`
	Rescore  rescoreCommand  `cmd:"" help:"Measure a run by more metrics; nothing is trained."`
	Export   exportCommand   `cmd:"" help:"Write scores or predictions of a run as JSON lines or CSV."`
	Verify   verifyCommand   `cmd:"" help:"Read all of a run and say what is not as it was written."`
	Claims   claimsCommand   `cmd:"" help:"Say which claims and numbers of a paper a run bears out."`
	Plot     plotCommand     `cmd:"" help:"Draw the curves of a run."`
	Picture  pictureCommand  `cmd:"" help:"Draw a test image of a run: truth, MAP and marginals."`
	Report   reportCommand   `cmd:"" help:"Write one HTML page of all that runs have to say."`
	Why      whyCommand      `cmd:"" help:"Show the key of a row or fit, and what has changed since."`
	Replay   replayCommand   `cmd:"" help:"Do a fit again and say whether it comes out the same."`
	List     listCommand     `cmd:"" help:"List suites, learners, datasets, decoders, losses and metrics."`
	Describe describeCommand `cmd:"" help:"Describe a learner with its parameters, a dataset, or what else a suite names."`
	Schema   schemaCommand   `cmd:"" help:"Print the JSON Schema of suite files, for editors, or of records."`
	New      newCommand      `cmd:"" help:"Write the folder of a new learner, which learns as it stands."`
	Check    checkCommand    `cmd:"" help:"Check that a learner keeps to the contract."`
	Datasets dataCommand     `cmd:"" name:"data" help:"List, fetch and verify datasets; check and convert your own."`
	Version  versionCommand  `cmd:"" help:"Say which spbench this is, as results remember it."`

	Data    string   `placeholder:"DIR" help:"Folder of the datasets; default $$SPBENCH_DATA, then the user's cache."`
	Plugins []string `placeholder:"DIR" help:"Folders in which to look for learners first."`
	Results string   `placeholder:"DIR" default:"results" env:"SPBENCH_RESULTS" help:"Folder of the run folders; default: results, in the working directory."`
}

// A terminal is what the commands talk to.
type terminal struct {
	ctx         context.Context
	out, err    io.Writer // of text, which orders nothing of a terminal
	data        io.Writer // out, and as it is where programs read it
	moving      io.Writer // err as it is, for what moves on a terminal
	interactive bool      // err is a terminal that a person watches
	bold        bool      // out is a terminal that understands it
	screen      bool      // out is a terminal
}

// errFailed says that rows failed; each was reported when it did.
var errFailed = errors.New("some rows failed")

// errNonconforming says that a learner failed checks, which the report names.
var errNonconforming = errors.New("it does not keep to the contract")

func main() { os.Exit(execute(os.Args[1:])) }

// execute runs one command line and returns the exit code.
func execute(args []string) (code int) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	t := &terminal{
		ctx: ctx, moving: os.Stderr, data: os.Stdout,
		interactive: isTerminal(os.Stderr), bold: isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "", screen: isTerminal(os.Stdout),
	}
	out, messages := &border{to: os.Stdout, bold: t.bold}, &border{to: os.Stderr}
	if t.out, t.err = out, messages; t.screen {
		t.data = out
	}
	defer func() {
		if err := out.close(); err != nil && code == 0 {
			code = t.fail(fmt.Errorf("standard output: %w", err))
		}
		_ = messages.close() // there is nobody to tell
	}()
	data.Observe(newPreparing(t).observe)
	var o options
	parser, err := kong.New(&o,
		kong.Name("spbench"),
		kong.Description("Compares ways of learning structured predictors, fairly and reproducibly."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.UsageOnError(),
		kong.Writers(out, messages),
		kong.Help(usage),
		kong.Vars{"sections": strings.Join(study.Names(), ", "), "kinds": listable(), "formats": strings.Join(grid.Formats(), ",")},
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help":
		args = append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-version"):
		args = []string{"version"}
	}
	command, err := parser.Parse(twoDashes(args))
	if err != nil {
		return t.fail(err)
	}
	err = command.Run(t, &o)
	if err == nil {
		return 0
	}
	return t.fail(err)
}

// fail reports err and returns its exit code.
func (t *terminal) fail(err error) int {
	if t.ctx.Err() != nil {
		fmt.Fprintln(t.err, "spbench: interrupted; what was finished is kept, run again to resume")
		return 130
	}
	fmt.Fprintln(t.err, "spbench:", err)
	if errors.Is(err, errFailed) || errors.Is(err, errNonconforming) || errors.Is(err, errDiffers) || errors.Is(err, errReversed) || errors.Is(err, errDamaged) || errors.Is(err, errWorse) {
		return 1
	}
	return 2
}

// warn writes a line for each warning.
func (t *terminal) warn(warnings ...string) {
	for _, w := range warnings {
		fmt.Fprintln(t.err, "warning:", w)
	}
}

// columns returns a writer of columns, which tabs divide.
func columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// twoDashes lets long flags be written with one dash, as Go programs do.
func twoDashes(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if len(a) > 2 && a[0] == '-' && a[1] != '-' && !strings.ContainsRune("0123456789.", rune(a[1])) {
			a = "-" + a
		}
		out[i] = a
	}
	return out
}

// isTerminal reports whether f is a character device, which for a standard
// stream means that a person is at the other end.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
