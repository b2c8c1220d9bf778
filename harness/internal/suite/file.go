package suite

import (
	"reflect"
	"strings"
)

// A file is a suite file. Some of its keys are fields of the [Suite]. The others are converted.
type file struct {
	Datasets  []thing[datasetKeys] `key:"datasets" of:"dataset" need:"yes" help:"data to learn from and to test on: a list of NAME, PATH, or NAME: {arguments}"`
	Features  thing[noKeys]        `key:"features" of:"feature map" default:"{\"name\":\"linear\",\"args\":{}}" help:"the feature map (default linear)"`
	Loss      thing[labelKey]      `key:"loss" of:"metric" default:"{\"name\":\"hamming\",\"args\":{},\"label\":\"hamming\"}" help:"the first metric in tables, also used for tuning (default hamming)"`
	Metrics   []thing[labelKey]    `key:"metrics" of:"metric" none:"yes" help:"a list of more metrics"`
	TrainLoss thing[noKeys]        `key:"train-loss" of:"loss" was:"margin" help:"the loss to learn for; by default the loss with the name of the metric"`
	Learners  []thing[learnerKeys] `key:"learners" of:"learner" need:"yes" help:"a list of NAME, PATH, a command line, or NAME: {parameters}; a list of values is a grid"`
	Decoders  []thing[decoderKeys] `key:"decoders" of:"decoder" default:"[{\"name\":\"map\",\"args\":{},\"label\":\"map\"}]" help:"a list of ways to predict with each fit (default map)"`
	Oracle    []thing[labelKey]    `key:"oracle" of:"oracle" one:"yes" help:"the oracle to train with (default exact); a list makes a column for each"`
	Reveal    Reveal               `key:"reveal" least:"yes" help:"labels of a test instance to show and not to score: a share below 1, {parts: N} or {forests: breadth-first}; leave it out for none"`
	Only      only                 `key:"only" least:"yes" help:"the learners and datasets to run, as -learner and -dataset choose them; leave it out for all"`
	Suite
}

// Keys of list items besides the arguments of the named learner, dataset or decoder.
type (
	noKeys   struct{}
	labelKey struct {
		As string `key:"as" help:"its label in tables"`
	}
	datasetKeys struct {
		labelKey
		Split    []Split           `key:"split" of:"split" one:"yes" help:"{train: …, test: …}, {rotate: train-one} or {rotate: test-one}, or a list of them"`
		Sizes    []int             `key:"sizes" of:"size" range:"[1,inf)" with:"split" help:"an ascending list of numbers of training instances, such as [50, 100, 200]: a column for each"`
		Features *thing[noKeys]    `key:"features" of:"feature map" help:"the feature map, instead of the suite's"`
		Oracle   []thing[labelKey] `key:"oracle" of:"oracle" one:"yes" help:"oracles instead of the suite's"`
		Metric   *thing[labelKey]  `key:"loss" of:"metric" help:"the first metric in tables, also used for tuning, instead of the suite's"`
		Loss     *thing[noKeys]    `key:"train-loss" of:"loss" help:"the loss to learn for, instead of the suite's; by default the loss with the name of loss"`
		Grid     []field           `key:"grid" help:"lists of values of arguments: a dataset for each combination, such as {noise: [0.5, 1], labels: [2, 4]}"`

		Structure *Structure `key:"structure" help:"a solver of your own, in place of edges"`

		panel *Panel // of its grid
	}
	learnerKeys struct {
		labelKey
		Decoders []thing[decoderKeys] `key:"decoders" of:"decoder" help:"a list of decoders, instead of the suite's"`
		Features *thing[noKeys]       `key:"features" of:"feature map" help:"the feature map, instead of the dataset's"`
		Oracle   *thing[labelKey]     `key:"oracle" of:"oracle" help:"the oracle to train with, instead of the dataset's"`
		Loss     *thing[noKeys]       `key:"train-loss" of:"loss" help:"the loss to learn for, instead of the dataset's"`
		Variant  Variant              `key:"variant" help:"it is another setting of a learner"`
		On       []field              `key:"on" help:"other parameters on some datasets: {DATASET: {PARAMETER: VALUE}}"`
	}
	decoderKeys struct {
		labelKey
		Reveal *Reveal `key:"reveal" least:"yes" help:"labels to show, instead of the suite's: a share below 1, {parts: N} or {forests: breadth-first}"`
	}
)

// readSuite reads the whole file, and makes the suite if the file is well formed.
func readSuite(r *reader, root *node) *Suite {
	var l file
	if r.read(field{Name: "a suite", At: root.At, Value: root}, &key{},
		reflect.ValueOf(&l).Elem()); len(r.Errs) > 0 {
		return nil
	}
	if l.Quick {
		l.makeQuick()
	}
	s := &l.Suite
	s.source, s.About, s.TrainLoss = r.Source, strings.TrimSpace(s.About), l.TrainLoss.Spec
	if s.Name == "" {
		s.Name = defaultName(r.Source.File)
	}
	s.Metrics = []Metric{{l.Loss.Spec, l.Loss.Label}}
	if s.TrainLoss.Name == "" {
		s.TrainLoss = l.Loss.Spec
		s.TrainLoss.Pos = Pos{}
	}
	s.Datasets = makeDatasets(r, l.Datasets, l.Features.Spec)
	s.oracles(labelOracles(r, l.Oracle))
	t := &tuner{on: s.Tune != nil}
	if t.on && s.Tune.Over != nil {
		t.over = root.Find("tune").Find("over").Items
	}
	s.Learners = expandLearners(r, &l, t)
	addMetrics(r, s, l.Metrics)
	checkLabels(r, s)
	checkSensitivity(r, s, root)
	if err := s.choose(l.Only); err != nil {
		what, help, _ := strings.Cut(err.Error(), "\nhint: ")
		r.Fail(root.Find("only").At, help, "%s", what)
		return nil
	}
	checkTuneSeeds(r, s)
	checkCompared(r, s, root)
	checkRope(r, s, root)
	return s
}
