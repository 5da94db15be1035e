import { FREQUENCIES, USAGES } from './frequencies.ts';
import type { LineOrder } from './line-order.ts';

/** Short Latin forms that doctors type; the browser's list finds an entry by its first letters. */
const USAGE_LETTERS: Readonly<Record<(typeof USAGES)[number], string>> = {
  1: 'po',
  2: 'pr',
  3: 'sl',
  401: 'ih',
  402: 'id',
  403: 'im',
  404: 'iv',
  'hd-line': 'hd',
  5: 'inh',
  6: 'ext',
  607: 'oc',
  608: 'na',
  9: 'etc',
};

/** What `useOffered` of the kit gives: codes of a dictionary as the site offers them, with those that stand there already. */
type OfferedCodes = <Code extends string>(dictionary: string, codes: readonly Code[], ...kept: readonly Code[]) => readonly Code[];
/** A text of the plugin whose page shows the choices: it words `freq.<code>` and `usage.<code>`. */
type Words = (key: string) => string;

export interface OrderChoice {
  readonly value: string;
  readonly text: string;
}

const FREQUENCY_CODES: readonly string[] = FREQUENCIES.map(({ code }) => code);

/**
 * How often something is given, `qd 每日一次`.
 * @param kept what stands there already, hidden or not
 */
export const frequencyOptions = (t: Words, offered: OfferedCodes, kept = ''): OrderChoice[] =>
  offered('drugInterval', FREQUENCY_CODES, kept).map((code) => ({ value: code, text: `${code} ${t(`freq.${code}`)}` }));

/**
 * By which route something is given, `po 口服`.
 * @param kept what stands there already, hidden or not
 */
export const usageOptions = (t: Words, offered: OfferedCodes, kept = ''): OrderChoice[] =>
  offered('drugUsage', USAGES, ...USAGES.filter((usage) => usage === kept)).map((value) => ({ value, text: `${USAGE_LETTERS[value]} ${t(`usage.${value}`)}` }));

/** Dose units that a doctor may choose for an item: those of its own dimension, and its counting unit. */
const DOSE_UNITS: readonly (readonly string[])[] = [['µg', 'mg', 'g'], ['ml'], ['IU', 'U', '万U'], ['mmol']];
export function doseUnitsFor(line: { dMinUnit: string; preparaUnit: string; onceUsingUnit: string }): string[] {
  const family = DOSE_UNITS.find((units) => units.includes(line.dMinUnit)) ?? [];
  return [...new Set([...family, line.dMinUnit, line.preparaUnit, line.onceUsingUnit].filter((unit) => unit !== ''))];
}
export const quantityUnitsFor = (line: { stockUnit: string; preparaUnit: string; splitAllowed: boolean; drugNumUnit: string }): string[] => [
  ...new Set([line.stockUnit, ...(line.splitAllowed ? [line.preparaUnit] : []), line.drugNumUnit]),
];

/** How something is given: codes of the dictionaries `drugUsage` and `drugInterval`; '' where nothing is said. */
export type OrderCodes = Pick<LineOrder, 'drugUsage' | 'drugInterval'>;

/** What the pages write on lines of entries that have no usual frequency. */
export const FREQUENCY_AT_FIRST = { drug: 'qd', other: 'st' } as const;

/**
 * The codes that a person chose. Only lines of drugs show route and frequency: on others stand those of the entry, or `st`, which nobody chose and nobody could
 * choose otherwise once the site has hidden them.
 */
export function chosenCodes(
  line: OrderCodes,
  entry: { readonly kind: string; readonly usualUsage: string; readonly usualInterval: string } | undefined,
): OrderCodes {
  const { drugUsage, drugInterval } = line;
  if (entry === undefined || entry.kind === 'drug') return { drugUsage, drugInterval };
  return {
    drugUsage: drugUsage === entry.usualUsage ? '' : drugUsage,
    drugInterval: [FREQUENCY_AT_FIRST.other, entry.usualInterval].includes(drugInterval) ? '' : drugInterval,
  };
}
