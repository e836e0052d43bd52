package m6502

// Spec opens the machine's specification to tests.
var Spec = spec
