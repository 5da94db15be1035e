/**
 * `node tools/test/row-doors/main.mjs`: where rows of a declared table are read beside its door (organisation, data rights), with the reason of each.
 * A reason that is missing or says nothing is a problem, and so is a table of a plugin or of the shell that no `defineTable` declares: it has no door.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { exceptionsIn } from './find-exceptions.mjs';
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

const found = files.flatMap(({ file, code }) => exceptionsIn(code).map((one) => ({ file, ...one })));
for (const { file, line, reason, problem } of found) console.log(`${file}:${line}: ${problem ?? reason}`);
const undeclared = undeclaredTables(
  migrations,
  files.flatMap(({ code }) => declaredIn(code)),
);
for (const { file, line, problem } of undeclared) console.log(`${file}:${line}: ${problem}`);
const problems = found.filter(({ problem }) => problem !== undefined).length + undeclared.length;
console.log(`row doors: ${files.length} files read, rows of everybody are read in ${found.length} places, ${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;
