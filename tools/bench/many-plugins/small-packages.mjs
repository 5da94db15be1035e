import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadBuilder } from '../../build/load-builder.mjs';

const ROOT = process.cwd();
const SOURCES = path.join(ROOT, 'plugin-sdk/cli/template');
const sri = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The plugin that `nephra-plugin create` makes: a page, three routes, a table, a menu, texts. */
export async function buildTemplate() {
  const { load } = await loadBuilder(ROOT);
  const builder = await load();
  const sdk = builder.locateSdk(ROOT);
  const place = path.join(ROOT, '.cache/bench');
  mkdirSync(place, { recursive: true });
  // Below the repository, so that its packages are found.
  const folder = mkdtempSync(`${place}/`);
  try {
    cpSync(SOURCES, folder, { recursive: true });
    return await builder.buildPlugin(ROOT, folder, sdk, builder.readDoors(sdk));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same package under another name: id, schema, addresses, codes. */
function renamed({ files }, number) {
  const id = `bulk-${String(number).padStart(4, '0')}`;
  const inWords = (text) =>
    text
      .replaceAll('sample-plugin', id)
      .replaceAll('sample_plugin', id.replace('-', '_'))
      .replaceAll(/samplePlugin/g, `bulk${number}`);
  const own = new Map(
    [...files]
      .filter(([name]) => name !== 'manifest.json' && !name.endsWith('.map'))
      .map(([name, content]) => [name, inWords(Buffer.from(content).toString('utf8'))]),
  );
  const manifest = JSON.parse(inWords(Buffer.from(files.get('manifest.json')).toString('utf8')));
  manifest.files = Object.fromEntries([...own].map(([name, text]) => [name, { integrity: sri(text), size: Buffer.byteLength(text) }]));
  own.set('manifest.json', JSON.stringify(manifest));
  return { id, files: own };
}

/**
 * A registry with so many packages from outside beside the plugins of the product.
 * @param {{what: object, count: number}} of what `buildTemplate` made, and how many
 * @returns {string} its file
 */
export function registryOf({ what, count }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-many-'));
  const { site, plugins } = JSON.parse(readFileSync('registry.json', 'utf8'));
  const standard = plugins.map((entry) => ({ ...entry, source: path.resolve(entry.source) }));
  const many = Array.from({ length: count }, (_, at) => {
    const { id, files } = renamed(what, at + 1);
    const source = path.join(folder, id);
    mkdirSync(source);
    for (const [name, text] of files) writeFileSync(path.join(source, name), text);
    return { id, source, enabled: true };
  });
  const file = path.join(folder, 'registry.json');
  writeFileSync(file, JSON.stringify({ site, plugins: [...standard, ...many] }));
  return file;
}
