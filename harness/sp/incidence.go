package sp

// An Incidence lists the edges at each variable of a graph. The zero value belongs to no graph.
type Incidence struct {
	first []int32 // n+1
	edges []int32 // 2m; those at variable d are edges[first[d]:first[d+1]]
}

// Fit makes c the incidence of a graph of n variables. It reuses its buffers. O(n+m).
func (c *Incidence) Fit(n int, edges []Edge) {
	c.first, c.edges = Grow(c.first, n+1), Grow(c.edges, 2*len(edges))
	clear(c.first)
	for _, uv := range edges {
		c.first[uv.U]++
		c.first[uv.V]++
	}
	sum := int32(0)
	for d := range c.first {
		sum += c.first[d]
		c.first[d] = sum
	}
	for e := len(edges) - 1; e >= 0; e-- {
		for _, d := range [2]int32{edges[e].U, edges[e].V} {
			c.first[d]--
			c.edges[c.first[d]] = int32(e)
		}
	}
}

// N returns the number of variables; -1 if there is no graph.
func (c *Incidence) N() int { return len(c.first) - 1 }

// At returns the edges at variable d, ascending. The slice is read-only, and valid until the
// next Fit.
func (c *Incidence) At(d int32) []int32 { return c.edges[c.first[d]:c.first[d+1]] }
