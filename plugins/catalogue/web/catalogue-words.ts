import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Choice, Status } from '@nephra/plugin-sdk/widgets';
import type { CatalogueKind, CheckLevel, DrugType } from '../contract/catalogue.schema.ts';
import type { EntryGroup, EntryRow } from '../contract/catalogue-entry.schema.ts';
import type { ProposalState } from '../contract/catalogue-proposal.schema.ts';
import type { PriceState } from '../domain/prices/price-in-force.ts';
import { GRADES } from '../contract/catalogue.schema.ts';
import { DOSE_DECIMALS } from '../contract/lines/line-limits.ts';
import { TYPES_OF_KIND } from '../domain/entry-facts.ts';
import { gradeText } from './order-words.ts';

export type Text = WebContext['t'];

export const GROUPS: readonly EntryGroup[] = ['drug', 'material', 'item', 'lab'];
export const kindOf = (group: EntryGroup): CatalogueKind => (group === 'lab' ? 'item' : group);

/** Code of those who may change entries of a list. */
export const keeperOf = (group: EntryGroup): string => ({ drug: 'btn_drug', material: 'btn_material', item: 'btn_item', lab: 'btn_item' })[group];

const LAB: DrugType = '化验';
export const typesOf = (group: EntryGroup): readonly DrugType[] =>
  group === 'lab' ? [LAB] : TYPES_OF_KIND[kindOf(group)].filter((type) => group !== 'item' || type !== LAB);

export const typeOptions = (t: Text, group: EntryGroup): Choice[] => typesOf(group).map((value) => ({ value, text: t(`drugType.${value}`) }));
export const gradeOptions = (t: Text): Choice[] => [
  ...GRADES.map((value) => ({ value, text: gradeText(t, value) })),
  { value: 'none', text: t('catalogue.grade.none') },
];
export const CONTROLS = ['toxic', 'psych2', 'psych1', 'narcotic'] as const;
export const controlOptions = (t: Text): Choice[] => CONTROLS.map((value) => ({ value, text: t(`catalogue.control.${value}`) }));
export const yesNo = (t: Text): Choice[] => ['yes', 'no'].map((value) => ({ value, text: t(`catalogue.${value}`) }));
export const enabledTable = (t: Text): Status[] => [
  { value: 1, text: t('catalogue.enabled'), tone: 'success' },
  { value: 0, text: t('catalogue.disabled'), tone: 'neutral' },
];

const LEVEL_TONES = { block: 'danger', reason: 'warning', info: 'info' } as const;
export const levelTable = (t: Text): Status[] =>
  (['block', 'reason', 'info'] as const satisfies readonly CheckLevel[]).map((value) => ({
    value,
    text: t(`catalogue.level.${value}`),
    tone: LEVEL_TONES[value],
  }));

const PRICE_TONES = { current: 'success', future: 'info', past: 'neutral', overruled: 'neutral', withdrawn: 'warning' } as const;
export const priceStates = (t: Text): Status[] =>
  (Object.keys(PRICE_TONES) as PriceState[]).map((value) => ({ value, text: t(`catalogue.priceState.${value}`), tone: PRICE_TONES[value] }));

const PROPOSAL_TONES = { waiting: 'warning', confirmed: 'success', refused: 'danger', retracted: 'neutral' } as const;
export const proposalStates = (t: Text): Status[] =>
  (Object.keys(PROPOSAL_TONES) as ProposalState[]).map((value) => ({ value, text: t(`catalogue.proposal.state.${value}`), tone: PROPOSAL_TONES[value] }));

/** How far a price goes, `+900.00%`; a dash from nothing. */
export function changeShare({ before, after }: { readonly before: number; readonly after: number }): string {
  if (before === 0) return '–';
  const percent = ((after - before) / before) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(2)}%`;
}

/** A price with two decimals, or with as many as it has: 38.50, 3.1234. */
export const priceText = (yuan: number): string => {
  const full = yuan.toFixed(4);
  return full.replace(/0{1,2}$/, '');
};

/** A number without needless zeros: 0.25, 20. */
export const plainNumber = (value: number): string => String(Number(value.toFixed(DOSE_DECIMALS)));

/** Name and specification on one line. */
export const fullName = (row: Pick<EntryRow, 'drugName' | 'drugSpec'>): string => (row.drugSpec ? `${row.drugName} ${row.drugSpec}` : row.drugName);
