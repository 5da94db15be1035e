import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnedTexts, SiteTexts } from '@nephra/plugin-sdk/server';
import type { SiteTextStore } from '../identity/site-texts.ts';
import { coreTrees } from '../i18n/core-texts.ts';
import type { PluginHost } from './plugin-host.ts';

/** Written by the build: texts of the shell's browser half by language. */
const SHELL_TEXTS = 'shell-texts.json';

/** `core.site-texts@1` of the shell. */
export function siteTextsOf(store: SiteTextStore, host: () => PluginHost, buildDir: string): SiteTexts {
  let shell: Promise<OwnedTexts['trees']> | undefined;
  const shellTrees = async (): Promise<OwnedTexts['trees']> => {
    const file = path.resolve(buildDir, SHELL_TEXTS);
    // A server without a built browser half, as in tests, has no such texts.
    return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as OwnedTexts['trees']) : {};
  };
  return {
    async owned() {
      shell ??= shellTrees();
      const plugins = host().snapshot.live.map((live) => ({ owner: live.id, trees: live.trees }));
      return [{ owner: 'core', trees: coreTrees }, { owner: 'shell', trees: await shell }, ...plugins];
    },
    wordings: () => store.stored(),
    write: (wordings) => store.write(wordings),
  };
}
