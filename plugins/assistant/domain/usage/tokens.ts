/** Letters that one token holds, about, where they are not Chinese. */
const LETTERS_PER_TOKEN = 4;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** About how many tokens a text has, for models that do not say: one for each Chinese character, four other letters in one. Rather too many than too few. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / LETTERS_PER_TOKEN);
}
