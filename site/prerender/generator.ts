// In development: the generator watches content/ and says in one line of JSON what became of each save. Nothing has to
// be found out by looking at files, so a change is on the screen as soon as it is published.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { paths } from './settings.ts';

/** A mistake in the content, with the line in which it was made. */
export interface Mistake {
  file: string;
  line: number;
  column: number;
  message: string;
  /** The line as it is written; empty when the mistake is about a whole file. */
  text: string;
  /** The file on this machine, for the editor. */
  path: string;
  /** Probably a mistake; the page follows nevertheless. */
  warning: boolean;
}

export interface Build {
  /** Mistakes, then warnings. */
  mistakes: Mistake[];
  /** What visitors read differently since the last commit. */
  changes: string[];
  written: number;
}

interface Told {
  problems: { file: string; line: number; column: number; message: string }[];
  warnings: Told['problems'];
  changes?: string[];
  written: number;
}

/** Starts the generator that the environment names; the result stops it. */
export function watchContent(report: (build: Build) => void): () => void {
  const program = process.env.CONTENT_GENERATOR;
  if (!program) return () => {};
  const source = process.env.TRANSOM_SOURCE ?? 'content';
  const child = spawn(resolve(paths.root, program), ['watch', '-format=json', '-content', source, '-out', paths.data], {
    cwd: paths.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { problems, warnings, changes = [], written } = JSON.parse(line) as Told;
    report({
      written,
      changes,
      mistakes: [
        ...problems.map((problem) => located(problem, false)),
        ...warnings.map((problem) => located(problem, true)),
      ],
    });
  });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  return stop;
}

function located(problem: Told['problems'][number], warning: boolean): Mistake {
  const path = resolve(paths.root, problem.file);
  return { ...problem, warning, path, text: lineOf(path, problem.line) };
}

function lineOf(path: string, line: number): string {
  try {
    return readFileSync(path, 'utf8').split('\n')[line - 1]?.trim() ?? '';
  } catch {
    return ''; // a folder, or a file that is gone: the message says so
  }
}
