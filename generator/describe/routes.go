package describe

import (
	"fmt"
	"strings"

	"transom/generator/schema"
)

const routesHead = "// Generated from generator/schema/routes.go by `go run ./generator schema`. Do not edit.\n" +
	`import type { ComponentType } from 'react';

/** Loads the component of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

export interface Route {
  /** The address; a program page may have a parameter (":id"). */
  path: string;
  load: LoadPage;
}

/** The route of a page's sheet: "/verify/:bookingId" uses the sheet of "/verify". */
export const sheetRoute = (path: string) => path.replace(/\/[:{].*$/, '');
`

// routes separates values that only the build needs, so that browsers do not load them.
func routes() []byte {
	var reading, program, modules, readable, guarded, optional strings.Builder
	for _, r := range schema.Routes {
		list := &reading
		if r.Program {
			list = &program
		}
		fmt.Fprintf(list, "  { path: '%s', load: () => import('./pages/%s') },\n", r.Path, r.Component())
		fmt.Fprintf(&modules, "  '%s': '%s',\n", r.Path, r.Component())
		if r.Readable {
			fmt.Fprintf(&readable, "'%s'", r.Path)
		}
		if r.Guarded {
			fmt.Fprintf(&guarded, "'%s'", r.Path)
		}
		if r.File != "" || r.Form != "" {
			fmt.Fprintf(&optional, "  '%s',\n", r.Path)
		}
	}
	return fmt.Appendf(nil,
		"%s\n/** Pages that only inform: HTML, whose islands start by themselves. */\nexport const readingRoutes: "+
			"Route[] = [\n%s];\n"+
			"\n/** Pages that do something, hydrated as one router. One file serves every value of the parameter. */\n"+
			"export const programRoutes: Route[] = [\n%s];\n"+
			"\n/** The module of each page, in pages/. */\nexport const moduleOf: Record<string, string> = {\n%s};\n"+
			"\n/** Program pages that are worth reading before their script runs, or without. */\nexport const readablePaths "+
			"= [%s];\n"+
			"\n/** Pages for signed-in visitors only. */\nexport const guardedPaths = [%s];\n"+
			"\n/** Optional pages; a page that the event has also has a sheet. */\nexport const optionalPaths = [\n%s];\n",
		routesHead, &reading, &program, &modules, strings.ReplaceAll(readable.String(), "''", "', '"),
		strings.ReplaceAll(guarded.String(), "''", "', '"), &optional)
}
