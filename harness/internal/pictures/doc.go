// Package pictures chooses test instances of a run, and draws them with the predictions of its fits:
// [Predict] asks the learner again, and [ForPage] uses stored predictions.
package pictures
