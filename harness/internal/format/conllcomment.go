package format

// A comment is a line that begins with # before a sentence.
type comment struct {
	place
	fields     []string
	unlabelled bool // in the file to label
}

// comment remembers the comment in r.fields, at p, unless it has other columns than a token.
func (r *conllReader) comment(p place) {
	n := len(r.fields)
	if r.width > 0 && n != r.width && (!r.unlabelled || n != r.width-1) {
		return
	}
	c := comment{place: p, unlabelled: r.unlabelled}
	for _, f := range r.fields {
		c.fields = append(c.fields, string(f))
	}
	r.comments = append(r.comments, c)
}

// noTokens returns an error for a comment that may be a token: it has as many columns, and more than
// # in the first one, or a label in the gold column. So "# id 7" is a comment.
func (r *conllReader) noTokens() error {
	for _, c := range r.comments {
		want := r.width
		if c.unlabelled && r.bare {
			want--
		}
		if len(c.fields) != want {
			continue
		}
		token := c.fields[0] != "#" || want == 1
		if want == r.width && !token {
			_, token = r.labels.number[c.fields[r.gold]]
		}
		if token {
			return c.errorf("is the line of %q a comment or a token? It has %d columns, as tokens "+
				"have: comments: false reads tokens; remove comments of so many columns", c.fields[0],
				want)
		}
	}
	return nil
}

// commentHint ends an error of columns if a line may be a comment.
func (r *conllReader) commentHint(hash bool) string {
	if r.Comments || !hash {
		return ""
	}
	return " (comments: true skips lines that begin with # before a sentence)"
}
