package grid

import (
	"regexp"
	"strings"
)

// formula finds math of LaTeX in labels, such as $\lambda$ or F$_1$: no blanks stand beside the
// dollar signs.
var formula = regexp.MustCompile(`\$[^\s$%#&]([^$%#&]*[^\s$%#&])?\$`)

// Plain writes the formulas of a label with symbols of Unicode: $\lambda_1$ becomes λ₁. It drops
// braces and commands without a symbol, such as \mathrm.
func Plain(label string) string {
	return formula.ReplaceAllStringFunc(label, func(s string) string {
		return command.ReplaceAllString(symbols.Replace(s[1:len(s)-1]), "")
	})
}

// symbols are pairs. The longer of two commands with the same beginning stands first.
var symbols = strings.NewReplacer(strings.Split(`\alpha,α,\beta,β,\gamma,γ,\delta,δ,\epsilon,ε,`+
	`\varepsilon,ε,\zeta,ζ,\eta,η,\theta,θ,\iota,ι,\kappa,κ,\lambda,λ,\mu,μ,\nu,ν,\xi,ξ,\pi,π,`+
	`\rho,ρ,\sigma,σ,\tau,τ,\upsilon,υ,\phi,φ,\varphi,φ,\chi,χ,\psi,ψ,\omega,ω,\Gamma,Γ,\Delta,Δ,`+
	`\Theta,Θ,\Lambda,Λ,\Xi,Ξ,\Pi,Π,\Sigma,Σ,\Phi,Φ,\Psi,Ψ,\Omega,Ω,\ell,ℓ,\infty,∞,\pm,±,`+
	`\times,×,\cdot,·,\leftarrow,←,\left,,\leq,≤,\le,≤,\geq,≥,\ge,≥,\neq,≠,\ne,≠,\approx,≈,`+
	`\sim,∼,\rightarrow,→,\right,,\to,→,\uparrow,↑,\downarrow,↓,\sum,∑,\dagger,†,^{-1},⁻¹,`+
	`_0,₀,_1,₁,_2,₂,_3,₃,_4,₄,_5,₅,_6,₆,_7,₇,_8,₈,_9,₉,`+
	`^0,⁰,^1,¹,^2,²,^3,³,^4,⁴,^5,⁵,^6,⁶,^7,⁷,^8,⁸,^9,⁹`, ",")...)

// command finds what is left of commands, and braces.
var command = regexp.MustCompile(`\\([a-zA-Z]+ *|.)|[{}]`)
