import { attribute, XmlScanner } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';
import type { ZipParts } from '../../../../plugin-sdk/server/xlsx/read-zip.ts';
import { numberText } from './number-text.ts';

interface Level {
  start: number;
  format: string;
  /** `%1.` with the number of the first level for `%1`. */
  text: string;
}

type Levels = Map<number, Level>;

const PATH = 'word/numbering.xml';
const LEVELS = 9;

/** Counts the paragraphs of numbered lists, as the text names them one after another. */
export class DocxNumbering {
  readonly #lists: ReadonlyMap<string, Levels>;
  readonly #counts = new Map<string, (number | undefined)[]>();

  constructor(lists: ReadonlyMap<string, Levels>) {
    this.#lists = lists;
  }

  /** What stands before the next paragraph of a list; undefined when it has none. */
  next(id: string, at: number): string | undefined {
    const levels = this.#lists.get(id);
    const level = levels?.get(at);
    if (!levels || !level) return undefined;
    const counts = this.#counts.get(id) ?? [];
    this.#counts.set(id, counts);
    counts[at] = (counts[at] ?? level.start - 1) + 1;
    // A list below begins anew.
    counts.length = at + 1;
    if (level.format === 'bullet') return '•';
    if (level.format === 'none') return '';
    return level.text.replace(/%([1-9])/g, (_all, digit: string) => {
      const place = Number(digit) - 1;
      const named = levels.get(place);
      return named ? numberText(counts[place] ?? named.start, named.format) : '';
    });
  }
}

export async function numberingOf(parts: ZipParts): Promise<DocxNumbering> {
  const kinds = new Map<string, Levels>();
  const lists = new Map<string, Levels>();
  let levels: Levels | undefined;
  let level: Level | undefined;
  let list = '';
  let override = 0;
  const scanner = new XmlScanner({
    open(tag, attributes) {
      const value = attribute(attributes, 'val') ?? '';
      if (tag === 'abstractNum') {
        levels = new Map();
        kinds.set(attribute(attributes, 'abstractNumId') ?? '', levels);
      } else if (tag === 'num') list = attribute(attributes, 'numId') ?? '';
      else if (tag === 'abstractNumId') {
        // Of its own: lists of one kind count apart.
        const own = new Map([...(kinds.get(value) ?? [])].map(([at, one]) => [at, { ...one }]));
        lists.set(list, own);
        levels = own;
      } else if (tag === 'lvlOverride') override = Number(attribute(attributes, 'ilvl') ?? 0);
      else if (tag === 'startOverride') {
        const overridden = lists.get(list)?.get(override);
        if (overridden) overridden.start = Number(value) || 0;
      } else if (tag === 'lvl') {
        level = { start: 1, format: 'decimal', text: '' };
        const at = Number(attribute(attributes, 'ilvl') ?? 0);
        if (at < LEVELS) levels?.set(at, level);
      } else if (!level) return;
      else if (tag === 'start') level.start = Number(value) || 0;
      else if (tag === 'numFmt') level.format = value;
      else if (tag === 'lvlText') level.text = value.slice(0, 60);
    },
    text: () => undefined,
    close(tag) {
      if (tag === 'lvl') level = undefined;
    },
  });
  if (parts.has(PATH)) for await (const piece of parts.text(PATH)) scanner.push(piece);
  return new DocxNumbering(lists);
}
