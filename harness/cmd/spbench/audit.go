package main

import "github.com/spbench/spbench/harness/internal/peer"

// auditCommand compares the model of another program with the minimum of its objective.
type auditCommand struct {
	Model string `arg:"" help:"What crfsuite dump prints, or the text model of crf_learn -t."`
	chosenData
	peer.Options `embed:""`
}

func (c *auditCommand) Run(t *terminal) error {
	m, err := peer.Read(c.Model)
	if err != nil {
		return err
	}
	d, err := c.load(t)
	if err != nil {
		return err
	}
	r, err := m.Audit(d, c.Options)
	if err == nil {
		r.Write(t.out)
	}
	return err
}
