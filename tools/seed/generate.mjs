/**
 * Writes the data set of the demo system as JSON files, one per plugin and `core.json` for the staff:
 *   node tools/seed/generate.mjs [folder, default .build/seed] [port of the simulated insurance platform] [port of the simulated model] [port of the simulated mail server] [port of the simulated WeChat]
 * The same input gives the same bytes on every machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDataSet } from './data-set.mjs';

export { buildDataSet };

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const folder = path.resolve(process.argv[2] ?? '.build/seed');
  mkdirSync(folder, { recursive: true });
  const port = (at) => (process.argv[at] === undefined ? undefined : Number(process.argv[at]));
  const files = buildDataSet(undefined, { simulatorPort: port(3), assistantPort: port(4), mailPort: port(5), wechatPort: port(6) });
  for (const [name, data] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(data));
  console.log(`demo data: ${Object.keys(files).join(', ')} in ${folder}`);
}
