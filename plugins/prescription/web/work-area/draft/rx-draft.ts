import type { Prescription } from '../../../contract/index.ts';
import { type DraftLine, inputOf } from '../../../domain/preview.ts';

/** Head fields that a person may change. */
export interface RxFields {
  readonly dpType: number;
  /** Milliseconds. */
  readonly dpDate: number;
  readonly reimWay: string;
  readonly visit: string;
  readonly diagnosis: Prescription['diagnosis'];
  readonly infectedHistory: Prescription['infectedHistory'];
  readonly note: string;
}

/** What somebody typed and has not saved; `version` is the state it was typed over. */
export interface RxDraft {
  readonly version: number;
  readonly fields: RxFields;
  readonly lines: readonly DraftLine[];
}

const FIELD_NAMES = ['dpType', 'dpDate', 'reimWay', 'visit', 'diagnosis', 'infectedHistory', 'note'] as const satisfies readonly (keyof RxFields)[];

export const fieldsOf = (rx: RxFields): RxFields => ({
  dpType: rx.dpType,
  dpDate: rx.dpDate,
  reimWay: rx.reimWay,
  visit: rx.visit,
  diagnosis: rx.diagnosis,
  infectedHistory: rx.infectedHistory,
  note: rx.note,
});

export const linesOf = (rx: Prescription): DraftLine[] => rx.prescriptionDetailList.map((line) => ({ ...line, key: line.detailId }));

/** Lines are never changed in place, so the text of one is made once: a keystroke must not cost more on a long prescription. */
const lineTexts = new WeakMap<DraftLine, string>();

function lineText(line: DraftLine): string {
  const known = lineTexts.get(line);
  if (known !== undefined) return known;
  const made = JSON.stringify({ ...inputOf(line), drugNum: line.manualNum ? line.drugNum : 0 });
  lineTexts.set(line, made);
  return made;
}

/** Equal texts mean that there is nothing to save. Computed quantities are left out: they follow from the rest. */
export const snapshotOf = (fields: RxFields, lines: readonly DraftLine[]): string =>
  `${JSON.stringify(FIELD_NAMES.map((name) => fields[name]))}\n${lines.map(lineText).join('\n')}`;

/** Begins the keys of all drafts of prescriptions. */
export const RX_DRAFTS = 'rx:';

/** Whose prescription a draft is. */
export const patientOfDraft = (key: string): string => key.slice(RX_DRAFTS.length).split(':', 1)[0] ?? '';

/** Key of the draft of one prescription, or of the patient's new one of a day when `dpId` is null. */
export const draftKeyOf = (rx: { readonly patientId: string; readonly dpId: string | null }, day: string): string =>
  `${RX_DRAFTS}${rx.patientId}:${rx.dpId ?? `new:${day}`}`;
