import pairs from 'opencc-js/dict/TSCharacters';

let table: ReadonlyMap<string, string> | undefined;

/** Read at the first traditional or simplified text, not at start. */
const simplifiedBy = (): ReadonlyMap<string, string> => {
  table ??= new Map(pairs.split('|').map((pair) => pair.split(' ') as [string, string]));
  return table;
};

/** Character by character, for searching alone: `處方箋` → `处方笺`. As writing it would be wrong now and then (`乾隆`), which a search does not mind. */
export function inSimplified(text: string): string {
  const to = simplifiedBy();
  return [...text].map((character) => to.get(character) ?? character).join('');
}
