package auditlog

import (
	"fmt"
	"io"
)

type Log struct {
	out   io.Writer
	lines int
}

func New(out io.Writer) *Log {
	return &Log{out: out}
}

func (l *Log) Printf(format string, args ...any) {
	l.lines++
	fmt.Fprintf(l.out, format+"\n", args...)
}

func (l *Log) Close() {
	l.Printf("%d lines", l.lines)
}
