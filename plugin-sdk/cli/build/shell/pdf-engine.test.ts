import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pdfEngineFiles, withoutMadeCode } from './pdf-engine.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

it('the worker makes no code at run time; maps, fonts and decoders come along', async () => {
  const { files, folder } = await pdfEngineFiles(ROOT, { development: true });
  const worker = new TextDecoder().decode(files.get(`${folder}/pdf.worker.js`));
  expect(worker).not.toMatch(/new Function|Function\(["'`]|[^.\w]eval\(/);
  const names = [...files.keys()].map((name) => name.slice(folder.length + 1));
  for (const name of [
    'cmaps/UniGB-UCS2-H.bcmap',
    'cmaps/GBK-EUC-H.bcmap',
    'cmaps/UniCNS-UTF16-H.bcmap',
    'fonts/FoxitSerif.pfb',
    'decoders/jbig2.wasm',
    'decoders/openjpeg.wasm',
  ])
    expect(names).toContain(name);
  expect(names.filter((name) => name.includes('Liberation'))).toEqual([]);
});

it.each(['new Function("a")', "Function('return 1')", ' eval("1")', 'x=eval(y)'])('a new version that makes code elsewhere is refused: %s', (code) => {
  expect(() => withoutMadeCode(`const a = 1;${code}`, 'pdf.mjs')).toThrow('makes code at run time');
});

it('names that only look like it are left alone', () => {
  const text = 'this.eval(x); new FunctionBasedShading(a); isFunction("x"); PDFFunction(a)';
  expect(withoutMadeCode(text, 'pdf.mjs')).toBe(text);
});
