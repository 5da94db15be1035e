import type { AnswerRule } from '../../contract/public/public-message.contract.ts';

type Rule = Pick<AnswerRule, 'kind' | 'match' | 'keywords' | 'sortCode' | 'enabledMark'>;

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** By the order that a person gave, then by that in which they were written. */
const inOrder = <R extends Rule>(rules: readonly R[]): readonly R[] => [...rules].sort((one, other) => one.sortCode - other.sortCode);

/** The rule that answers a text: a word that is all of it first, then one that it holds, then the default. */
export function ruleFor<R extends Rule>(rules: readonly R[], text: string): R | undefined {
  const said = plain(text);
  const used = inOrder(rules.filter(({ enabledMark }) => enabledMark === 1));
  const words = used.filter(({ kind }) => kind === 'keyword');
  const whole = words.find(({ keywords }) => keywords.some((word) => plain(word) === said));
  const held = words.find(({ match, keywords }) => match === 'contains' && keywords.some((word) => plain(word) !== '' && said.includes(plain(word))));
  return whole ?? held ?? used.find(({ kind }) => kind === 'default');
}

export const welcomeIn = <R extends Rule>(rules: readonly R[]): R | undefined =>
  inOrder(rules.filter(({ enabledMark, kind }) => enabledMark === 1 && kind === 'welcome'))[0];
