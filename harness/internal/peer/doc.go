// Package peer measures how far models of other programs are from the minimum of their own
// objective. A [Model] is a linear chain as CRFsuite or CRF++ print it; [Model.Audit] compares it
// with the data it was trained on.
package peer
