/** `node tools/test/patterns/main.mjs [file…]`: regular expressions that foreign text can make slow; all of them, or those of these files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkPatterns } from './check.mjs';

const PLACES = ['shell', 'plugin-sdk', 'plugins'];
/** What runs in the product; tests and the command line of the SDK read what their own author wrote. */
const LEFT_OUT = /\.(test|fixture)\.tsx?$|\/testing\/|^plugin-sdk\/cli\/|\.d\.ts$/;

const listed = () => execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : listed()).filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !LEFT_OUT.test(file) && existsSync(file));

const problems = files.flatMap((file) => checkPatterns(file, readFileSync(file, 'utf8')));
for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log('Where no foreign text gets there, or its length is bounded, say so on the line or above it: // pattern: <reason>');
console.log(`patterns: ${files.length} files read, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
