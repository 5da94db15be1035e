import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve('.build/registry-of-tests.json');

/**
 * The registry of the product without the foreign systems it may call: a demo system started beside the tests has its simulated platform on the
 * address that registry.json names, and a test must not settle there. What a test may call, it says itself (`OUTBOUND_ALLOW`).
 * @returns its path; several runs of one clone may ask at once
 */
export function closedRegistry(): string {
  const registry = JSON.parse(readFileSync('registry.json', 'utf8')) as { plugins: { outbound?: readonly string[] }[] };
  const closed = { ...registry, plugins: registry.plugins.map(({ outbound: _, ...plugin }) => plugin) };
  const text = `${JSON.stringify(closed, null, 2)}\n`;
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return FILE;
  const unfinished = `${FILE}.${randomUUID()}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, FILE);
  return FILE;
}
