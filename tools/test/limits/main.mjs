/**
 * `node tools/test/limits/main.mjs [file…]`: numbers that forms of the browser type as a limit by hand while schema and table say them, too;
 * all forms, or those of these files. What is excused is told with its reason.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkLimits } from './check.mjs';

const PLACES = ['shell/web', 'plugins'];
const FORMS = /^(?:shell|plugins\/[^/]+)\/web\/.*\.tsx?$/;
/** Tests, and the gallery: its examples have no contract. */
const LEFT_OUT = /\.(?:test|fixture)\.tsx?$|\/testing\/|^plugins\/gallery\//;

const listed = () => execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : listed()).filter((file) => FORMS.test(file) && !LEFT_OUT.test(file) && existsSync(file));

const found = files.map((file) => ({ file, ...checkLimits(file, readFileSync(file, 'utf8')) }));
for (const { file, excused } of found) for (const { line, reason } of excused) console.log(`${file}:${line}: ${reason}`);
const problems = found.flatMap((one) => one.problems);
for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log('Where the number is no limit of data, say what it is on the line or above it: // limit: <reason>');
console.log(`limits: ${files.length} files read, ${found.flatMap(({ excused }) => excused).length} excused, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
