import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the SDK's own files are: TypeScript sources inside this repository, `dist/` in the packed package. */
export interface SdkLocation {
  /** Folder of its package.json. */
  readonly folder: string;
  readonly version: string;
  readonly fromSource: boolean;
  /** Export conditions under which its modules are found. */
  readonly conditions: readonly string[];
  /** Absolute path of an SDK module given without ending: `web/ui/core`. */
  file(module: string): string;
  /** Resolves an installed package the way a file of the SDK would. */
  readonly require: NodeJS.Require;
}

/** @param from any file or folder inside the project that uses the SDK. */
export function locateSdk(from: string): SdkLocation {
  const packageFile = createRequire(path.join(from, 'package.json')).resolve('@nephra/plugin-sdk/package.json');
  const folder = path.dirname(packageFile);
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const fromSource = existsSync(path.join(folder, 'contract/index.ts'));
  return {
    folder,
    version,
    fromSource,
    conditions: fromSource ? ['nephra-source'] : [],
    file(module) {
      const candidates = fromSource ? [`${module}.ts`, `${module}.tsx`] : [`dist/${module}.js`];
      const found = candidates.map((name) => path.join(folder, name)).find((name) => existsSync(name));
      if (!found) throw new Error(`The SDK at ${folder} has no module ${module}; install @nephra/plugin-sdk again.`);
      return found;
    },
    require: createRequire(packageFile),
  };
}
