package format

// A comment is a line that begins with # before a sentence.
type comment struct {
	place
	line       string
	unlabelled bool // in the file to label
}

// comment remembers a comment, at p. With other columns than a token it is one for sure.
func (r *conllReader) comment(p place, line []byte) {
	if n := len(r.columns); r.width == 0 || n == r.width || n == r.width-1 {
		r.comments = append(r.comments, comment{p, string(line), r.unlabelled})
	}
}

// noTokens returns an error for a comment that may be a token. It has as many columns. The first one
// is not # alone, or the gold column has a label. So "# id 7" is a comment.
func (r *conllReader) noTokens() error {
	for _, c := range r.comments {
		want, token := r.width, false
		r.split([]byte(c.line))
		if c.unlabelled && r.bare {
			want--
		} else if len(r.columns) == want {
			_, token = r.labels.number[string(r.columns[r.goldAt])]
		}
		if len(r.columns) == want && (token || want == 1 || string(r.columns[0]) != "#") {
			return c.errorf("is %.60q a comment or a token? It has %d columns, as tokens have: "+
				"comments: false reads tokens; remove comments of so many columns", c.line, want)
		}
	}
	return nil
}

// hint ends an error in a line if it, or the first line, may be a comment.
func (r *conllReader) hint(line []byte) string {
	if r.Comments || line[0] != '#' && !r.hash {
		return ""
	}
	return " (comments: true skips lines that begin with # before a sentence)"
}
