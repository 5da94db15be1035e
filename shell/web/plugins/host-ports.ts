import type { EarlyStart } from '../boot/early-start.ts';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import { type PluginFiles, type PluginForBrowser, registryContract } from '../../contract/index.ts';
import type { ShellTexts, TextTree } from '../i18n/shell-texts.ts';
import { fetchJsonFile, probeFile } from '../net/static-file.ts';
import type { PluginHostOptions } from './plugin-host.ts';
import { readRegistry } from './read-registry.ts';

type HostPorts = Pick<PluginHostOptions, 'fetchFiles' | 'fetchTexts' | 'probe' | 'report' | 'readRegistry'>;

/** The version before may name its text files differently. */
function textFile(row: PluginForBrowser, files: PluginFiles, language: Language): string {
  const named = row.locales[language];
  if (named in files.integrity) return named;
  // pattern: only one of three languages is put in; names of a checked package are short
  return Object.keys(files.integrity).find((name) => new RegExp(`(^|/)${language}[^/]*\\.json$`).test(name)) ?? named;
}

/** How the plugin host reaches the server. */
export function createHostPorts(http: HttpPort, texts: ShellTexts, early?: Pick<EarlyStart, 'takeFile'>): HostPorts {
  return {
    async fetchFiles(id, base) {
      const { data } = await http.call(registryContract.routes.files, { params: { id }, query: { base } }, { quiet: true });
      return data as PluginFiles;
    },
    async fetchTexts({ row, base, files }, language) {
      if (texts.hasPlugin(row.id, language)) return;
      const name = textFile(row, files, language);
      const url = new URL(base + name, location.href).href;
      const tree = await fetchJsonFile(url, files.integrity[name], early?.takeFile(base + name)).catch(() => {
        // Same wording as SystemJS, so that the cause is looked for in the same way.
        throw new Error(`Error loading ${url} (texts)`);
      });
      texts.addPlugin(row.id, language, tree as TextTree, files.texts);
    },
    probe: probeFile,
    report(failure) {
      const { where, message, ...rest } = failure;
      const body = { ...rest, where: where.slice(0, 200), message: message.slice(0, 2000) };
      http.call(registryContract.routes.report, { body }, { quiet: true }).catch(() => {
        // A lost report does not matter: the card on the page carries the same code.
      });
    },
    readRegistry: () => readRegistry(http),
  };
}
