import { foldText, visibleText } from './fold-text.ts';
import type { Detector, Span } from './span.ts';

/** Shortest and longest name in Chinese characters that is looked for. */
const HAN_NAME = { least: 2, most: 4 } as const;
const HAN_RUN = /[\u3400-\u4dbf\u4e00-\u9fff]{2,}/g;
const DOTTED_RUN = /[\u4e00-\u9fff]{1,12}(?:[·•][\u4e00-\u9fff]{1,12}){1,4}/g;
const LATIN_WORD = /[A-Za-z][A-Za-z'-]{0,24}/g;
const MAX_WORDS = 4;
const SPACE = /\s/;

/** A text without spaces, and where each of its characters stood. */
function compact(folded: string): { readonly text: string; readonly places: readonly number[] } {
  let text = '';
  const places: number[] = [];
  for (let at = 0; at < folded.length; at += 1) {
    const sign = folded[at] ?? '';
    if (SPACE.test(sign)) continue;
    text += sign;
    places.push(at);
  }
  return { text, places };
}

/** Letters of A to Z small; as long as what came in. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`;

/**
 * All pieces of texts that may be the name of a person: the database says which are. Spaces between Chinese characters do not hide one (张 三).
 * @param most beyond it the rest is left out; the caller refuses texts that long
 */
export function nameCandidates(texts: readonly string[], most: number): string[] {
  const found = new Set<string>();
  for (const written of texts) {
    const folded = foldText(visibleText(written));
    const { text } = compact(folded);
    for (const [run] of text.matchAll(HAN_RUN)) {
      for (let at = 0; at < run.length; at += 1) {
        for (let size = HAN_NAME.least; size <= HAN_NAME.most && at + size <= run.length; size += 1) found.add(run.slice(at, at + size));
      }
    }
    for (const [run] of text.matchAll(DOTTED_RUN)) found.add(run);
    const words = [...folded.matchAll(LATIN_WORD)].map(([word]) => word);
    for (let at = 0; at < words.length; at += 1) {
      for (let count = 1; count <= MAX_WORDS && at + count <= words.length; count += 1) {
        const some = words.slice(at, at + count);
        for (const name of [some.join(' '), some.map(capital).join(' '), some.join(' ').toUpperCase()]) if (name.length > 2) found.add(name);
      }
    }
  }
  return [...found].slice(0, most);
}

/** Finds these names wherever they stand, with spaces between their characters too. */
export function knownNames(names: readonly string[]): Detector {
  const wanted = [...new Set(names.map((name) => lower(compact(foldText(visibleText(name))).text)))].filter((name) => name.length > 1);
  return (folded) => {
    const { text, places } = compact(lower(folded));
    const spans: Span[] = [];
    for (const name of wanted) {
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        const [start, last] = [places[at], places[at + name.length - 1]];
        if (start === undefined || last === undefined || insideWord(folded, start, last + 1, name)) continue;
        spans.push({ start, end: last + 1, kind: 'person' });
      }
    }
    return spans;
  };
}

/** "Ann" is no name within "Annual". */
function insideWord(folded: string, start: number, end: number, name: string): boolean {
  if (!/^[a-z'-]+$/.test(name)) return false;
  return /[A-Za-z]/.test(folded[start - 1] ?? '') || /[A-Za-z]/.test(folded[end] ?? '');
}
