import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../../contract/menu/menu.ts';
import { textKeys } from '../manifest.ts';

/** `ctx.text(` and `wordOf(ctx, ` up to what follows: the key. */
const CALL = /\b(?:ctx\.text\(|wordOf\(ctx,)\s*/g;
/** A key, or the beginning of one up to what is put in. */
const LITERAL = /^(?:'([^'\n]+)'|"([^"\n]+)"|`([^`$\n]*)(\$\{)?)/;
/** Says why a key cannot be read where it is used: it is a value of a row, or of another text. */
const EXCUSED = /\/\/ text: \S/;

/** What is wrong with one call of the server half: a key that a language lacks, or one that nobody can look up here. */
export function textFindings(source: string, file: string, keys: Readonly<Record<Language, ReadonlySet<string>>>): string[] {
  return [...source.matchAll(CALL)].flatMap((match) => {
    const at = match.index + match[0].length;
    const lineStart = source.lastIndexOf('\n', match.index) + 1;
    const lineEnd = source.indexOf('\n', at);
    const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    if (/^\s*(?:\/?\*|\/\/)/.test(line) || EXCUSED.test(line)) return [];
    const place = `${file}:${source.slice(0, match.index).split('\n').length}`;
    const [, single, double, template, filled] = LITERAL.exec(source.slice(at)) ?? [];
    const key = single ?? double ?? template ?? '';
    if (key === '') return [`${place} asks for a text whose key does not stand there; write it, or say why not: // text: reason.`];
    return LANGUAGES.filter((language) => (filled ? ![...keys[language]].some((one) => one.startsWith(key)) : !keys[language].has(key))).map(
      (language) => `${place} asks for the text '${key}${filled ? '…' : ''}', which locales/${language}.json lacks.`,
    );
  });
}

const sourcesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture|suite)\.ts$/.test(file));
  } catch {
    return [];
  }
};

/** Texts that the server half of a plugin asks for and its locales lack. */
export function missingServerTexts(folder: string, tables: Readonly<Record<Language, unknown>>): string[] {
  const keys = { zh: new Set(textKeys(tables.zh)), zhtw: new Set(textKeys(tables.zhtw)), en: new Set(textKeys(tables.en)) };
  return ['server', 'domain'].flatMap((part) =>
    sourcesBelow(path.join(folder, part)).flatMap((file) => textFindings(readFileSync(path.join(folder, part, file), 'utf8'), path.join(part, file), keys)),
  );
}
