import type { CheckLevel } from '../../../catalogue/contract/index.ts';
import { type ActiveDrug, type CheckedCase, type CheckedLine, drugsOf, type Finding, type InteractionPair, named } from './checked-line.ts';

/** Shorter words are too vague to match. */
const SHORTEST_WORD = 2;
/** Classes that share a ring: who is allergic to one may react to the other. */
const RELATED_CLASSES: readonly (readonly [string, string])[] = [['青霉素', '头孢菌素']];
/** A repeat order a few days before the old course ends is usual and only pointed out. */
const RENEWAL_DAYS = 7;

const speaksOf = (word: string, fact: string): boolean => fact.length >= SHORTEST_WORD && (fact.includes(word) || word.includes(fact));

const isHit = (line: CheckedLine, word: string): boolean =>
  line.drugName.includes(word) || [...line.ingredients, ...line.allergyClasses].some((fact) => speaksOf(word, fact));

const isRelated = (line: CheckedLine, word: string): boolean =>
  RELATED_CLASSES.some(([a, b]) =>
    [
      [a, b],
      [b, a],
    ].some(([mine = '', other = '']) => speaksOf(word, mine) && line.allergyClasses.includes(other)),
  );

/** What the patient is allergic to blocks; a related class needs a reason. Treatments and laboratory items contain nothing. */
export function allergyFindings({ lines, patient }: CheckedCase): Finding[] {
  const words = [...new Set(patient.allergies.map((allergy) => allergy.trim()).filter((allergy) => allergy.length >= SHORTEST_WORD))];
  return lines.flatMap((line, index): Finding[] => {
    if (line.kind === 'item' || line.sale === 'unknown') return [];
    const hit = words.find((word) => isHit(line, word));
    const related = words.find((word) => isRelated(line, word));
    const allergy = hit ?? related;
    if (allergy === undefined) return [];
    const code = hit === undefined ? 'allergy-cross' : 'allergy';
    return [
      {
        key: `${code}:${line.drugId}:${allergy}`,
        code,
        level: hit === undefined ? 'reason' : 'block',
        lines: [index],
        params: { ...named(line, index), allergy },
      },
    ];
  });
}

const shared = (a: readonly string[], b: readonly string[]): string | undefined => a.find((ingredient) => b.includes(ingredient));

/** The same ingredient twice: on this prescription, or in another one whose course still runs. */
export function duplicateFindings({ lines, active }: CheckedCase): Finding[] {
  const drugs = drugsOf(lines);
  const within = drugs.flatMap(({ line, index }, at): Finding[] => {
    const first = drugs.slice(0, at).find((other) => shared(other.line.ingredients, line.ingredients) !== undefined);
    if (!first) return [];
    const ingredient = shared(first.line.ingredients, line.ingredients) ?? '';
    return [
      {
        key: `duplicate:${ingredient}:${[first.line.drugId, line.drugId].sort().join('+')}`,
        code: 'duplicate',
        level: 'reason',
        lines: [first.index, index],
        params: { ...named(line, index), ingredient, otherLine: first.index + 1, other: first.line.drugName },
      },
    ];
  });
  const elsewhere = drugs.flatMap(({ line, index }): Finding[] => {
    const running = active.filter((drug) => shared(drug.ingredients, line.ingredients) !== undefined);
    const longest = running.reduce<ActiveDrug | undefined>((best, drug) => (best && best.daysLeft >= drug.daysLeft ? best : drug), undefined);
    if (!longest) return [];
    const ingredient = shared(longest.ingredients, line.ingredients) ?? '';
    return [
      {
        key: `duplicate-other:${ingredient}:${line.drugId}:${longest.dpId}`,
        code: 'duplicate-other',
        level: longest.daysLeft > RENEWAL_DAYS ? 'reason' : 'info',
        lines: [index],
        params: { ...named(line, index), ingredient, other: longest.drugName, dpNumber: longest.dpNumber, days: longest.daysLeft },
      },
    ];
  });
  return [...within, ...elsewhere];
}

const pairOf = (pairs: readonly InteractionPair[], a: readonly string[], b: readonly string[]): InteractionPair | undefined =>
  pairs.find(({ ingredientA, ingredientB }) => (a.includes(ingredientA) && b.includes(ingredientB)) || (a.includes(ingredientB) && b.includes(ingredientA)));

/** Ingredients that should not meet: on this prescription, or with what the patient already takes. */
export function interactionFindings({ lines, active, interactions }: CheckedCase): Finding[] {
  const drugs = drugsOf(lines);
  const found = (level: CheckLevel, pair: InteractionPair) => ({ level, note: pair.note, ingredients: `${pair.ingredientA}+${pair.ingredientB}` });
  const within = drugs.flatMap(({ line, index }, at) =>
    drugs.slice(0, at).flatMap((other): Finding[] => {
      const pair = pairOf(interactions, line.ingredients, other.line.ingredients);
      if (!pair) return [];
      const { level, note, ingredients } = found(pair.level, pair);
      return [
        {
          key: `interaction:${ingredients}:${[line.drugId, other.line.drugId].sort().join('+')}`,
          code: 'interaction',
          level,
          lines: [other.index, index],
          params: { ...named(line, index), otherLine: other.index + 1, other: other.line.drugName, note },
        },
      ];
    }),
  );
  const elsewhere = drugs.flatMap(({ line, index }) =>
    active.flatMap((drug): Finding[] => {
      const pair = pairOf(interactions, line.ingredients, drug.ingredients);
      if (!pair) return [];
      const { level, note, ingredients } = found(pair.level, pair);
      return [
        {
          key: `interaction-other:${ingredients}:${line.drugId}:${drug.dpId}`,
          code: 'interaction-other',
          level,
          lines: [index],
          params: { ...named(line, index), other: drug.drugName, dpNumber: drug.dpNumber, note },
        },
      ];
    }),
  );
  return [...within, ...elsewhere];
}
