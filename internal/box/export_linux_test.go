package box

// ABI is the version of Landlock.
var ABI = abi
