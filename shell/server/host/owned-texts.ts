import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language, RegistryFile } from '@nephra/plugin-sdk/contract';
import type { OwnedTexts, SiteTexts } from '@nephra/plugin-sdk/server';
import { MENU_NAMES, SIGN_IN_TEXTS, type WordingChange, wordingChange } from '../identity/shown-texts.ts';
import type { SiteTextStore } from '../identity/site-texts.ts';
import { coreTrees } from '../i18n/core-texts.ts';
import type { PluginHost } from './plugin-host.ts';

/** Written by the build: texts of the shell's browser half, and of the page of sign-in, by language. */
const SHELL_TEXTS = 'shell-texts.json';

/** Texts that registry.json replaces, by `owner:key`. */
export const textsOfFile = (registry: RegistryFile, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(registry.overrides?.texts ?? {}).flatMap(([name, text]) => {
      const said = text[language];
      return said === undefined ? [] : [[name, said]];
    }),
  );

/**
 * `core.site-texts@1` of the shell.
 * @param tell what open screens say otherwise once this is committed; where nothing is told they read everything within a second or two
 */
export function siteTextsOf(store: SiteTextStore, host: () => PluginHost, buildDir: string, tell: (change: WordingChange) => Promise<void>): SiteTexts {
  type Trees = OwnedTexts['trees'];
  let shell: Promise<{ readonly shell: Trees; readonly login: Trees }> | undefined;
  const read = async (): Promise<{ readonly shell: Trees; readonly login: Trees }> => {
    const file = path.resolve(buildDir, SHELL_TEXTS);
    // A server without a built browser half, as in tests, has no such texts.
    return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as { shell: Trees; login: Trees }) : { shell: {}, login: {} };
  };
  return {
    async owned() {
      shell ??= read();
      const plugins = host().snapshot.live.map((live) => ({ owner: live.id, trees: live.trees }));
      return [{ owner: 'core', trees: coreTrees }, { owner: 'shell', trees: (await shell).shell }, ...plugins];
    },
    async saidBesides() {
      shell ??= read();
      return [
        { owner: SIGN_IN_TEXTS, trees: (await shell).login },
        { owner: MENU_NAMES, trees: await store.menuTitles() },
      ];
    },
    wordings: () => store.stored(),
    async write(wordings) {
      const before = await store.sayings();
      await store.write(wordings);
      const change = wordingChange(before, await store.sayings(), (language) => textsOfFile(host().snapshot.registry, language));
      if (change && change.from !== change.to) await tell(change);
    },
    languages: () => store.languages.stored(),
    keepLanguage: (language) => store.languages.keep(language),
    removeLanguage: (code) => store.languages.remove(code),
  };
}
