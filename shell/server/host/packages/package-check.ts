import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { PluginManifest } from '@nephra/plugin-sdk/contract';
import { integrityOf } from '../manifest.ts';

const unpackers = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const;
const isPacked = (name: string): name is `${string}.br` | `${string}.gz` => name.endsWith('.br') || name.endsWith('.gz');

/** What the disk says of a file without reading it. The change time cannot be set back by a plain program. */
export interface FileMark {
  readonly size: number;
  readonly mark: string;
}

/**
 * Every file below a package folder, links and other oddities included as such. Looked at in one go: what the disk says of a file comes out of memory,
 * and asked for by another thread each answer cost thirty times as much; a start asks for some thousand.
 */
export function listPackage(folder: string): Map<string, FileMark | 'odd'> {
  const found = new Map<string, FileMark | 'odd'>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        walk(name);
      } else {
        const info = lstatSync(path.join(folder, name));
        found.set(name, info.isFile() ? { size: info.size, mark: `${info.size}/${info.mtimeMs}/${info.ctimeMs}/${info.ino}` } : 'odd');
      }
    }
  };
  walk('');
  return found;
}

/** Changes when anything in the folder does. */
export function fingerprintOf(files: ReadonlyMap<string, FileMark | 'odd'>): string {
  const hash = createHash('sha256');
  for (const name of [...files.keys()].sort()) {
    const file = files.get(name);
    hash.update(`${name}\0${file === 'odd' || file === undefined ? 'odd' : file.mark}\0`);
  }
  return hash.digest('hex');
}

/**
 * Compares a package with its manifest, byte for byte.
 * @returns names of files that are missing, changed, too many, or links; empty when all is well.
 */
export async function differences(folder: string, manifest: PluginManifest, files: ReadonlyMap<string, FileMark | 'odd'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, mark] of files) {
    // The manifest itself is never sent to anybody, so what lies packed beside it does no harm.
    if (/^manifest\.json(\.br|\.gz)?$/.test(name) && mark !== 'odd') continue;
    if (mark === 'odd') wrong.push(`${name} (not a plain file)`);
    else if (!Object.hasOwn(manifest.files, name) && !isPackedNeighbour(name, manifest)) wrong.push(`${name} (not in the manifest)`);
  }
  for (const [name, expected] of Object.entries(manifest.files)) {
    const mark = files.get(name);
    if (mark === undefined) wrong.push(`${name} (missing)`);
    else if (mark !== 'odd' && (mark.size !== expected.size || integrityOf(await readFile(path.join(folder, name))) !== expected.integrity)) wrong.push(name);
  }
  if (wrong.length) return wrong;
  for (const [name, mark] of files) {
    if (mark !== 'odd' && isPacked(name) && isPackedNeighbour(name, manifest) && !(await packsTheSame(folder, name, manifest))) wrong.push(name);
  }
  return wrong;
}

const isPackedNeighbour = (name: string, manifest: PluginManifest): boolean => isPacked(name) && Object.hasOwn(manifest.files, name.slice(0, -3));

/** The packed neighbour is what browsers really get, so it must hold the very same bytes. */
async function packsTheSame(folder: string, name: string, manifest: PluginManifest): Promise<boolean> {
  const plain = manifest.files[name.slice(0, -3)];
  const unpackBytes = unpackers[name.slice(-3) as '.br' | '.gz'];
  if (!plain) return false;
  try {
    const bytes = await unpackBytes(await readFile(path.join(folder, name)), { maxOutputLength: Math.max(plain.size, 1) });
    return integrityOf(bytes) === plain.integrity;
  } catch {
    return false;
  }
}
