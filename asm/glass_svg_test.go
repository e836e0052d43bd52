package asm

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type point struct{ x, y float64 }

var (
	command = regexp.MustCompile(`([mhvlcaz])([^mhvlcaz]*)`)
	decimal = regexp.MustCompile(`-?\d*\.?\d+`)
)

// polygons returns the closed parts of a path of small letters, curves as chains of short lines. Its arcs are the longer one of
// a circle, clockwise.
func polygons(t *testing.T, path string) (all [][]point) {
	t.Helper()
	var at point
	var part []point
	add := func(p point) { part = append(part, p) }
	for _, m := range command.FindAllStringSubmatch(path, -1) {
		var n []float64
		for _, s := range decimal.FindAllString(m[2], -1) {
			f, err := strconv.ParseFloat(s, 64)
			require.NoError(t, err)
			n = append(n, f)
		}
		size, ok := map[string]int{"m": 2, "h": 1, "v": 1, "l": 2, "c": 6, "a": 7, "z": 1}[m[1]]
		require.True(t, ok && len(n)%size == 0, m[0])
		if m[1] == "z" {
			at, all, part = part[0], append(all, part), nil
		}
		for ; len(n) > 0; n = n[size:] {
			from := at
			switch m[1] {
			case "h":
				at.x += n[0]
			case "v":
				at.y += n[0]
			case "m", "l":
				at = point{at.x + n[0], at.y + n[1]}
			case "c":
				for i := 1.0; i < 16; i++ {
					u := i / 16
					at := func(a, b, c float64) float64 { return 3*u*(1-u)*(1-u)*a + 3*u*u*(1-u)*b + u*u*u*c }
					add(point{from.x + at(n[0], n[2], n[4]), from.y + at(n[1], n[3], n[5])})
				}
				at = point{from.x + n[4], from.y + n[5]}
			case "a":
				require.Equal(t, []float64{n[0], 0, 1, 1}, n[1:5], m[0])
				require.Zero(t, n[6], m[0]) // to the right: the circle's middle is above
				r, half := n[0], n[5]/2
				middle := point{from.x + half, from.y - math.Sqrt(r*r-half*half)}
				angle := math.Asin(half / r)
				for i := 1.0; i < 32; i++ {
					a := angle + i/32*(2*math.Pi-2*angle)
					add(point{middle.x - r*math.Sin(a), middle.y + r*math.Cos(a)})
				}
				at.x += n[5]
			}
			add(at)
		}
	}
	return all
}

// area returns which unit squares of 110 by 110 a path fills, by the even-odd rule.
func area(t *testing.T, path string) (in [110][110]bool) {
	t.Helper()
	parts := polygons(t, path)
	for y := range in {
		for x := range in[y] {
			p := point{float64(x) + 0.5, float64(y) + 0.5}
			for _, part := range parts {
				for i, a := range part {
					b := part[(i+1)%len(part)]
					if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
						in[y][x] = !in[y][x]
					}
				}
			}
		}
	}
	return in
}

// outsideOf returns the unit squares that are connected with the corner without crossing an area.
func outsideOf(in *[110][110]bool) (out [110][110]bool) {
	out[0][0] = true
	for next := [][2]int{{0, 0}}; len(next) > 0; {
		x, y := next[0][0], next[0][1]
		next = next[1:]
		for _, n := range [][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
			if n[0] >= 0 && n[0] < 110 && n[1] >= 0 && n[1] < 110 && !in[n[1]][n[0]] && !out[n[1]][n[0]] {
				out[n[1]][n[0]] = true
				next = append(next, n)
			}
		}
	}
	return out
}

// White's men are empty outlines; the filling of Black's lies in each of them, touches none, and takes at least three tenths of
// the room. Any two outlines differ in at least a twentieth of the square.
func TestGlassTellsTheMenApart(t *testing.T) {
	const filling = 6
	inner := area(t, pieces[filling])
	var men [filling][110][110]bool
	for i := range men {
		men[i] = area(t, pieces[i])
		outside := outsideOf(&men[i])
		room, filled := 0, 0
		for y := range inner {
			for x := range inner[y] {
				if !men[i][y][x] && !outside[y][x] {
					room++
				}
				if inner[y][x] {
					filled++
					require.False(t, men[i][y][x] || outside[y][x], "%s: the filling leaves the room at %d %d", segmentName(i), x, y)
				}
			}
		}
		require.GreaterOrEqual(t, 10*filled, 3*room, segmentName(i))
		for j := range i {
			differ := 0
			for y := range inner {
				for x := range inner[y] {
					if men[i][y][x] != men[j][y][x] {
						differ++
					}
				}
			}
			require.Greater(t, differ, 110*110/20, "%s and %s", segmentName(i), segmentName(j))
		}
	}
}

// MAME shows of a shape what lies in the bounds of its path, whatever its stroke: so all are filled, none is a line, and each has
// its place.
func TestGlassIsMadeOfAreas(t *testing.T) {
	m, err := LoadMK5()
	require.NoError(t, err)
	drawing := GlassSVG(m.Glass)
	require.NotContains(t, drawing, "stroke")
	for _, g := range m.Glass {
		require.Equal(t, 1, strings.Count(drawing, fmt.Sprintf("<title>%d.%d.%d</title>", g.Chip, g.Row, g.Column)), g.Name)
	}
	for _, path := range append(append([]string{}, pieces...), bars...) {
		low, high := point{110, 110}, point{}
		for _, part := range polygons(t, path) {
			for _, p := range part {
				low = point{min(low.x, p.x), min(low.y, p.y)}
				high = point{max(high.x, p.x), max(high.y, p.y)}
			}
		}
		require.GreaterOrEqual(t, min(high.x-low.x, high.y-low.y), 6.0, path)
		require.True(t, low.x >= 0 && low.y >= 0 && high.x <= 110 && high.y <= 110, path)
	}
}
