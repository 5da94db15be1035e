import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packTgz } from './tar.ts';

/** Folder of the packed SDK that this command line is part of; undefined where it runs from the sources of the product. */
export function ownPackage(): string | undefined {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
  return existsSync(path.join(folder, 'dist/cli/main.mjs')) && existsSync(path.join(folder, 'dist/plugins')) ? folder : undefined;
}

export interface Vendored {
  /** What package.json says for `@nephra/plugin-sdk` and `@nephra/plugins`. */
  readonly sdk: string;
  readonly plugins: string;
}

/**
 * Puts the SDK into a project, as a file that `npm install` takes: nothing of ours is fetched from anywhere, and nobody else's package can stand in for it.
 * @param archive the SDK as it was given; without it the package of this command line is packed again
 */
export function vendorSdk(project: string, from: string, archive?: string): Vendored {
  const { version } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as { version: string };
  const name = `nephra-plugin-sdk-${version}.tgz`;
  const vendor = path.join(project, 'vendor');
  mkdirSync(vendor, { recursive: true });
  const files = archive === undefined ? packTgz(packageFiles(from), 6) : readFileSync(archive);
  writeFileSync(path.join(vendor, name), files);
  cpSync(path.join(from, 'dist/plugins'), path.join(vendor, 'nephra-plugins'), { recursive: true });
  return { sdk: `file:vendor/${name}`, plugins: 'file:vendor/nephra-plugins' };
}

/** Files below `package/`, as npm packs them. Packages that npm put inside are none of its own. */
function packageFiles(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const inside = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isFile() && !inside.startsWith('node_modules/')) files.set(`package/${inside}`, new Uint8Array(readFileSync(file)));
  }
  return files;
}
