import path from 'node:path';
import { SHARED_MODULES } from '../../server/shared/shared-modules.ts';

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules') + 'node_modules/'.length).replaceAll(path.sep, '/');

/**
 * Packages that would be there twice: carried by the server half though the server shares them, or carried from two folders. Two copies are two sets
 * of classes, and each is read and kept by every server.
 * @param carried folders of the packages inside the half
 */
export function carriedFindings(carried: readonly string[]): string[] {
  const byName = new Map<string, string[]>();
  for (const folder of carried) byName.set(nameOf(folder), [...(byName.get(nameOf(folder)) ?? []), folder]);
  return [...byName].flatMap(([name, folders]) => {
    const shared = SHARED_MODULES.filter((module) => module === name || module.startsWith(`${name}/`));
    if (shared.length > 0) {
      return [
        `The server half carries a copy of '${name}' of its own, because a sub-path of it is imported that servers do not share; import ${shared.map((module) => `'${module}'`).join(' or ')} instead.`,
      ];
    }
    return folders.length < 2
      ? []
      : [`The server half carries '${name}' ${folders.length} times: ${folders.join(', ')}. Let all who need it agree on one version (\`npm dedupe\`).`];
  });
}
