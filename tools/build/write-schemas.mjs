/** Writes `plugin-sdk/schema/*.json`, which editors use for registry.json and manifest.json. Run it when a contract schema changed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBuilder } from './load-builder.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = path.join(ROOT, 'plugin-sdk/schema');
const { contractSchemas } = await (await loadBuilder(ROOT)).load();
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(contractSchemas)) {
  writeFileSync(path.join(folder, `${name}.schema.json`), JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }));
}
process.exitCode =
  spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', folder], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
