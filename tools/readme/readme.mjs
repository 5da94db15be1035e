/** `npm run readme`: writes the table of settings in README.md from the list that the server reads. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const out = path.resolve('.cache/readme.mjs');
mkdirSync(path.dirname(out), { recursive: true });
await build({ entryPoints: ['tools/readme/settings-table.ts'], outfile: out, bundle: true, platform: 'node', format: 'esm', conditions: ['nephra-source'] });
const { withSettingsTable } = await import(pathToFileURL(out).href);
writeFileSync('README.md', withSettingsTable(readFileSync('README.md', 'utf8')));
