import { Type } from '@nephra/plugin-sdk/contract';
import { emptyOf, LINE_ORDER, lineField, pickFields } from '../../catalogue/contract/index.ts';
import { MAX_DP_TYPE } from './head-limits.ts';

/** A text that callers may leave out. */
const note = (maxLength: number) => ({ ...lineField(Type.String(), Type.Optional(Type.String({ maxLength })), ''), maxLength });

/**
 * What a line says wherever it goes: what it orders (`LINE_ORDER` of the catalogue), and what copies and people's own packages keep beside it; the sheet of paper
 * and other plugins are told it. A field that is added here stands on the wire both ways; its column stands in `server/tables/line.columns.ts`.
 */
export const LINE_CONTENT = {
  ...LINE_ORDER,
  remark: note(200),
} as const;

const { manualNum: _typed, isGroup: _group, ...printed } = LINE_CONTENT;
/** What of it stands on paper; lines that belong together have brackets there. */
export const LINE_PRINTED = printed;

/** All that a doctor writes on a line of one prescription. */
export const LINE_WRITTEN = {
  ...LINE_CONTENT,
  /** 1 = the doctor states that the insurer's condition is met. */
  approvalMark: lineField(Type.Integer(), Type.Integer({ minimum: 0, maximum: 1 }), 0),
  packageId: note(64),
  /** Disease that the line is written for, one of the prescription's diagnoses; empty = its first. */
  diseCodg: note(40),
  /** Medical category of the line; 0 = that of the prescription. */
  medType: lineField(Type.Integer(), Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DP_TYPE })), 0),
} as const;

/** Fields that hold a text of limited length. */
export type LineTextField = { [K in keyof typeof LINE_WRITTEN]: (typeof LINE_WRITTEN)[K] extends { maxLength: number } ? K : never }[keyof typeof LINE_WRITTEN];

export type LineContent = { readonly [K in keyof typeof LINE_CONTENT]: (typeof LINE_CONTENT)[K]['empty'] };
export type LineWritten = { readonly [K in keyof typeof LINE_WRITTEN]: (typeof LINE_WRITTEN)[K]['empty'] };
/** What stands where nobody has written anything. */
export const EMPTY_LINE: LineWritten = emptyOf(LINE_WRITTEN);

/** What is written on a line. */
export const writtenOn = pickFields(LINE_WRITTEN);
