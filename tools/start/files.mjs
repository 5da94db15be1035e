/**
 * `npm run files:move -- to-s3` copies the uploaded files of DATA_DIR/files into the bucket of S3_ENDPOINT and S3_BUCKET, `npm run files:move -- to-disk` back. What is
 * there already is left out, so it may be broken off and started again. With `--delete` each is taken away where it was, once all have arrived.
 *
 * Run it while the server works, as often as you like; then stop the server, run it once more, change the variables, start the server. Uploads that are not
 * finished are not moved: people begin them again.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [direction, ...flags] = process.argv.slice(2);
const USAGE = 'Usage: npm run files:move -- to-s3 [--delete]    or    npm run files:move -- to-disk [--delete]';

const say = (fields, message) => console.error(message, fields.err?.message ?? '');
const log = { debug() {}, info() {}, warn: say, error: say };
const { format } = new Intl.NumberFormat('en');

if ((direction !== 'to-s3' && direction !== 'to-disk') || flags.some((flag) => flag !== '--delete')) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const { buildAll } = await import('../build/build.mjs');
  const { failed } = await buildAll({ only: ['database', 'database-base'], say: () => {} });
  if (failed.length > 0) throw new Error('The storage layer could not be built; `npm run build` shows why.');
  const { moveConfigured } = await import(path.join(ROOT, '.build/server/files-mover.mjs'));
  const environment = { ...process.env, DATA_DIR: path.resolve(ROOT, process.env.DATA_DIR?.trim() || 'data') };
  const { copied, there, bytes, removed } = await moveConfigured(direction, environment, log, {
    remove: flags.includes('--delete'),
    progress: (counts) => process.stderr.isTTY && process.stderr.write(`\r${format(counts.copied + counts.there)} files`),
  });
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.log(
    `Copied ${format(copied)} files (${format(bytes)} bytes); ${format(there)} were there already, ${format(removed)} were taken away where they were.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
