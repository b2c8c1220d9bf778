package grid

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csv writes all texts.
func (g *Grid) csv(b *bytes.Buffer) error {
	var lines [][]string
	if len(g.Heads) > 0 {
		lines = slices.Concat([][]string{g.names()}, Texts(g.Rows), Texts(g.More))
	}
	return NewCSV(b).WriteAll(lines)
}

// A CSV writes lines of CSV for spreadsheets. They take a cell beginning with one of = + - @ for a
// formula. Unless such a cell is a number, it gets a ' in front.
type CSV struct{ *csv.Writer }

// NewCSV returns a writer to w.
func NewCSV(w io.Writer) CSV { return CSV{csv.NewWriter(w)} }

// Write is like Write of [csv.Writer]. It changes the line.
func (c CSV) Write(line []string) error {
	for i, cell := range line {
		if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			continue
		}
		if _, err := strconv.ParseFloat(cell, 64); err != nil {
			line[i] = "'" + cell
		}
	}
	return c.Writer.Write(line)
}

// WriteAll writes lines and flushes.
func (c CSV) WriteAll(lines [][]string) error {
	for _, line := range lines {
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
