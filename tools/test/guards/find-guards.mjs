import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Name of the function on `globalThis` that the switched code asks: is this guard off just now? Nobody there: all are on. */
export const SWITCH = 'nephraGuardOff';

const FILTER = {
  switched: (line, off, [found]) =>
    line.replace(found, () => found.replace(/^\.where\((.*)\)$/, (_all, wanted) => `.where(...(${off} ? [(eb) => eb.lit(true)] : [${wanted}]))`)),
};

const REFUSAL = /^(\s*)if \((.*(?:\bcan\(|isAdministrator|orgIds|\bsees\(|\bmay[A-Z]\w*\().*)\) (throw |return refus)/;

/**
 * Lines of server code that keep somebody out, and the opposite that each has beside it when it is switched. Told by how they are
 * written, so that a new guard in the same manner is found by itself:
 * - `await assertSomething(…);`, also behind `if (…)` and `for (…)` → left out;
 * - `.where('org_id', 'in', …)`, `.where(visibleRows(…))`, `.where(rowFilter(…))`, `.where(rowFilter)`, `.where(billRowFilter(…))` and
 *   `.where(await ofSeenPatients(…))` → every row;
 * - `positionTable.select(`, `.as(`, `.find(`, `.one(`, `.lock(` of a `defineTable` → the same without its door: rows of everybody, deleted ones too;
 * - `if (… can( | isAdministrator | orgIds | sees( | may…( …) throw …` → the condition is turned round; and once more → left out, which is
 *   what a test of somebody kept out must notice.
 */
const KINDS = [
  {
    kind: 'assertion',
    at: /^(\s*(?:(?:if|for) \(.*\) )?)(?:await )?(?:\w+\.)*assert[A-Z]\w*\((?:.*\);)?\s*$/,
    switched: (line, off, [, before]) => `${before}${off} || ${line.slice(before.length)}`,
  },
  { kind: 'filter by organisation', at: /\.where\([^()]*org_?[iI]d[^()]*'in',[^()]*\)/, ...FILTER },
  {
    kind: 'filter of rows',
    at: /\.where\((?:await )?(?:visibleRows|ofSeenPatients|billRowFilter|(?:this\.)?rowFilter)(?:\((?:[^()]|\([^()]*\))*\))?\)/,
    ...FILTER,
  },
  {
    kind: 'door of a table',
    at: /\b(\w+Table)\.(?:select|as|find|one|lock)\(/,
    switched: (line, off, [, table]) => line.replace(new RegExp(`\\b${table}\\.`), () => `(${off} ? ${table}['~open'] : ${table}).`),
  },
  {
    kind: 'refusal turned round',
    at: REFUSAL,
    switched: (line, off, [, indent, condition, act]) =>
      `${indent}if (${off} !== Boolean(${condition})) ${act}${line.slice(line.indexOf(`) ${act}`) + act.length + 2)}`,
  },
  { kind: 'refusal left out', at: REFUSAL, switched: (line, off) => line.replace(/\S/, (first) => `if (!${off}) ${first}`) },
];

/** Says of a line that looks like a guard that it keeps nobody out, and why. */
const NO_GUARD = '// no guard: ';

const isTest = (file) => /\.(test|fixture)\.ts$|\/testing\//.test(file);

const SERVER_HALVES = (root) => ['shell/server', ...readdirSync(path.join(root, 'plugins')).map((id) => `plugins/${id}/server`)];

/**
 * Guards of one file. `key` is made of its words, so that it stays the same when lines above it come and go.
 * @returns {{ key: string, file: string, line: number, kind: string, text: string, switchIn: (line: string) => string }[]}
 */
export function guardsIn(file, code) {
  const seen = new Map();
  return code.split('\n').flatMap((line, at) =>
    KINDS.flatMap(({ kind, at: shape, switched }) => {
      const match = shape.exec(line);
      if (!match || line.includes(NO_GUARD)) return [];
      const text = line.trim();
      const nth = (seen.get(kind + text) ?? 0) + 1;
      seen.set(kind + text, nth);
      const key = `${file}~${createHash('sha256').update(`${kind} ${nth} ${text}`).digest('hex').slice(0, 8)}`;
      const off = `(globalThis.${SWITCH}?.('${key}') === true)`;
      return [{ key, file, line: at + 1, kind, text, switchIn: (now) => switched(now, off, match) }];
    }),
  );
}

/** The code of a file with a switch in each of its guards; for the transform of the tests. Null: it has none. */
export function withSwitches(file, code) {
  const guards = guardsIn(file, code);
  if (guards.length === 0) return null;
  const lines = code.split('\n');
  for (const { line, switchIn } of guards) lines[line - 1] = switchIn(lines[line - 1]);
  return lines.join('\n');
}

export const isServerFile = (file) => /^(shell|plugins\/[^/]+)\/server\/.*\.ts$/.test(file) && !isTest(file);

/** All guards of the server, or of these folders. */
export function findGuards(root, folders = SERVER_HALVES(root)) {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.posix.join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !isTest(file))
    .sort()
    .flatMap((file) => guardsIn(file, readFileSync(path.join(root, file), 'utf8')));
}
