import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isAllowed } from './allowed-licences.mjs';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[._-].*)?$/i;
/** Ours, not somebody else's. */
const OWN = /^@nephra\//;

/**
 * Files of a package that came from others and that the product serves, each with its licence in a file of that package.
 * The package's own licence does not speak of them.
 */
const PARTS = [
  { name: 'Adobe CMap resources', of: 'pdfjs-dist', licence: 'BSD-3-Clause', file: 'cmaps/LICENSE' },
  { name: 'Foxit fonts of PDFium', of: 'pdfjs-dist', licence: 'BSD-3-Clause', file: 'standard_fonts/LICENSE_FOXIT' },
  { name: 'OpenJPEG', of: 'pdfjs-dist', licence: 'BSD-2-Clause', file: 'wasm/LICENSE_OPENJPEG' },
  { name: 'JBIG2 decoder of PDFium', of: 'pdfjs-dist', licence: 'BSD-3-Clause AND Apache-2.0', file: 'wasm/LICENSE_JBIG2' },
  { name: 'qcms', of: 'pdfjs-dist', licence: 'MIT', file: 'wasm/LICENSE_QCMS' },
  { name: 'core-js', of: 'pdfjs-dist', licence: 'MIT', author: 'Denis Pushkarev' },
];

/** Data of others that stands in this repository, each with the file that says where it came from; its licence stands beside it. */
const DATA = [{ name: 'Areas of China', head: 'plugins/system/server/area/seed/areas.json', file: 'LICENSE.txt' }];

/** Files from which the list of data is made. @param {string} root */
export const dataHeads = (root) => DATA.map(({ head }) => path.join(root, head));

/** For packages that name this licence and bring no text of it. */
const mitText = (author) => `MIT License

Copyright (c) ${author || 'the authors'}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folder in which a package finds another one, as Node looks for it; undefined for an optional one that is not installed. */
function folderOf(root, from, name) {
  for (let at = from; ; at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name);
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (at === root || at === path.dirname(at)) return undefined;
  }
}

const licenceOf = ({ license, licenses }) => {
  if (typeof license === 'string') return license;
  if (typeof license?.type === 'string') return license.type;
  return Array.isArray(licenses) ? licenses.map((one) => one.type ?? one).join(' OR ') : '';
};

const authorOf = ({ author }) => (typeof author === 'string' ? author : (author?.name ?? ''));

/** Texts of the licence that a package brings; of MIT the known one where it brings none. */
function textOf(folder, about) {
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  if (files.length === 0) return licenceOf(about) === 'MIT' ? mitText(authorOf(about)) : '';
  return files
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/**
 * Packages of others that the product is made of: those that the server loads and those that are bundled for browsers are all among the dependencies, direct and
 * indirect, of the repository and of the SDK.
 * @param {string} root
 * @returns {{name: string, version: string, licence: string, author: string, text: string}[]} by name
 */
export function collectLicences(root) {
  const found = new Map();
  const visit = (folder, dependencies, needed) => {
    for (const name of Object.keys(dependencies ?? {})) {
      const place = folderOf(root, folder, name);
      if (place === undefined && needed) throw new Error(`${name}, which ${path.relative(root, folder) || 'the repository'} needs, is not installed`);
      if (place !== undefined && !OWN.test(name)) take(place);
    }
  };
  const take = (folder) => {
    if (found.has(folder)) return;
    const about = readJson(path.join(folder, 'package.json'));
    found.set(folder, { name: about.name, version: about.version, licence: licenceOf(about), author: authorOf(about), text: textOf(folder, about) });
    visit(folder, about.dependencies, true);
    visit(folder, about.optionalDependencies, false);
  };
  for (const own of ['.', 'plugin-sdk']) {
    const folder = path.join(root, own);
    visit(folder, readJson(path.join(folder, 'package.json')).dependencies, true);
  }
  const parts = PARTS.map(({ name, of, licence, file, author = '' }) => {
    const folder = folderOf(root, root, of);
    const { version } = readJson(path.join(folder, 'package.json'));
    return { name: `${name} (${of})`, version, licence, author, text: file ? readFileSync(path.join(folder, file), 'utf8').trim() : mitText(author) };
  });
  const data = DATA.map(({ name, head, file }) => {
    const { source, licence } = readJson(path.join(root, head));
    const [, of, version] = /^(.+) (\S+)$/.exec(source) ?? [];
    return { name: `${name} (${of})`, version, licence, author: '', text: readFileSync(path.join(root, path.dirname(head), file), 'utf8').trim() };
  });
  const once = new Map([...found.values(), ...parts, ...data].map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** @returns {string[]} a sentence for each package that may not be in the product, or whose licence cannot be shown */
export const licenceFlaws = (packages) =>
  packages.flatMap(({ name, version, licence, text }) => {
    if (licence === '') return [`${name} ${version} names no licence.`];
    if (!isAllowed(licence)) return [`${name} ${version}: the licence "${licence}" is not among those that are allowed.`];
    return text === '' ? [`${name} ${version} brings no text of its licence ${licence}.`] : [];
  });
