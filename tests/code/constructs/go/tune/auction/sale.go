package auction

import "example.com/auction/bids"

type Lot struct {
	*bids.Ledger
	Title  string
	status bids.Status
	watch  func(string)
}

func NewLot(title string) *Lot {
	lot := &Lot{Ledger: &bids.Ledger{}, Title: title}
	lot.watch = lot.Add
	return lot
}

func (l *Lot) Close(winner bids.Bidder) string {
	l.status = bids.Sold
	l.Add(winner.Describe())
	return l.status.Label()
}

func Run(title string) (string, error) {
	lot := NewLot(title)
	careful := bids.NewCareful("Ann", 90)
	careful.Rename("Anna")
	bold := bids.NewBold("Bo")
	bold.Rename("Bob")
	winner := best([]bids.Bidder{careful, bold}, 3)
	if err := lot.Lock(); err != nil {
		return "", err
	}
	return lot.Close(winner), nil
}

func best(bidders []bids.Bidder, round int) bids.Bidder {
	var top bids.Bidder
	for _, bidder := range bidders {
		if top == nil || bidder.Offer(round) > top.Offer(round) {
			top = bidder
		}
	}
	return top
}

func Comment(bidder bids.Bidder) string {
	switch who := bidder.(type) {
	case bids.Bold:
		return who.Taunt()
	case *bids.Careful:
		return who.Named.Describe()
	}
	if d, ok := bidder.(interface{ Describe() string }); ok && d != nil {
		return "?"
	}
	return bidder.Describe()
}

func Renamer(bidder bids.Bidder) func(string) {
	bold := bidder.(bids.Bold)
	return bold.Rename
}
