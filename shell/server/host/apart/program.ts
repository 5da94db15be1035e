import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let found: Promise<string> | undefined;

/** The program of a package's process, without links in its path (its process may read that one file): beside the server's bundle, or made from sources when this file itself runs as TypeScript. */
export function packageProgram(): Promise<string> {
  found ??= import.meta.url.endsWith('.ts') ? fromSources() : realpath(fileURLToPath(new URL('./package-process.mjs', import.meta.url)));
  return found;
}

async function fromSources(): Promise<string> {
  // Named at run time: the builder must not take the build tool into the server.
  const source = './program.source.mjs';
  const { programFromSources } = (await import(/* @vite-ignore */ source)) as { readonly programFromSources: () => Promise<string> };
  return await realpath(await programFromSources());
}
