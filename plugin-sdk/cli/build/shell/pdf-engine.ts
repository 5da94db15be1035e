import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { BuildProblem } from '../problem.ts';

const PACKAGE = 'node_modules/pdfjs-dist';
const ENGINE = /pdfjs-dist[\\/]legacy[\\/]build[\\/]pdf(?:\.worker)?\.mjs$/;

/**
 * Places where the engine, and what it brings along for older browsers, would make code out of text, each with what stands there instead. The policy of our
 * pages forbids it, and the engine has another way for each.
 */
const MAKES_CODE: readonly (readonly [found: string, instead: string])[] = [
  ['new Function("");', 'throw new Error();'],
  ['return new Function("src", "srcOffset", "dest", "destOffset", compiled);', ''],
  [`return Function('return require("' + name + '")')();`, 'return undefined;'],
  [`(function () { return this; })() || Function('return this')();`, 'globalThis;'],
];
const STILL_MAKES_CODE = /\bFunction\(\s*["'`]|\bnew Function\b|(?<![.\w$])eval\(/;

/** The text without code that is made at run time. @throws BuildProblem when some is left: a new version of the package does it elsewhere */
export function withoutMadeCode(source: string, name: string): string {
  const text = MAKES_CODE.reduce((before, [found, instead]) => before.replaceAll(found, instead), source);
  const left = STILL_MAKES_CODE.exec(text);
  if (left) throw new BuildProblem(`${name} makes code at run time: ${text.slice(left.index, left.index + 80)}. Name the place in pdf-engine.ts.`);
  return text;
}

/** esbuild plugin: takes out of the PDF engine what makes code at run time. */
export const pdfWithoutMadeCode: Plugin = {
  name: 'nephra-pdf',
  setup(setup) {
    setup.onLoad({ filter: ENGINE }, async ({ path: file }) => ({
      contents: withoutMadeCode(await readFile(file, 'utf8'), path.basename(file)),
      loader: 'js',
      resolveDir: path.dirname(file),
    }));
  },
};

/** Of the fonts that stand in for the standard ones: those of the Liberation family have a licence of their own kind, the system's take their place. */
const FONTS = /^Foxit.*\.pfb$/;
/** Of pictures that scanners make (JBIG2, JPEG 2000), and of colours for print. */
const DECODERS = /^(?:jbig2|openjpeg|qcms_bg)\.wasm$/;

/**
 * What the PDF engine fetches while a PDF is open: its worker, maps of characters (Chinese, Japanese, Korean), fonts, and decoders of pictures.
 * @returns path below the folder of assets → content; the folder bears the version of the engine
 */
export async function pdfEngineFiles(root: string, { development = false } = {}): Promise<{ files: ReadonlyMap<string, Uint8Array>; folder: string }> {
  const place = path.join(root, PACKAGE);
  const { version } = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')) as { version: string };
  const folder = `pdf-${version}`;
  const files = new Map<string, Uint8Array>();
  const worker = await build({
    absWorkingDir: root,
    entryPoints: [path.join(place, 'legacy/build/pdf.worker.mjs')],
    outdir: 'nephra-out',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: !development,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [pdfWithoutMadeCode],
  });
  const code = worker.outputFiles[0]?.contents;
  if (!code) throw new BuildProblem('the worker of the PDF engine was not built');
  files.set(`${folder}/pdf.worker.js`, code);
  const add = async (from: string, to: string, wanted: (name: string) => boolean) => {
    for (const name of (await readdir(path.join(place, from))).filter(wanted))
      files.set(`${folder}/${to}/${name}`, await readFile(path.join(place, from, name)));
  };
  await add('cmaps', 'cmaps', (name) => name.endsWith('.bcmap'));
  await add('standard_fonts', 'fonts', (name) => FONTS.test(name));
  await add('wasm', 'decoders', (name) => DECODERS.test(name));
  return { files, folder };
}
