package cli

import "fmt"

// UsageError is wrong use of a command: exit status 2.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

// Usagef returns a formatted UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Interrupted is the error of a command that ctrl-C has ended. Done of its Of jobs were
// finished; if Of is 0 they are not counted.
type Interrupted struct{ Done, Of int }

func (e Interrupted) Error() string {
	if e.Of == 0 {
		return "interrupted"
	}
	return fmt.Sprintf("interrupted: %d of %d finished", e.Done, e.Of)
}
