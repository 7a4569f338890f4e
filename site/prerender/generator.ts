// In development: the generator watches content/ and reports each save as one line of JSON.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { paths } from './settings.ts';

/** A mistake in the content, with its line. */
export interface Mistake {
  file: string;
  line: number;
  column: number;
  message: string;
  /** The text of the line; empty if the mistake concerns a whole file. */
  text: string;
  /** The file's path on this machine, for the editor. */
  path: string;
  /** A warning: probably a mistake, but the page is still updated. */
  warning: boolean;
}

export interface Build {
  /** Mistakes, followed by warnings. */
  mistakes: Mistake[];
  /** What has changed for visitors since the last commit. */
  changes: string[];
  written: number;
}

interface GeneratorReport {
  problems: { file: string; line: number; column: number; message: string }[];
  warnings: GeneratorReport['problems'];
  changes?: string[];
  written: number;
}

/** Starts the generator that CONTENT_GENERATOR names, and returns a function that stops it. */
export function watchContent(report: (build: Build) => void): () => void {
  const program = process.env.CONTENT_GENERATOR;
  if (!program) return () => {};
  const source = process.env.CONTENT || 'content';
  const child = spawn(resolve(paths.root, program), ['watch', '-format=json', '-content', source, '-out', paths.data], {
    cwd: paths.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { problems, warnings, changes = [], written } = JSON.parse(line) as GeneratorReport;
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

function located(problem: GeneratorReport['problems'][number], warning: boolean): Mistake {
  const path = resolve(paths.root, problem.file);
  return { ...problem, warning, path, text: lineOf(path, problem.line) };
}

function lineOf(path: string, line: number): string {
  try {
    return readFileSync(path, 'utf8').split('\n')[line - 1]?.trim() ?? '';
  } catch {
    return ''; // the mistake concerns a folder or a deleted file
  }
}
