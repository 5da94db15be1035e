import vm from 'node:vm';
import * as recordModule from '@nephra/plugin-sdk/record';
import { transformSync } from 'esbuild';

/**
 * Runs printed source with the real module of records behind its import.
 * @param kinds of plugins, behind the modules that they name
 * @returns the one record that it exports
 */
export function runRecordSource(source: string, kinds: readonly recordModule.PluginKind[] = []): recordModule.AnyRecord {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', target: 'node20' });
  const module: { exports: Readonly<Record<string, recordModule.AnyRecord>> } = { exports: {} };
  const load = (name: string) => {
    if (name === '@nephra/plugin-sdk/record') return recordModule;
    const named = kinds.flatMap((each) => (each.kind.plugin?.source.from === name ? [[each.kind.plugin.source.name, each] as const] : []));
    if (named.length === 0) throw new Error(`it imports ${name}`);
    return Object.fromEntries(named);
  };
  vm.runInThisContext(`(function (require, module) {${code}\n})`)(load, module);
  const [record, ...more] = Object.values(module.exports);
  if (!record || more.length > 0) throw new Error('it exports one record');
  return record;
}
