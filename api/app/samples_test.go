package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/generator/publish"
)

func TestSamplesAreCountedAsTheGeneratorDoes(t *testing.T) {
	out := t.TempDir()
	result, err := publish.Build(publish.Options{Content: "../../content", Out: out, Name: "content"})
	if err != nil || len(result.Problems) > 0 {
		t.Fatalf("%v, %v", err, result.Problems)
	}
	n, err := domain.CountSamples(out)
	if err != nil || n != len(result.Samples) {
		t.Errorf("the program counts %d samples, the generator %d, %v", n, len(result.Samples), err)
	}
}

func TestServeWarnsOfSamples(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	result, err := publish.Build(publish.Options{Content: "../../content", Out: out, Name: "content"})
	must(t, err)
	for _, public := range []bool{true, false} {
		c := newCrash(t)
		c.env = append(c.env, "TRANSOM_CONTENT="+out)
		if public {
			c.env = append(c.env, "TRANSOM_REHEARSAL=0", "TRANSOM_DESK=off", "TRANSOM_ALLOW_SANDBOX=1", "TRANSOM_RATE_LIMITS=on",
				"TRANSOM_ALARM_MAIL=duty@site.example")
		}
		c.start()
		if public && len(result.Samples) > 0 {
			c.mailed(t, "duty@site.example", "invented entries that visitors see: "+fmt.Sprint(len(result.Samples))+" entries")
		}
		c.kill()
		warns := strings.Contains(c.output.String(), fmt.Sprintf("samples=%d", len(result.Samples)))
		check.Equal(t, warns, public && len(result.Samples) > 0, "public %v:\n%s", public, c.output.String())
	}
}

// A rehearsal keeps its invented people. It warns if the content no longer has their ticket category.
func TestARehearsalWarnsOfTicketsThatAreGone(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	c.env = append(c.env, "TRANSOM_INVENTED=1")
	gone := apitest.Edition().Tickets.Categories[0].Type
	renamed := contentOf(t, func(content *domain.Content) { content.Tickets.Categories[0].Type = "renamed" })
	c.start()
	c.waitFor("the rehearsal starts with invented registrations")
	c.kill()
	warning := fmt.Sprintf("tickets=[%s]", gone)
	apitest.Omits(t, c.output.String(), warning)
	c.env = append(c.env, "TRANSOM_CONTENT="+renamed)
	c.start()
	c.waitFor(warning)
	c.kill()
}

func TestTheHostRefusesSamples(t *testing.T) {
	var hosting struct {
		Build   struct{ Command string }
		Context map[string]struct{ Command string }
	}
	if _, err := toml.DecodeFile("../../netlify.toml", &hosting); err != nil {
		t.Fatal(err)
	}
	if got, want := hosting.Context["production"].Command, "make generator ARGS='check -release' && "+
		hosting.Build.Command; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
