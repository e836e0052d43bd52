package prove

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Conditions on one byte that have the same value for each of its values are one term; those that differ for one value are two.
func TestConditionsOnOneByteAreOne(t *testing.T) {
	forget()
	d := &domain{}
	for n := range uint64(10) {
		d.add(n)
	}
	a, b := Var("a", 8), VarIn("b", d)
	double := Bin("bvadd", a, a)
	assert.Same(t, Eq(Bin("bvshl", a, Const(1, 8)), Const(4, 8)), Eq(double, Const(4, 8)))
	assert.NotSame(t, Eq(Bin("bvadd", double, Const(1, 8)), Const(4, 8)), Eq(double, Const(4, 8)))
	assert.Same(t, True, Bin("bvult", b, Const(10, 8)))
	assert.NotSame(t, True, Bin("bvult", b, Const(9, 8)))
	assert.Same(t, Bin("bvult", Const(4, 8), b), Not(Bin("bvult", b, Const(5, 8))))
	assert.NotSame(t, Eq(a, Const(3, 8)), Eq(b, Const(3, 8)), "of another byte")
}

// What is added to a sum and taken from it falls out, and only that.
func TestSumsAreShortened(t *testing.T) {
	forget()
	a, b, c := Var("a", 8), Var("b", 8), Var("c", 8)
	assert.Same(t, b, Bin("bvadd", a, Bin("bvsub", b, a)))
	assert.Same(t, Bin("bvadd", b, Const(7, 8)), Bin("bvadd", Bin("bvsub", b, a), Bin("bvadd", a, Const(7, 8))))
	assert.NotSame(t, b, Bin("bvadd", c, Bin("bvsub", b, a)))
	assert.Same(t, Eq(b, c), Eq(Bin("bvxor", a, b), Bin("bvxor", c, a)))
	assert.NotSame(t, Eq(b, c), Eq(Bin("bvxor", a, b), Bin("bvxor", c, c)))
}

// A choice by a number with another one added to it is the choice by the number.
func TestChoicesAreByWhatVaries(t *testing.T) {
	forget()
	a, b := Var("a", 2), Var("b", 2)
	n := Zext(Concat(a, b), 16)
	by := func(add uint64) *Term {
		return choose(Bin("bvadd", n, Const(add, 16)), func(v uint64) *Term { return Const(v-add, 8) })
	}
	assert.Same(t, by(0), by(100))
	assert.Equal(t, uint64(13), by(100).Eval(map[*Term]uint64{a: 3, b: 1}, map[*Term]uint64{}))
}
