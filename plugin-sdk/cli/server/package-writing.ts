import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeFiles } from '../build/package-files.ts';

/** Writes a package for a server that watches the folder. The manifest comes last: the server looks at it to see that the package is new and whole. */
export async function writePackage(out: string, { files }: { readonly files: ReadonlyMap<string, Uint8Array> }): Promise<void> {
  rmSync(path.join(out, 'manifest.json'), { force: true });
  rmSync(out, { recursive: true, force: true });
  await writeFiles(out, new Map([...files].filter(([name]) => name !== 'manifest.json')), false);
  await writeFiles(out, new Map([['manifest.json', files.get('manifest.json') ?? new Uint8Array()]]), false);
}
