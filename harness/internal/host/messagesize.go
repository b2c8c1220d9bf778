package host

import (
	"fmt"
	"math"
	"strings"

	"github.com/spbench/spbench/harness/sp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// How long one message of a learner may be, which the harness has in memory twice before it can look at it: several times what
// there is to say, and so by what was handed over.
const (
	mostHeaders    = 64 << 10 // bytes, of what stands before and behind messages, such as the text of a status
	mostAnswered   = 4 << 20  // bytes, of what a learner says of itself and of what it took
	mostOfAnyFit   = 64 << 20 // bytes, beside what grows with the task
	statesOfMap    = 64       // arrays as long as the weights: what L-BFGS, or a momentum, keeps in a state
	atomsOfTrain   = 256      // labelings of each training instance: dual variables
	marginalsOfOne = 16       // arrays as long as the marginals of each test instance
	atomsOfLargest = 4096     // labelings of one test instance: learners send a few instances in one message
)

// most returns how many bytes a message of the fit may have.
func (f *fitting) most() int {
	bytes := 0.0
	if f.asked.Map != nil {
		bytes = 8 * statesOfMap * float64(f.asked.Map.Dim())
	}
	for i := range f.train {
		bytes += atomsOfTrain * 8 * float64(f.train[i].N())
	}
	return int(min(mostOfAnyFit+bytes, math.MaxInt32))
}

// mostPredicted returns how many bytes a message of predictions may have.
func mostPredicted(test []sp.Instance) int {
	bytes, largest := 0.0, 0
	for i := range test {
		bytes += marginalsOfOne * 8 * float64(test[i].N()*test[i].K)
		largest = max(largest, test[i].N())
	}
	return int(min(mostAnswered+bytes+atomsOfLargest*(4*float64(largest)+64), math.MaxInt32))
}

// atMost refuses longer messages, by the length that stands before them.
func atMost(bytes int) grpc.CallOption { return grpc.MaxCallRecvMsgSize(bytes) }

// tooLong returns what is wrong with a learner that sent such a message; nil if err does not say so.
func tooLong(err error) error {
	s, ok := status.FromError(err)
	if !ok || s.Code() != codes.ResourceExhausted || !strings.HasPrefix(s.Message(), "grpc: received message larger than max") {
		return nil
	}
	return fmt.Errorf("%w: a message of more bytes than there is to say: %s", sp.ErrProtocol, strings.TrimPrefix(s.Message(), "grpc: "))
}
