/** A piece of a text, and whether it is what was looked for. */
export interface TextPiece {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

/** Where a word stands in a text, in whatever case. The server finds either script; only what is written as it was typed is marked. */
export function hitsIn(text: string, word: string): readonly TextPiece[] {
  const low = text.toLowerCase();
  const wanted = word.toLowerCase();
  // Letters that grow when their case changes (İ) would move what stands behind them.
  if (wanted === '' || low.length !== text.length) return [{ at: 0, text, hit: false }];
  const pieces: TextPiece[] = [];
  let at = 0;
  for (let found = low.indexOf(wanted); found >= 0; found = low.indexOf(wanted, at)) {
    if (found > at) pieces.push({ at, text: text.slice(at, found), hit: false });
    pieces.push({ at: found, text: text.slice(found, found + wanted.length), hit: true });
    at = found + wanted.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ at, text: text.slice(at), hit: false });
  return pieces;
}

/** Characters in front of a hit that say what it is about. */
const LEAD = 24;

/** A long text from a little before the first hit, so that a row of few lines shows it. */
export function fromFirstHit(text: string, word: string): string {
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word.toLowerCase());
  if (at <= 2 * LEAD) return text;
  // Not from the middle of a character that takes two places.
  const from = /[\udc00-\udfff]/.test(text.charAt(at - LEAD)) ? at - LEAD + 1 : at - LEAD;
  return `…${text.slice(from)}`;
}
