import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkActs, mustUseActs } from '../acts/check.mjs';
import { checkImports, unnamedFiles } from './check.mjs';
import { crowdedFolders, twoWayFolders, upwardImports } from './folders.mjs';
import { serverFloors } from './rules.mjs';
import { scanFile } from './scan.mjs';

const gitFiles = (...folders) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
const isSource = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('plugin-sdk/cli/template/') && existsSync(file);
const scanned = (named) => new Map(named.map((file) => [file, scanFile(file, readFileSync(file, 'utf8'))]));

const listed = gitFiles('shell', 'plugin-sdk', 'plugins');
const sources = listed.filter(isSource);
const files = scanned(sources);
/** Tools and what tests stand on: of them the folders are looked at, not who imports whom. */
const around = scanned(gitFiles('tools', 'tests').filter(isSource));

const dependsOn = new Map();
for (const file of sources) {
  const plugin = /^plugins\/([^/]+)\/plugin\.ts$/.exec(file);
  const list = plugin && /dependsOn:\s*\[([^\]]*)\]/.exec(readFileSync(file, 'utf8'));
  if (list)
    dependsOn.set(
      plugin[1],
      [...list[1].matchAll(/'([^']+)'/g)].map((match) => match[1]),
    );
}

const problems = [...checkImports(files, dependsOn), ...unnamedFiles(new Map([...files, ...around]))];
const long = [...sources, ...around.keys()]
  .filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
  .map((file) => `${file}: over 400 lines; give each job a file of its own`);
const acts = listed.filter((file) => mustUseActs(file) && existsSync(file)).flatMap((file) => checkActs(file, readFileSync(file, 'utf8')));
const folders = [
  ...crowdedFolders(gitFiles().filter((file) => existsSync(file))),
  ...twoWayFolders(new Map([...files, ...around])),
  ...upwardImports(files, 'shell/server', serverFloors),
];
const all = [...problems, ...long, ...acts, ...folders];
for (const problem of all) console.log(problem);
console.log(`import rules: ${files.size + around.size} files read, ${all.length} problems`);
process.exitCode = all.length > 0 ? 1 : 0;
