/**
 * Compares what was built with tools/config/budgets.json. Exit code 1 when something is over its hard limit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

const ADVICE = {
  login:
    'The log-in page may carry neither router, stores nor frame components. Look at the largest files below; what is needed only after sign-in belongs behind a dynamic import in shell/web/login or into shell/web/main.tsx.',
  shellAndHome:
    'Load the new part on first use: React.lazy or a dynamic import at the button or route that needs it. A whole Semi tier in this list was pulled in by a static import.',
  shellAndKit:
    'What the plainest list does without belongs into a tier or a group of its own: UI_TIERS in plugin-sdk/cli/build/doors/door-names.ts, OCCASIONAL and APART in plugin-sdk/cli/build/chunks/library-chunks.ts.',
  pluginEntry: 'plugin.ts is data with lazy imports. Something it imports statically drags code along; move that import into the page.',
  pluginPage: 'Split rarely used dialogs off with a dynamic import, or drop the library that grew it.',
};

/** Lazy parts of the shell that the first page after sign-in draws. */
const HOME_PARTS = ['texts.zh', 'home.page'];

/** Script and style sheet of the kit, which nearly every list or edit page runs on. */
const KIT_FILE = /^kit-/;

/** @returns {{name: string, rule: string, bytes: number, files: [string, number][]}[]} */
export function measure(report, plugins) {
  const sizeOf = (name) => report.files[name] ?? 0;
  const list = (names) => names.map((name) => [name, sizeOf(name)]).sort((a, b) => b[1] - a[1]);
  const sum = (names) => names.reduce((total, name) => total + sizeOf(name), 0);
  const home = [...new Set([...report.steps.shell, ...HOME_PARTS.flatMap((part) => report.steps[part] ?? [])])];
  const withKit = [
    ...new Set([...report.steps.shell, ...(report.steps['texts.zh'] ?? []), ...Object.keys(report.files).filter((file) => KIT_FILE.test(file))]),
  ];
  return [
    { name: 'log-in page', rule: 'login', bytes: sum(report.steps.login), files: list(report.steps.login) },
    { name: 'shell and home', rule: 'shellAndHome', bytes: sum(home), files: list(home) },
    { name: 'shell and kit of lists', rule: 'shellAndKit', bytes: sum(withKit), files: list(withKit) },
    ...plugins.flatMap(({ id, sizes }) => [
      { name: `plugin ${id}, entry`, rule: 'pluginEntry', bytes: sizes.entry, files: [] },
      ...Object.entries(sizes.pages).map(([page, bytes]) => ({ name: `plugin ${id}, ${page}`, rule: 'pluginPage', bytes, files: [] })),
    ]),
  ];
}

/** @returns {{lines: string[], over: boolean}} */
export function judge(measured, budgets) {
  let over = false;
  const lines = measured.flatMap(({ name, rule, bytes, files }) => {
    const { hard, goal } = budgets[rule];
    const failed = bytes > hard;
    over ||= failed;
    const note = failed ? `OVER by ${kb(bytes - hard)}` : goal !== undefined && bytes > goal ? `above the goal of ${kb(goal)}` : 'ok';
    const line = `${name.padEnd(44)}${kb(bytes).padStart(10)} of ${kb(hard).padStart(9)}  ${note}`;
    if (!failed) return [line];
    return [line, `  → ${ADVICE[rule]}`, ...files.slice(0, 8).map(([file, size]) => `     ${kb(size).padStart(9)}  ${file}`)];
  });
  return { lines, over };
}

function pluginSizes() {
  const folder = path.join(ROOT, '.build/plugins');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => existsSync(path.join(folder, id, 'current.json')))
    .map((id) => readJson(`.build/plugins/${id}/current.json`));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(path.join(ROOT, '.build/web-report.json'))) {
    console.error('Nothing is built yet; run `npm run build` first.');
    process.exit(1);
  }
  const { lines, over } = judge(measure(readJson('.build/web-report.json'), pluginSizes()), readJson('tools/config/budgets.json'));
  console.log(lines.join('\n'));
  process.exitCode = over ? 1 : 0;
}
