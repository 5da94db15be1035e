/** `node tools/test/waiting/main.mjs [file…]`: tests that wait for a fixed time, a port or an order; all of them, or these. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkWaiting } from './check.mjs';

const PLACES = ['shell', 'plugin-sdk', 'plugins', 'tools', 'tests'];
/** Tests, what they stand on, and everything below `tests`. */
const TESTS = /^tests\/.*\.(ts|tsx|mjs)$|\.(test|fixture)\.tsx?$|\/testing\/.*\.tsx?$/;

const listed = () => execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : listed()).filter((file) => TESTS.test(file) && !file.startsWith('plugin-sdk/cli/template/') && existsSync(file));

const problems = files.flatMap((file) => checkWaiting(file, readFileSync(file, 'utf8')));
for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log('Where it must be so, say why on the line or above it: // waits: <reason>');
console.log(`waiting: ${files.length} files read, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
