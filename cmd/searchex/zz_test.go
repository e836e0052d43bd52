package main
import ("testing";"fmt";"os";"strings";"time")
func TestZZ(t *testing.T) {
	args := strings.Fields(os.Getenv("ZARGS"))
	b := time.Now()
	c, exit := startDebug(t, append([]string{"debug"}, args...)...)
	for _, s := range strings.Split(os.Getenv("ZSCRIPT"), ";") {
		s = strings.TrimSpace(s)
		if s == "" { continue }
		t0 := time.Now()
		fmt.Printf("(client) %s\n", s)
		for _, l := range c.do(s) { fmt.Println(l) }
		if d := time.Since(t0); d > 500*time.Millisecond { fmt.Println("   took", d) }
	}
	c.ask("disconnect", nil)
	fmt.Println("exit", <-exit, time.Since(b))
}
