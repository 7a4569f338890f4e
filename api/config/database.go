package config

import (
	"cmp"
	"context"

	"transom/api/blob"
	"transom/api/gateway/sandbox"
	"transom/api/mail"
	"transom/api/store"
	"transom/api/store/engine"
	"transom/api/store/migrations"
)

// The places where pictures are stored.
const (
	BlobsInFiles    = "files"
	BlobsInDatabase = "database"
)

// Place returns the database's own address, without a pooler: the argument of store.Open.
func (c *Config) Place() string { return cmp.Or(c.Direct, c.Database, c.Var) }

// DirectAddress returns PostgreSQL's own address, "" with SQLite.
func (c *Config) DirectAddress() string { return cmp.Or(c.Direct, c.Database) }

// HasInstances reports whether other machines may run this program on the same database.
func (c *Config) HasInstances() bool { return c.Database != "" }

// CheckDatabase reports settings that do not work with several instances. The address may contain a password, so it
// is not repeated.
func (c *Config) CheckDatabase(wrong *faults) {
	if c.Blobs == "" {
		c.Blobs = map[bool]string{true: BlobsInDatabase, false: BlobsInFiles}[c.HasInstances()]
	}
	if blob.IsS3(c.Blobs) {
		if _, err := blob.OpenS3(c.Blobs); err != nil {
			wrong.add("TRANSOM_BLOBS", "%v", err)
		}
	} else if c.Blobs != BlobsInFiles && c.Blobs != BlobsInDatabase {
		wrong.add("TRANSOM_BLOBS", "is neither %s nor %s nor an address like s3://KEY:SECRET@host/bucket", BlobsInFiles,
			BlobsInDatabase)
	}
	if !c.HasInstances() {
		if c.Direct != "" {
			wrong.add("TRANSOM_DATABASE_DIRECT",
				"is for a pooler in TRANSOM_DATABASE, which is not set: without a pooler write this address there")
		}
		return
	}
	c.checkDirect(wrong)
	if err := engine.CheckAddress(c.Database); err != nil {
		wrong.add("TRANSOM_DATABASE", "%v", err)
	}
	if c.Rehearsal {
		wrong.add("TRANSOM_DATABASE",
			"a rehearsal is one program on one machine: leave this setting out, or TRANSOM_REHEARSAL=0")
	}
	if c.Provider == sandbox.Name {
		wrong.add("TRANSOM_DATABASE",
			"the sandbox's payments are a file on one machine: leave this setting out, or take a real TRANSOM_PAYMENT_PROVIDER")
	}
	if c.Mail == mail.OutboxSetting {
		wrong.add("TRANSOM_DATABASE",
			"TRANSOM_MAIL=outbox writes mails on one machine, where nobody would read them: set smtp://…, or leave this "+
				"setting out")
	}
	if c.Blobs == BlobsInFiles {
		wrong.add("TRANSOM_BLOBS",
			"files lie on one machine, and the others would not find them: leave this setting out, and pictures go into the "+
				"database")
	}
}

func (c *Config) checkDirect(wrong *faults) {
	if c.Direct == "" {
		return
	}
	if err := engine.CheckAddress(c.Direct); err != nil {
		wrong.add("TRANSOM_DATABASE_DIRECT", "%v", err)
	} else if c.Direct == c.Database {
		wrong.add("TRANSOM_DATABASE_DIRECT",
			"is the same as TRANSOM_DATABASE: that one is the pooler's address; without a pooler leave this setting out")
	}
}

// OpenToServe opens the database for the server: through the pooler, if there is one. Commands do not use the
// pooler.
func (c *Config) OpenToServe(ctx context.Context, place string) (*store.Store, error) {
	if c.Direct == "" {
		return store.Open(ctx, place)
	}
	return store.OpenBehind(ctx, c.Database, c.Direct)
}

// TryPooler returns nil without a pooler.
func (c *Config) TryPooler() func(context.Context) error {
	if c.Direct == "" {
		return nil
	}
	return func(ctx context.Context) error { return migrations.All.TryPooler(ctx, c.Database, c.Direct) }
}
