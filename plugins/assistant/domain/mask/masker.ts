import { MASK_KINDS, type MaskKind } from '../../contract/assistant.contract.ts';
import { statedAddresses, writtenAddresses } from './address-detector.ts';
import { foldText, visibleText } from './fold-text.ts';
import { knownNames } from './known-names.ts';
import { chineseNames, otherNames } from './name-detectors.ts';
import { dateDetectors, numberDetectors, restDetectors } from './number-detectors.ts';
import { type Detector, withoutOverlaps } from './span.ts';

/** How a mask reads to the model, whatever the language of the question. */
export const MASK_WORDS: Readonly<Record<MaskKind, string>> = {
  person: '人员',
  document: '证件',
  phone: '电话',
  insurance: '医保号',
  record: '病历号',
  date: '日期',
  address: '地址',
  mail: '邮箱',
  number: '号码',
};

export interface MaskEntry {
  readonly token: string;
  readonly kind: MaskKind;
  readonly value: string;
}

const KIND_OF_WORD = new Map(MASK_KINDS.map((kind) => [MASK_WORDS[kind], kind]));
/** A mask as we write it, and as models give it back. */
const TOKEN = /[[【] {0,2}(人员|证件|电话|医保号|病历号|日期|地址|邮箱|号码) {0,2}([0-9]{1,4}) {0,2}[\]】]/g;
/** Longest token, from its bracket on. */
const MAX_TOKEN = 16;

/** What finds something by its shape, in this order. */
const BY_SHAPE: readonly Detector[] = [...numberDetectors, ...dateDetectors, statedAddresses, writtenAddresses, ...restDetectors, chineseNames, otherNames];

interface Piece {
  readonly text: string;
  readonly masked: boolean;
}

/**
 * Puts masks in place of what must not leave, and back. One for all messages of a question: the same person has the same mask in all of them.
 * It knows no clock and no database: names that the house knows are handed in.
 */
export class Masker {
  readonly #entries: MaskEntry[] = [];
  readonly #byValue = new Map<string, string>();
  readonly #byToken = new Map<string, string>();
  readonly #counts = new Map<MaskKind, number>();
  readonly #taken: ReadonlySet<string>;
  #names: readonly string[];

  /**
   * @param names of persons whom the asker may see
   * @param texts all that will be masked at first: what is written there like a mask is nobody's mask
   */
  constructor(names: readonly string[], texts: readonly string[] = []) {
    this.#names = names;
    this.#taken = new Set(texts.flatMap((text) => [...text.matchAll(TOKEN)].map(([, word, number]) => keyOf(word, number))));
  }

  get entries(): readonly MaskEntry[] {
    return this.#entries;
  }

  /** Adds names that were found later, in what a tool answered. */
  know(names: readonly string[]): void {
    this.#names = [...this.#names, ...names];
  }

  mask(written: string): string {
    let pieces: readonly Piece[] = [{ text: visibleText(written), masked: false }];
    const known = knownNames(this.#names);
    // Names twice: what stood right before one, and made it look like a part of a longer word, may have gone since.
    for (const detect of [known, ...BY_SHAPE, known]) pieces = pieces.flatMap((piece) => (piece.masked ? [piece] : this.#split(piece.text, detect)));
    return pieces.map(({ text }) => text).join('');
  }

  /** Puts what stood there in place of masks; one that nobody gave stays as it is. */
  unmask(text: string): string {
    return text.replace(TOKEN, (token: string, word: string, number: string) => this.#byToken.get(keyOf(word, number)) ?? token);
  }

  /** The same for a text that still grows: a mask that is not complete yet is held back. @returns what can be shown of it */
  unmaskGrowing(text: string): string {
    const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('【'));
    const isOpen = open >= 0 && text.length - open < MAX_TOKEN && !/[\]】]/.test(text.slice(open));
    return this.unmask(isOpen ? text.slice(0, open) : text);
  }

  #split(text: string, detect: Detector): Piece[] {
    const spans = withoutOverlaps(detect(foldText(text)));
    if (spans.length === 0) return [{ text, masked: false }];
    const pieces: Piece[] = [];
    let at = 0;
    for (const { start, end, kind } of spans) {
      if (start > at) pieces.push({ text: text.slice(at, start), masked: false });
      pieces.push({ text: this.#tokenOf(text.slice(start, end), kind), masked: true });
      at = end;
    }
    if (at < text.length) pieces.push({ text: text.slice(at), masked: false });
    return pieces;
  }

  #tokenOf(value: string, kind: MaskKind): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    let count = this.#counts.get(kind) ?? 0;
    do count += 1;
    while (this.#taken.has(keyOf(MASK_WORDS[kind], String(count))));
    this.#counts.set(kind, count);
    const token = `[${MASK_WORDS[kind]}${count}]`;
    this.#byValue.set(value, token);
    this.#byToken.set(keyOf(MASK_WORDS[kind], String(count)), value);
    this.#entries.push({ token, kind, value });
    return token;
  }
}

const keyOf = (word = '', number = ''): string => `${KIND_OF_WORD.get(word) ?? ''}${Number(number)}`;
