import { CHECK1_ITEMS, type FieldValues, type Section } from '../contract/fields.ts';
import { SESSION_STATE as S, type SessionState } from '../contract/states.ts';
import { netWeight } from './weights.ts';

/** In which states a section is written; afterwards it is corrected, with a reason. The others are written by their acts. */
export const SECTION_STATES: Readonly<Partial<Record<Section, readonly SessionState[]>>> = {
  arrival: [S.arrived, S.assessed],
  before: [S.arrived, S.assessed],
  access: [S.arrived, S.assessed],
  after: [S.off],
  summary: [S.running, S.off],
};
export const mayWrite = (section: Section, state: SessionState): boolean => SECTION_STATES[section]?.includes(state) === true;

const has = (fields: FieldValues | undefined, ...names: readonly string[]): boolean =>
  names.every((name) => {
    const value = fields?.[name];
    return value !== undefined && value !== null && value !== '';
  });

/** A weight, or why there is none. */
export const isWeighed = (fields: FieldValues | undefined): boolean => fields !== undefined && (netWeight(fields) !== null || has(fields, 'noWeightReason'));
export const isPressureTaken = (fields: FieldValues | undefined): boolean => has(fields, 'systolic', 'diastolic');

/** What is looked at depends on what there is: a fistula has a thrill, a catheter an exit site. */
export function isAccessLookedAt(fields: FieldValues | undefined, kind: 'AVF' | 'AVG' | 'TCC' | 'NCC' | null): boolean {
  if (kind === null) return has(fields, 'skin') || has(fields, 'exitSite');
  return kind === 'TCC' || kind === 'NCC' ? has(fields, 'exitSite') : has(fields, 'thrill', 'skin');
}
export const isCheckFine = (fields: FieldValues | undefined, items: readonly string[] = CHECK1_ITEMS): boolean =>
  items.every((item) => fields?.[item] === 'ok');
/** Each item was looked at; nothing is taken for normal that nobody said. */
export const isCheckWhole = (fields: FieldValues, items: readonly string[]): boolean => has(fields, ...items);
export const isEndComplete = (fields: FieldValues | undefined): boolean =>
  has(fields, 'returned', 'ufVolume', 'clotDialyser', 'clotArterial', 'clotVenous', 'rupture');
export const isAfterComplete = (fields: FieldValues | undefined): boolean => isWeighed(fields) && isPressureTaken(fields);

/** Share of what a sheet asks for that is there, per cent. */
export function completeness(sections: Readonly<Partial<Record<Section, { readonly fields: FieldValues }>>>, checks: { readonly two: boolean }): number {
  const of = (name: Section) => sections[name]?.fields;
  const parts = [
    isWeighed(of('arrival')),
    isPressureTaken(of('before')),
    has(of('access'), 'skin') || has(of('access'), 'exitSite'),
    isCheckFine(of('check1')),
    checks.two,
    isEndComplete(of('end')),
    isAfterComplete(of('after')),
    has(of('summary'), 'education'),
  ];
  return Math.round((parts.filter(Boolean).length / parts.length) * 100);
}
