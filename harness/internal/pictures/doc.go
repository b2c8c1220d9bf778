// Package pictures chooses test instances of a run ([Choice]), and draws them with the stored
// predictions of its fits.
package pictures
