import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What stands beside the command line, in the sources as in the packed SDK. */
function besideCommandLine(name: string): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found = [path.join(here, name), path.resolve(here, '../../plugin-sdk/cli', name)].find((folder) => existsSync(folder));
  if (!found) throw new Error(`no ${name} beside ${here}`);
  return found;
}

export const templateFolder = (): string => besideCommandLine('template');

/** Examples to begin with: `create <id> --example <name>`. */
export const exampleNames = (): string[] => readdirSync(besideCommandLine('examples')).sort();
export const exampleFolder = (name: string): string => path.join(besideCommandLine('examples'), name);
