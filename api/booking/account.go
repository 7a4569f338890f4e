package booking

import "time"

// Account is a mailbox that somebody has proved, with the profile of one person. Several people may share it: bookings
// and tickets belong to it by the address, each with its own holder.
type Account struct {
	Person       // its address is the mailbox
	ID, EmailKey string
	CreatedAt    time.Time
	EditedAt     time.Time // zero until the person changes something
	PhotoAsset   string    // "" for none
	PersonKey    string    // whose profile it is, "" while it is empty
}
