package wire

// What both sides of the plugin handshake must agree on.
const (
	// ProtocolVersion is the version of learner.proto's contract.
	ProtocolVersion = 2
	// CookieKey and CookieValue are the environment variable by which a program
	// knows that it was started as a learner.
	CookieKey   = "SPBENCH_LEARNER"
	CookieValue = "structured-prediction-bench"
	// PluginName is the name under which the service is dispensed.
	PluginName = "learner"
)
