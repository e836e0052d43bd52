package playing

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play/shelf"
	"github.com/searchex/searchex/cmd/internal/web"
)

// Serve serves the page in a browser.
type Serve struct {
	Listen string `default:"127.0.0.1:0" placeholder:"HOST:PORT" help:"Where to listen; port 0 is any that is free. Default 127.0.0.1:0: other computers cannot open the page."`
	bookFlags
	Open bool `help:"Open the page in the browser." negatable:""`
}

// Run serves until ctrl-C.
func (c *Serve) Run(a *cli.App) error {
	library, err := c.load(a)
	if err != nil {
		return err
	}
	l, url, host, err := web.Listen(c.Listen)
	if err != nil {
		return cli.Usagef("--listen: %w", err)
	}
	token, err := c.token(a)
	if err != nil {
		l.Close()
		return err
	}
	url += "?token=" + token
	if _, err := fmt.Fprintln(a.Out, url); err != nil {
		l.Close()
		return err
	}
	fmt.Fprintln(a.Err, "open this address in a browser; ctrl-C ends the server")
	if c.Open {
		if err := openPage(url); err != nil {
			fmt.Fprintf(a.Err, "no browser was opened: %v\n", err)
		}
	}
	if err := web.Run(a.Ctx, l, host, token, library); err != nil {
		return err
	}
	return cli.Interrupted{}
}

// token returns the token of this user's pages. It stands in the folder above that of the
// games.
func (c *Serve) token(a *cli.App) (string, error) {
	games, err := shelf.Folder(os.Getenv)
	if err != nil {
		return "", err
	}
	token, err := web.Token(filepath.Join(filepath.Dir(games), "serve-token"))
	if err != nil {
		fmt.Fprintf(a.Err, "the token of the address lasts for this run only: %v\n", err)
	}
	return token, nil
}

// openPage opens an address in the browser.
func openPage(url string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", url).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", url).Start()
	}
	return exec.Command("xdg-open", url).Start()
}

func (*Serve) Help() string {
	return cli.Detail("Prints the address of a page on this computer, and serves it until ctrl-C: a chess computer to play with, and the four engines side by side. "+
		"The page needs nothing from the network.",
		"searchex serve --open", "docs/manual/browser.md")
}
