// Records which modules import which; styles.ts uses this to find a page's style sheets.
import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { paths } from './settings.ts';

/** For each module, the modules that it imports, in order. A module's name is its path in src/. */
export type Graph = Record<string, string[]>;

/** The graph is passed on as a file in the bundle, because Vite loads this module again for each environment. */
const fileName = 'graph.json';

export const isGraph = (file: { fileName: string }) => file.fileName === fileName;

export function graphOf(bundle: Rolldown.RolldownOutput['output']): Graph {
  const file = bundle.find(isGraph);
  if (file?.type !== 'asset') throw new Error('the bundle contains no graph of its modules');
  return JSON.parse(String(file.source)) as Graph;
}

export function graphPlugin(): Plugin {
  return {
    name: 'transom:graph',
    apply: 'build',
    generateBundle() {
      const graph: Graph = {};
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        if (!info) continue;
        const later = info.dynamicallyImportedIds.map(named).filter((name) => !name.startsWith('pages/'));
        graph[named(id)] = [...info.importedIds.map(named), ...later];
      }
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(graph) });
    },
  };
}

const named = (id: string) => relative(paths.src, id);

/** Returns a module and everything that it imports, statically or lazily, except other pages. */
export function reach(graphs: Graph[], root: string): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const graph of graphs) graph[name]?.forEach(visit);
  };
  visit(root);
  return reached;
}
