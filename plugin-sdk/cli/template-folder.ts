import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The template stands beside the command line, in the sources as in the packed SDK. */
export function templateFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found = [path.join(here, 'template'), path.resolve(here, '../../plugin-sdk/cli/template')].find((folder) => existsSync(folder));
  if (!found) throw new Error(`no template beside ${here}`);
  return found;
}

const EXAMPLES = '_examples';

/** Whether a file of the template is of an example and not of the plain plugin. */
export const isExample = (file: string): boolean => file.startsWith(path.join(templateFolder(), EXAMPLES));

/** Examples to begin with: `create <id> --example <name>`. */
export const exampleNames = (): string[] => readdirSync(path.join(templateFolder(), EXAMPLES)).sort();
export const exampleFolder = (name: string): string => path.join(templateFolder(), EXAMPLES, name);
