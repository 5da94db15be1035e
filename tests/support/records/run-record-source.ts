import vm from 'node:vm';
import * as recordModule from '@nephra/plugin-sdk/record';
import { transformSync } from 'esbuild';

/**
 * Runs printed source with the real module of records behind its import.
 * @returns the one record that it exports
 */
export function runRecordSource(source: string): recordModule.AnyRecord {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', target: 'node20' });
  const module: { exports: Readonly<Record<string, recordModule.AnyRecord>> } = { exports: {} };
  const load = (name: string) => {
    if (name !== '@nephra/plugin-sdk/record') throw new Error(`it imports ${name}`);
    return recordModule;
  };
  vm.runInThisContext(`(function (require, module) {${code}\n})`)(load, module);
  const [record, ...more] = Object.values(module.exports);
  if (!record || more.length > 0) throw new Error('it exports one record');
  return record;
}
