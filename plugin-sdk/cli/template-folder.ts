import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The template stands beside the command line, in the sources as in the packed SDK. */
export function templateFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found = [path.join(here, 'template'), path.resolve(here, '../../plugin-sdk/cli/template')].find((folder) => existsSync(folder));
  if (!found) throw new Error(`no template beside ${here}`);
  return found;
}
