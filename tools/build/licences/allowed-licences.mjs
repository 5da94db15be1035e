/** Licences under which somebody else's work may be part of the product, by their SPDX names. */
export const ALLOWED = ['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD'];

/**
 * Whether a licence is allowed: a name, or an SPDX expression of names. Of `A OR B` one is enough, of `A AND B` each has to be; AND binds closer.
 * @param {string} expression
 */
export function isAllowed(expression) {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    const word = words[at++];
    if (word !== '(') return ALLOWED.includes(word);
    const inside = either();
    // A bracket that is not closed allows nothing.
    return words[at++] === ')' && inside;
  };
  const both = () => {
    let all = one();
    while (words[at]?.toUpperCase() === 'AND') {
      at += 1;
      all = one() && all;
    }
    return all;
  };
  const either = () => {
    let any = both();
    while (words[at]?.toUpperCase() === 'OR') {
      at += 1;
      any = both() || any;
    }
    return any;
  };
  return words.length > 0 && either() && at === words.length;
}
