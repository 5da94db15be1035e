import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lines of server code that keep somebody out, and what the opposite of each looks like. Told by how they are written, so that a new
 * guard in the same manner is found by itself:
 * - `await assertSomething(…);` alone on its line → left out;
 * - `.where('org_id', 'in', …)` and `.where(visibleRows(…))` → the filter is left out;
 * - `if (… can( | isAdministrator | orgIds | sees( | may…( …) throw …` → the condition is turned round.
 */
const KINDS = [
  {
    kind: 'assertion',
    at: /^(\s*)(?:await )?assert[A-Z]\w*\(.*\);\s*$/,
    opposite: (line) => line.replace(/\S.*$/, ';'),
    watched: (line, note) => line.replace(/\S/, (first) => `${note}; ${first}`),
  },
  {
    kind: 'filter by organisation',
    at: /\.where\([^()]*org_?[iI]d[^()]*'in',[^()]*\)/,
    opposite: (line, found) => line.replace(found, ''),
    watched: (line, note, found) => line.replace(found, `.$call((query) => (${note}, query))${found}`),
  },
  {
    kind: 'filter of rows',
    at: /\.where\((?:await )?visibleRows\([^()]*\)\)/,
    opposite: (line, found) => line.replace(found, ''),
    watched: (line, note, found) => line.replace(found, `.$call((query) => (${note}, query))${found}`),
  },
  {
    kind: 'refusal',
    at: /^(\s*)if \((.*(?:\bcan\(|isAdministrator|orgIds|\bsees\(|\bmay[A-Z]\w*\().*)\) (throw |return refus)/,
    watched: (line, note) => line.replace('if (', `if (${note}, `),
    opposite: (line, _found, [, indent, condition, act]) => `${indent}if (!(${condition})) ${act}${line.slice(line.indexOf(`) ${act}`) + act.length + 2)}`,
  },
];

/** Where tests note which guards they come by: a set of `file:line`. */
export const NOTED = 'nephraGuardsPassed';

const isTest = (file) => /\.(test|fixture)\.ts$|\/testing\//.test(file);

const SERVER_HALVES = (root) => ['shell/server', ...readdirSync(path.join(root, 'plugins')).map((id) => `plugins/${id}/server`)];

/** @returns {{ file: string, line: number, kind: string, text: string, instead: string, watched: string }[]} */
export function findGuards(root, folders = SERVER_HALVES(root)) {
  const files = folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.posix.join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !isTest(file))
    .sort();
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, at) => {
        for (const { kind, at: shape, opposite, watched } of KINDS) {
          const match = shape.exec(text);
          const note = `globalThis.${NOTED}?.add('${file}:${at + 1}')`;
          if (match) return [{ file, line: at + 1, kind, text: text.trim(), instead: opposite(text, match[0], match), watched: watched(text, note, match[0]) }];
        }
        return [];
      }),
  );
}

function withLine(code, { line, text }, instead) {
  const lines = code.split('\n');
  if (lines[line - 1]?.trim() !== text) throw new Error(`Line ${line} is no longer "${text}".`);
  lines[line - 1] = instead;
  return lines.join('\n');
}

/** The code without one guard; for the transform of the tests. */
export const withGuardTurned = (code, guard) => withLine(code, guard, guard.instead);

/** The code that notes whenever one of its guards is come by. */
export const withGuardsWatched = (code, guards) => guards.reduce((text, guard) => withLine(text, guard, guard.watched), code);
