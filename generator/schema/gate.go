package schema

// Gate is content/gate.yaml: what is counted at the doors, and which lane is for whom.
type Gate struct {
	// Lists are what somebody can be admitted to: the event itself first (its id is "entry"), then sessions or meals.
	Lists []GateList `yaml:"lists" json:"lists" rule:"required"`
	// Lanes divide people by the first letter of the name on their ticket, so that the same ticket meets the same
	// telephone; without them everybody takes any lane.
	Lanes []GateLane `yaml:"lanes,omitempty" json:"lanes"`
}

// GateList is one thing to be admitted to.
type GateList struct {
	// ID names the list in records; it must stay the same once somebody was admitted. That of the event itself is "entry".
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Name is what volunteers and the desk read, for example "Lunch".
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Days are the days of the event on which it is counted; all of them when it is left out.
	Days []Date `yaml:"days,omitempty" json:"days"`
	// From is the time of day before which nobody is admitted, in the event's zone; without it there is no such time.
	From Clock `yaml:"from,omitempty" json:"from"`
	// Times is how often each seat of a ticket is admitted on one day; once when it is left out.
	Times int `yaml:"times,omitempty" json:"times" rule:"min=0,max=20"`
	// InAndOut true lets people leave and come back: whoever is scanned on the way out may be admitted again.
	InAndOut bool `yaml:"in_and_out,omitempty" json:"in_and_out"`
	// Who may enter; everybody with a ticket on every day when it is left out.
	Who []GateWho `yaml:"who,omitempty" json:"who"`
}

// GateWho are categories that may enter, and when.
type GateWho struct {
	// Categories are types of tickets.yaml.
	Categories []string `yaml:"categories" json:"categories" rule:"required"`
	// Days are the days on which these may enter; all days of the list when it is left out.
	Days []Date `yaml:"days,omitempty" json:"days"`
}

// GateLane is one of the lanes before the doors.
type GateLane struct {
	// Name is what stands over the lane and on the ticket, for example "A to F".
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// From is the first letter of the alphabet that the lane is for.
	From string `yaml:"from" json:"from" rule:"required"`
	// To is its last letter.
	To string `yaml:"to" json:"to" rule:"required"`
}
