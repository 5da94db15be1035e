/**
 * The step `types` of `npm test`: where nothing was checked yet, it begins with the compiler's own record of the last run, of this clone or another.
 * The compiler checks what differs in content and all that depends on it. `npm run test:long` checks everything from nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keep, keptUnder, takeKept } from './kept-files.mjs';

const RECORD = path.resolve('.cache/tsc.tsbuildinfo');
const NAME = 'types';

if (!existsSync(RECORD)) takeKept(NAME, RECORD);
const { status } = spawnSync(path.resolve('node_modules/.bin/tsc'), [...process.argv.slice(2), '--incremental', '--tsBuildInfoFile', RECORD], {
  stdio: 'inherit',
});
if (status === 0 && existsSync(RECORD)) {
  const [newest] = keptUnder(NAME);
  if (!newest || !readFileSync(newest).equals(readFileSync(RECORD))) keep(NAME, RECORD);
}
process.exitCode = status ?? 1;
