import { setImmediate as others } from 'node:timers/promises';
import { md5OfShortText } from './md5-of-short-text.ts';
import { clientHash } from './password-hash.ts';

interface Family {
  readonly letters: string;
  readonly length: number;
}

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

const FAMILIES: readonly Family[] = [
  { letters: PRINTABLE, length: 1 },
  { letters: PRINTABLE, length: 2 },
  { letters: PRINTABLE, length: 3 },
  { letters: SMALL + DIGITS, length: 4 },
  { letters: DIGITS, length: 5 },
  { letters: DIGITS, length: 6 },
];
const BIRTH_YEARS = { from: 1900, to: 2035 } as const;

/** So many hashes at a time, some milliseconds' worth. */
const SLICE = 40_000;
/** Blocks of the filter, as many as 18 bits name; each is what the processor fetches from memory at once: 64 bytes. */
const BLOCKS_LOG2 = 18;
const WORDS_OF_A_BLOCK_LOG2 = 4;
/** A place in a block takes nine bits; two words of a hash name three each. */
const PLACE_BITS = 9;
const PLACE = 2 ** PLACE_BITS - 1;

/**
 * Remembers 3.6 million hashes in 16 MB: every one that was put in is known again, and of all others fewer than one in ten thousand are taken for
 * one of them, whose owner has to think of another password. All places of a hash are in one block: each block of its own would be waited for.
 */
class HashFilter {
  readonly #words = new Uint32Array(2 ** (BLOCKS_LOG2 + WORDS_OF_A_BLOCK_LOG2));

  /** A hash is even by itself: its first word names the block, the next two the places there. */
  add(hash: Int32Array): void {
    const block = ((hash[0] ?? 0) >>> (32 - BLOCKS_LOG2)) << WORDS_OF_A_BLOCK_LOG2;
    for (let at = 1; at < 3; at += 1) {
      const places = hash[at] ?? 0;
      this.#set(block, places & PLACE);
      this.#set(block, (places >>> PLACE_BITS) & PLACE);
      this.#set(block, (places >>> (2 * PLACE_BITS)) & PLACE);
    }
  }

  has(hash: Int32Array): boolean {
    const block = ((hash[0] ?? 0) >>> (32 - BLOCKS_LOG2)) << WORDS_OF_A_BLOCK_LOG2;
    const isSet = (place: number): boolean => ((this.#words[block | (place >>> 5)] ?? 0) & (1 << (place & 31))) !== 0;
    return [1, 2].every((at) => [0, 1, 2].every((nth) => isSet(((hash[at] ?? 0) >>> (nth * PLACE_BITS)) & PLACE)));
  }

  #set(block: number, place: number): void {
    const at = block | (place >>> 5);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (place & 31));
  }
}

function wordsOf(sent: string): Int32Array {
  const bytes = Buffer.from(sent, 'hex');
  return Int32Array.from([0, 4, 8, 12], (at) => bytes.readInt32LE(at));
}

/** Adds one slice of a family; its numbers stand for all characters but the first, which changes fastest. */
function addSlice(filter: HashFilter, codes: Uint8Array, length: number, from: number, to: number): void {
  const words = new Int32Array(4);
  const end = 0x80 << ((length & 3) * 8);
  for (let index = from; index < to; index += 1) {
    let low = length < 4 ? end : 0;
    let high = length < 4 ? 0 : end;
    let rest = index;
    for (let place = 1; place < length; place += 1) {
      const code = codes[rest % codes.length] ?? 0;
      rest = Math.floor(rest / codes.length);
      if (place < 4) low |= code << (place * 8);
      else high |= code << ((place - 4) * 8);
    }
    for (const first of codes) {
      md5OfShortText(low | first, high, length * 8, words);
      filter.add(words);
    }
  }
}

/** Eight digits that are a day: what is guessed right after the common ones. */
function addBirthdays(filter: HashFilter): void {
  for (let year = BIRTH_YEARS.from; year <= BIRTH_YEARS.to; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 31; day += 1) {
        filter.add(wordsOf(clientHash(`${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`)));
      }
    }
  }
}

async function fill(): Promise<HashFilter> {
  const filter = new HashFilter();
  for (const { letters, length } of FAMILIES) {
    const codes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const all = codes.length ** (length - 1);
    const slice = Math.ceil(SLICE / codes.length);
    for (let from = 0; from < all; from += slice) {
      addSlice(filter, codes, length, from, Math.min(all, from + slice));
      await others();
    }
  }
  addBirthdays(filter);
  return filter;
}

let filled: Promise<HashFilter> | undefined;

/**
 * Begins to make the hashes. They take a second of a processor: whoever is about to set a password reads the rule first, and that is when to call this; made
 * when the password has come, they would be made within its transaction, which a busy machine does not give so long.
 */
export const prepareShortPasswords = (): void => {
  filled ??= fill();
};

/**
 * True for the hash of a password that is too short whatever rule a site has: all of up to three characters, of four small letters and
 * digits, of up to six digits, and birthdays. The server sees hashes only, so it makes these itself, once, when the first password is set.
 * @param sent md5 of the password, hexadecimal, small letters
 */
export async function isShortPassword(sent: string): Promise<boolean> {
  prepareShortPasswords();
  return (await filled)?.has(wordsOf(sent)) === true;
}
