/**
 * `node tools/test/row-doors/main.mjs`: where rows of a declared table are met beside its door (organisation, data rights), with the reason of each:
 * `everywhere(ctx, 'reason')`, and statements that name the table themselves below `// rows: reason`. Problems are a reason that is missing or says
 * nothing, a statement of a plugin that names a declared table without one, one of the shell that narrows rows by organisation without one, and a table of a
 * plugin or of the shell that no `defineTable` declares: it has no door.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { exceptionsIn } from './find-exceptions.mjs';
import { orgFiltersIn } from './find-org-filters.mjs';
import { physicalNamesIn } from './find-physical.mjs';
import { declaredIn, undeclaredTables } from './find-undeclared.mjs';

/** Tables of the shell that plugins with the privilege `identity` know, too. */
const DECLARED_IN_SDK = 'plugin-sdk/server/identity';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'shell/server', 'plugins', DECLARED_IN_SDK], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => existsSync(file));
const files = tracked
  .filter((file) => /\/server\/.*\.ts$|^shell\/server\/.*\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));
const migrations = tracked
  .filter((file) => /^(plugins\/[^/]+\/server|shell\/server\/core)\/migrations\/.*\.sql$/.test(file))
  .map((file) => ({ file, sql: readFileSync(file, 'utf8') }));
const declared = files.flatMap(({ code }) => declaredIn(code));
/** The shell's own statements stand below the doors: only those that narrow rows by organisation say why. Demo data is nobody's. */
const ofPlugins = files.filter(({ file }) => file.startsWith('plugins/') && !/\/server\/(?:[^/]+\/)*(?:migrations\/|(?:[a-z-]+-)?demo(?:\/|\.ts$))/.test(file));

const beside = files.flatMap(({ file, code }) => exceptionsIn(code).map((one) => ({ file, ...one })));
const physical = ofPlugins.map(({ file, code }) => ({ file, ...physicalNamesIn(file, code, new Set(declared)) }));
const ofShell = files.filter(({ file }) => file.startsWith('shell/server/')).map(({ file, code }) => ({ file, ...orgFiltersIn(file, code) }));
const said = [...physical, ...ofShell];
const excused = said.flatMap(({ file, excused: ones }) => ones.map((one) => ({ file, ...one })));
for (const { file, line, reason, problem } of [...beside, ...excused]) if (problem === undefined) console.log(`${file}:${line}: ${reason}`);

const named = said.flatMap(({ file, found }) => found.map((one) => ({ file, ...one })));
const problems = [
  ...beside.filter(({ problem }) => problem !== undefined),
  ...undeclaredTables(migrations, declared),
  ...said.flatMap(({ file, problems: ones }) => ones.map((one) => ({ file, ...one }))),
  ...named,
];
for (const { file, line, problem } of problems) console.log(line === undefined ? `${file}: ${problem}` : `${file}:${line}: ${problem}`);
if (named.length > 0) console.log('Where a statement must name the table, say above it why nobody meets too much: // rows: <reason>');
console.log(
  `row doors: ${files.length} files read, rows of everybody are read in ${beside.length} places, ${excused.length} statements name their table with a reason, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
