/**
 * How many files a person touches who adds one field, by doing it: each of the walks beside this file is carried out in a clone of the last commit, compiled, and
 * proven by a test that writes the field and reads it back where people expect it. Files of tests are not counted; texts of three languages are three files; what
 * `npm run migration` writes is told beside the number.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const title = 'Files that one more field touches, lines of a new record page';

const MEND =
  'Let what must know of a field read it from its description (`fieldColumns`, limits of the contract); see the walks in tools/docs/CONTRIBUTING.md.';
const WALKS = path.join(import.meta.dirname, 'walks');

export async function run() {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'field-walk-'));
  try {
    execFileSync('git', ['clone', '-q', '--shared', '.', clone]);
    // What is not committed yet counts, too: whoever makes a walk shorter wants to see it before.
    for (const file of changed()) copy(file, clone);
    linkPackages(clone);
    const rows = [];
    for (const file of readdirSync(WALKS)
      .filter((name) => !name.endsWith('.bench.mjs'))
      .sort()) {
      const { default: walk } = await import(path.join(WALKS, file));
      rows.push(measured(walk, clone));
    }
    return rows;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** The installed packages, those of this repository being the clone's own. */
function linkPackages(clone) {
  const modules = path.join(clone, 'node_modules');
  mkdirSync(path.join(modules, '@nephra'), { recursive: true });
  for (const name of readdirSync('node_modules')) if (name !== '@nephra') symlinkSync(path.resolve('node_modules', name), path.join(modules, name));
  symlinkSync(path.join(clone, 'plugin-sdk'), path.join(modules, '@nephra/plugin-sdk'));
}

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).split('\0').filter(Boolean);
const changed = () => [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '-z', '--others', '--exclude-standard')];

function copy(file, clone) {
  const to = path.join(clone, file);
  if (!existsSync(file)) return rmSync(to, { force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  return cpSync(file, to);
}

/**
 * @param walk `{title, most, unit, edits, written, proofs}`: `edits` are `{file, after, insert}` (right behind this text, which stands there once) or
 *   `{file, create}`; with `unit: 'lines'` their lines are counted instead of their files; `written` is what `npm run migration` must write after them,
 *   `{file, sql?}`; `proofs` are tests `{project, file, text?}`, temporary ones with a text
 */
function measured({ title: what, most, unit = 'files', edits, written, proofs }, clone) {
  const before = new Map();
  const temporary = proofs.filter(({ text }) => text !== undefined).map(({ file, text }) => [path.join(clone, file), text]);
  try {
    for (const edit of edits) apply(edit, clone, before);
    const value = unit === 'files' ? before.size : edits.reduce((sum, { insert, create }) => sum + linesOf(create ?? insert), 0);
    if (written) writeMigration(what, written, clone, before);
    for (const [at, text] of temporary) writeFileSync(at, text);
    passes(clone, what, 'biome', ['check', '--error-on-warnings', ...new Set(edits.map(({ file }) => file))]);
    passes(clone, what, 'tsc', ['-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', path.join(clone, '.cache/field-walk.tsbuildinfo')]);
    for (const { project, file } of proofs) passes(clone, what, 'vitest', ['run', '--config', 'tools/config/vitest.config.ts', '--project', project, file]);
    return { what, value, unit, budget: most, mend: MEND, ...(written && { note: 'and a migration, which `npm run migration` writes' }) };
  } finally {
    for (const [at] of temporary) rmSync(at, { force: true });
    for (const [file, text] of before)
      if (text === undefined) rmSync(file, { force: true });
      else writeFileSync(file, text);
  }
}

const linesOf = (text) => text.replace(/\n$/, '').split('\n').length;

function writeMigration(what, { file, sql }, clone, before) {
  const at = path.join(clone, file);
  before.set(at, undefined);
  const { stdout, stderr } = spawnSync(process.execPath, ['tools/build/write-migrations.mjs'], { cwd: clone, encoding: 'utf8' });
  const found = existsSync(at) ? readFileSync(at, 'utf8') : '';
  if (found === '' || (sql !== undefined && found !== sql))
    throw new Error(`${what}: \`npm run migration\` wrote into ${file}\n${found}instead of\n${sql ?? 'something'}\n${stdout}${stderr}`);
}

function apply({ file, after, insert, create }, clone, before) {
  const at = path.join(clone, file);
  const text = existsSync(at) ? readFileSync(at, 'utf8') : undefined;
  if (!before.has(at)) before.set(at, text);
  if (create !== undefined) {
    if (text !== undefined) throw new Error(`${file} is there already; the walk wants to create it`);
    mkdirSync(path.dirname(at), { recursive: true });
    return writeFileSync(at, create);
  }
  const pieces = text?.split(after) ?? [];
  if (pieces.length !== 2) throw new Error(`${file}: "${after}" stands there ${Math.max(0, pieces.length - 1)} times, it must be once: mend the walk`);
  return writeFileSync(at, pieces.join(after + insert));
}

function passes(cwd, what, program, words) {
  const { status, stdout, stderr } = spawnSync(path.resolve('node_modules/.bin', program), words, { cwd, encoding: 'utf8', maxBuffer: 1 << 27 });
  if (status !== 0) throw new Error(`${what}: ${program} fails\n${`${stdout}${stderr}`.slice(-3_000)}`);
}
