/**
 * `node tools/test/row-doors/main.mjs`: where rows of a declared table are read beside its door (organisation, data rights), with the reason of each.
 * A reason that is missing or says nothing is a problem.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { exceptionsIn } from './find-exceptions.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'shell/server', 'plugins'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((file) => /\/server\/.*\.ts$|^shell\/server\/.*\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file) && existsSync(file));

const found = files.flatMap((file) => exceptionsIn(readFileSync(file, 'utf8')).map((one) => ({ file, ...one })));
for (const { file, line, reason, problem } of found) console.log(`${file}:${line}: ${problem ?? reason}`);
const problems = found.filter(({ problem }) => problem !== undefined);
console.log(`row doors: ${files.length} files read, rows of everybody are read in ${found.length} places, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
