package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/texts"
	"transom/api/wire"
)

// actionCommand carries out any desk action when the desk is not available, with the same function, rules and log. Each
// value that the desk's dialog asks for is a flag.
var actionCommand = Command{
	Name: "action", Usage: "ACTION",
	Help:    "Carry out a desk action; each action has its own help. Without --yes, only show what would happen",
	Example: "action cancel -h", words: actionNames(),
}

func actionNames() (words []Command) {
	for _, a := range desk.Actions() {
		c := Command{
			Name: "action " + a.Name, Help: "Carry out this action as the desk does; its name in the activity log is: " + a.Log,
			Example: "action " + a.Name, flags: func() flagged { return &actionFlags{asked: a.Ask()} },
		}
		if isAboutBooking(a) {
			c.Usage = "BOOKING"
			c.Example += " c5ta3zr2kkysbqxi3njn2"
		}
		c.Example += texts.ActionExamples[a.Name] + ` --why "asked by email" --yes`
		words = append(words, c)
	}
	return words
}

func isAboutBooking(a desk.Action) bool {
	_, has := fieldsOf(a.Ask().Input())["id"]
	return has
}

var errNotConfirmed = errors.New("nothing was done: if this is right, add --yes")

type actionFlags struct {
	asked   desk.Asked
	confirm bool
}

func (f *actionFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.confirm, "yes", false, "do it")
	for name, field := range fieldsOf(f.asked.Input()) {
		if !slices.Contains([]string{"id", "version", "why", "preview"}, name) {
			defineField(set, name, field)
		}
	}
}

func fieldsOf(request any) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Struct {
				walk(v.Field(i))
				continue
			}
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			fields[name] = v.Field(i)
		}
	}
	walk(reflect.ValueOf(request).Elem())
	return fields
}

var capital = regexp.MustCompile(`[A-Z]`)

// flagOf returns the flag for a field: --refund for refund_paise, because amounts are typed in rupees.
func flagOf(name string) string {
	name = strings.ReplaceAll(strings.TrimSuffix(name, "_paise"), "_", "-")
	return capital.ReplaceAllStringFunc(name, func(c string) string { return "-" + strings.ToLower(c) })
}

func defineField(set *flag.FlagSet, key string, field reflect.Value) {
	name, help := flagOf(key), cmp.Or(texts.ActionFlags[key], texts.Columns[key])
	money := func(store func(paise int64)) {
		set.Func(name, help, func(typed string) error {
			paise, err := rupees(typed)
			store(paise)
			return err
		})
	}
	switch into := field.Addr().Interface().(type) {
	case *string:
		set.StringVar(into, name, "", help)
	case *bool:
		set.BoolVar(into, name, false, help)
	case *int64:
		if strings.HasSuffix(key, "_paise") {
			money(func(paise int64) { *into = paise })
			return
		}
		set.Int64Var(into, name, 0, help)
	case **int64:
		money(func(paise int64) { *into = &paise })
	case *map[string]string:
		set.Func(name, help, func(typed string) error { return addValue(into, typed) })
	case *domain.Answers:
		set.Func(name, help, func(typed string) error {
			question, answer, found := strings.Cut(typed, "=")
			if !found {
				return fmt.Errorf("%q is not of the form QUESTION=ANSWER", typed)
			}
			*into = into.With(question, answer)
			return nil
		})
	default:
		panic(fmt.Sprintf("there is no flag for a %T", into)) // see TestEveryActionHasItsFlags
	}
}

func rupees(typed string) (int64, error) {
	var paise wire.Rupees
	if err := paise.UnmarshalJSON([]byte(typed)); err != nil || typed == "" {
		return 0, fmt.Errorf("%q is not an amount in rupees", typed)
	}
	return int64(paise), nil
}

func addValue(into *map[string]string, typed string) error {
	name, value, found := strings.Cut(typed, "=")
	known := append(new(booking.Person).Names(), "spouseName")
	switch {
	case !found:
		return fmt.Errorf("%q is not of the form FIELD=VALUE", typed)
	case !slices.Contains(known, name):
		return fmt.Errorf("there is no field %q; the fields are %s", name, strings.Join(known, ", "))
	case *into == nil:
		*into = map[string]string{}
	}
	(*into)[name] = value
	return nil
}

func (f *actionFlags) run(ctx context.Context, d *product.Product, c *call) (err error) {
	r := desk.Request{Version: desk.AnyVersion, Preview: !f.confirm, Who: Caller(c.flag("who")), Why: c.flag("why")}
	if err := c.needWhy(); f.confirm && err != nil {
		return err
	}
	if len(c.args) == 1 {
		if r.BookingID, err = named(ctx, d, c.args[0]); err != nil {
			return err
		}
	}
	out, err := f.asked.Do(ctx, d.Actions, r)
	if err != nil {
		return actionError(err)
	}
	if err := c.printAction(out); err != nil || f.confirm {
		return err
	}
	return errNotConfirmed
}

func onCommandLine(refusal string) string { return cmp.Or(texts.OnCommandLine[refusal], refusal) }

// actionError names each missing or wrong value by its flag, and commands instead of the desk's pages.
func actionError(err error) error {
	var refusal *domain.Error
	if !errors.As(err, &refusal) {
		return err
	}
	if refusal.Code != domain.CodeInvalid || len(refusal.Fields) == 0 {
		return errors.New(onCommandLine(refusal.Message))
	}
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(refusal.Fields)) {
		faults = append(faults, "--"+flagOf(name)+": "+strings.TrimSuffix(onCommandLine(refusal.Fields[name]), "."))
	}
	return misuse{"nothing was done; " + strings.Join(faults, "; ")}
}

type actionResult struct {
	Done      bool     `json:"done"`
	BookingID string   `json:"booking_id"`
	Ticket    string   `json:"ticket,omitempty"`
	Request   string   `json:"request,omitempty"`
	Note      int64    `json:"note,omitempty"`
	Says      []string `json:"says"`
	Mails     []string `json:"mails"`
}

func (c *call) printAction(o desk.Outcome) error {
	result := actionResult{
		Done: o.Done, BookingID: o.BookingID, Ticket: o.Preview.Ticket, Request: o.Request, Note: o.Note,
		Says: o.Preview.Says, Mails: []string{},
	}
	for _, m := range o.Emails {
		result.Mails = append(result.Mails, m.Template)
	}
	return c.print(result, func(out io.Writer) error {
		if !o.Done {
			fmt.Fprintln(out, "Nothing was done. This is what would happen:")
		}
		for line := range strings.SplitSeq(strings.Join(o.Preview.Says, "\n"), "\n") {
			fmt.Fprintln(out, cli.Plain(line))
		}
		for _, name := range slices.Sorted(maps.Keys(o.Preview.Rules)) {
			fmt.Fprintln(out, cli.Plain(o.Preview.Rules[name])+" Only --override allows this.")
		}
		for _, change := range o.Preview.Changes {
			before, after := cmp.Or(change.Before, "nothing"), cmp.Or(change.After, "nothing")
			fmt.Fprintf(out, "%s: %s -> %s\n", change.Field, cli.Plain(before), cli.Plain(after))
		}
		if o.Note != 0 {
			fmt.Fprintln(out, "The note is number "+strconv.FormatInt(o.Note, 10)+".")
		}
		if o.Request != "" && o.Done {
			fmt.Fprintf(out, "Another person must approve it: transom action approve --request %s --why … --yes\n", o.Request)
		}
		_, err := fmt.Fprintf(out, "booking %s\n", o.BookingID)
		return err
	})
}
