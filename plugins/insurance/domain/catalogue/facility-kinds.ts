import type { ListType } from '../../contract/index.ts';

/** Kinds of the facility's catalogues and the parts of the national list that an entry may be found in, the usual one first. */
const LISTS: Readonly<Record<'drug' | 'material' | 'item', readonly ListType[]>> = {
  drug: ['101', '102', '103', '104'],
  material: ['301'],
  item: ['201'],
};

export const usualList = (kind: 'drug' | 'material' | 'item'): ListType => LISTS[kind][0] as ListType; // none is empty

/** Where an entry of that part may be found as well: a patent medicine may be an own preparation. */
export const listsWith = (listType: ListType): readonly ListType[] => Object.values(LISTS).find((lists) => lists.includes(listType)) ?? [listType];

/** The day before a day, `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date) - 86_400_000).toISOString().slice(0, 10);
}
