package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// cookie is the name of the cookie that keeps the token in a browser.
const cookie = "searchex"

// tokenLength is the length of a token that Token has made.
const tokenLength = 26

// Token returns the token that a file keeps, so that pages find the server again after it
// was restarted. It makes the file, for its owner alone, if there is none. A token whose file
// cannot be read or written lasts for this run; err is the reason.
func Token(path string) (token string, err error) {
	b, err := os.ReadFile(path)
	if token = strings.TrimSpace(string(b)); err == nil && len(token) == tokenLength {
		return token, nil
	}
	token = rand.Text()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if err = userfile.MakeFolders(filepath.Dir(path)); err != nil {
		return token, err
	}
	err = userfile.Alone(context.Background(), path, func() error {
		b, err := os.ReadFile(path)
		if t := strings.TrimSpace(string(b)); err == nil && len(t) == tokenLength {
			token = t // another server has been faster
			return nil
		}
		f, err := userfile.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		return userfile.AppendText(f, []byte(token+"\n"))
	})
	return token, err
}

// admitted reports whether a request has the server's token, in the address or in a cookie.
func (s *Server) admitted(r *http.Request) bool {
	same := func(token string) bool { return subtle.ConstantTimeCompare([]byte(token), []byte(s.Token)) == 1 }
	if s.Token == "" || same(r.URL.Query().Get("token")) {
		return true
	}
	for _, c := range r.CookiesNamed(cookie) {
		if same(c.Value) {
			return true
		}
	}
	return false
}

// remember lets a browser that opened the address with the token keep it in a cookie, and
// sends it to the address without. It reports whether it has answered.
func (s *Server) remember(w http.ResponseWriter, r *http.Request) bool {
	if s.Token == "" || r.URL.Path != "/" || !r.URL.Query().Has("token") {
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: 400 * 24 * 3600})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return true
}
