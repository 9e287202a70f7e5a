package bids

import (
	"errors"
	"fmt"
	"sync"
)

type Describer interface {
	Describe() string
}

type Bidder interface {
	Describer
	Offer(round int) int
}

type Status int

const (
	Open Status = iota
	Sold
)

func (s Status) Label() string {
	if s == Sold {
		return "sold"
	}
	return "open"
}

type Ledger struct {
	mu      sync.Mutex
	entries []string
}

func (l *Ledger) Add(entry string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, entry)
}

func (l *Ledger) Lock() error {
	if len(l.entries) == 0 {
		return errors.New("empty")
	}
	return nil
}

type Named struct {
	Name string
}

func (n Named) Describe() string {
	return fmt.Sprintf("bidder %s", n.Name)
}

func (n *Named) Rename(name string) {
	n.Name = name
}
