import type { SuggestionReason } from '../../contract/index.ts';

/** What is known of an entry of the facility. */
export interface OwnFacts {
  readonly ownCode: string;
  readonly name: string;
  readonly spec: string;
  readonly approvalNumber: string;
  readonly maker: string;
}
/** What is known of an entry of the national list. */
export interface ListedFacts {
  readonly code: string;
  readonly name: string;
  readonly genericName: string;
  readonly spec: string;
  readonly approvalNumber: string;
  readonly maker: string;
}

/** Signs, blanks and width play no role: `0.25μg×20粒` and `0.25µg*20 粒` are one specification. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[μµ]/g, 'u')
    .replace(/[×*xX✕]/g, 'x')
    .replace(/[\s·•,，;；()（）[\]【】/\\_-]+/g, '');

const pairsOf = (text: string): Set<string> => {
  const characters = [...plainText(text)];
  if (characters.length === 1) return new Set(characters);
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`));
};

/** Share of common pairs of characters, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const common = [...left].filter((pair) => right.has(pair)).length;
  return (2 * common) / (left.size + right.size);
}

const WEIGHT: Readonly<Record<SuggestionReason, number>> = { code: 60, approval: 50, name: 35, 'name-like': 25, spec: 12, maker: 6 };
const LIKE_FROM = 0.4;

/** How well an entry of the list fits, 0 to 100, and why. Nothing in common: 0 without reasons. */
export function fitOf(own: OwnFacts, listed: ListedFacts): { readonly score: number; readonly reasons: readonly SuggestionReason[] } {
  const reasons: SuggestionReason[] = [];
  let score = 0;
  const take = (reason: SuggestionReason, part = 1): void => {
    reasons.push(reason);
    score += WEIGHT[reason] * part;
  };
  if (own.ownCode !== '' && own.ownCode === listed.code) take('code');
  if (own.approvalNumber !== '' && plainText(own.approvalNumber) === plainText(listed.approvalNumber)) take('approval');
  const names = [listed.name, listed.genericName].filter((name) => name !== '');
  const closest = Math.max(0, ...names.map((name) => likeness(own.name, name)));
  if (names.some((name) => plainText(name) === plainText(own.name))) take('name');
  else if (closest >= LIKE_FROM) take('name-like', closest);
  if (reasons.length === 0) return { score: 0, reasons };
  if (own.spec !== '' && plainText(own.spec) === plainText(listed.spec)) take('spec');
  if (own.maker !== '' && plainText(own.maker) === plainText(listed.maker)) take('maker');
  return { score: Math.min(100, Math.round(score)), reasons };
}

/** From here on a proposal may be accepted together with others. */
export const SURE_FROM = 60;
