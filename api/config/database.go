package config

import (
	"cmp"

	"transom/api/gateway/sandbox"
	"transom/api/mail"
	"transom/api/store/engine"
)

// Place returns PostgreSQL's address or SQLite's folder, for store.Open.
func (c *Config) Place() string { return cmp.Or(c.Database, c.Var) }

// HasInstances reports whether other machines may run this program on the same database.
func (c *Config) HasInstances() bool { return c.Database != "" }

// CheckDatabase reports settings that do not work with several instances. Its errors do not repeat the address, which
// may contain a password.
func (c *Config) CheckDatabase(wrong *faults) {
	if !c.HasInstances() {
		return
	}
	if err := engine.CheckAddress(c.Database); err != nil {
		wrong.add("TRANSOM_DATABASE", "%v", err)
	}
	if c.Rehearsal {
		wrong.add("TRANSOM_DATABASE",
			"a rehearsal is one program on one machine: remove this setting, or set TRANSOM_REHEARSAL=0")
	}
	if c.Provider == sandbox.Name {
		wrong.add("TRANSOM_DATABASE",
			"the sandbox stores its payments in a file on one machine: remove this setting, or choose a real "+
				"TRANSOM_PAYMENT_PROVIDER")
	}
	if c.Mail == mail.OutboxSetting {
		wrong.add("TRANSOM_DATABASE",
			"TRANSOM_MAIL=outbox writes emails to a folder on one machine, where nobody would read them: set "+
				"smtp://…, or remove this setting")
	}
}
