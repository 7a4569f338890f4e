package schema

import "transom/generator/texts"

// Gate is content/gate.yaml: what is counted at the gate, and who uses which lane.
type Gate struct {
	// Lists are what people can be admitted to: the event itself first (its id is "entry"), then sessions or meals.
	Lists []GateList `yaml:"lists" json:"lists" rule:"required"`
	// Lanes divide people by the first letter of the name on their ticket, usually of the first name, so that the same
	// device always scans the same ticket. Without lanes, people choose any lane. Names in other scripts use the last
	// lane.
	Lanes []GateLane `yaml:"lanes,omitempty" json:"lanes"`
	// ShowCompany is true to show the holder's company with each scan result while the device is online.
	ShowCompany bool `yaml:"show_company,omitempty" json:"show_company,omitempty"`
}

// DefaultGate returns the settings for an event without gate.yaml: one list, for the event itself.
func DefaultGate() Gate {
	return Gate{Lists: []GateList{{ID: "entry", Name: texts.EntryList, InAndOut: true}}}
}

// GateList is something that people are admitted to, such as the event or a meal.
type GateList struct {
	// ID identifies the list in stored scans; do not change it once somebody has been admitted. The list for entry to the
	// event has the id "entry".
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Name is what volunteers and staff see, for example "Lunch".
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Days are the event days on which the list is used; the default is all of them.
	Days []Date `yaml:"days,omitempty" json:"days"`
	// From is the time of day from which people are admitted, in the event's time zone; without it, people are admitted
	// at any time.
	From Clock `yaml:"from,omitempty" json:"from"`
	// Times is how many times each seat on a ticket admits a person on one day; the default is once.
	Times int `yaml:"times,omitempty" json:"times" rule:"min=0,max=20"`
	// InAndOut is true to let people leave and come back: anyone who is scanned on the way out may be admitted again.
	InAndOut bool `yaml:"in_and_out,omitempty" json:"in_and_out"`
	// Who lists the categories that may enter, and their days; the default is everybody with a ticket, on every day.
	Who []GateWho `yaml:"who,omitempty" json:"who"`
}

// GateWho says which categories may enter, and on which days.
type GateWho struct {
	// Categories are types from tickets.yaml.
	Categories []string `yaml:"categories" json:"categories" rule:"required"`
	// Days are the days on which these categories may enter; the default is all the list's days.
	Days []Date `yaml:"days,omitempty" json:"days"`
}

// GateLane is one of the lanes in front of the doors.
type GateLane struct {
	// Name is shown over the lane and on the ticket, for example "A to F".
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// From is the first letter of the lane.
	From string `yaml:"from" json:"from" rule:"required"`
	// To is the last letter of the lane.
	To string `yaml:"to" json:"to" rule:"required"`
}
