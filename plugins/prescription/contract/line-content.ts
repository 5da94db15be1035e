import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DP_TYPE, MAX_GROUP } from './line-limits.ts';

/** Something that is written on a line: as it is read, as it is sent, and what stands where nobody wrote anything. */
interface LineField<Read extends TSchema, Sent extends TSchema> {
  readonly read: Read;
  readonly sent: Sent;
  readonly empty: Static<Read>;
}
const field = <Read extends TSchema, Sent extends TSchema>(read: Read, sent: Sent, empty: Static<Read>): LineField<Read, Sent> => ({ read, sent, empty });
const text = (maxLength: number) => ({ ...field(Type.String(), Type.String({ maxLength }), ''), maxLength });
/** One that callers may leave out. */
const note = (maxLength: number) => ({ ...field(Type.String(), Type.Optional(Type.String({ maxLength })), ''), maxLength });

/** What a line orders. Packages of a facility keep this much. Bounds of numbers are checked by `domain/lines/line-input.ts`, with a sentence that names the line. */
export const LINE_ORDER = {
  onceUsing: field(Type.Number(), Type.Number(), 0),
  onceUsingUnit: text(20),
  drugUsage: text(20),
  drugInterval: text(20),
  drugDays: field(Type.Integer(), Type.Number(), 1),
  /** Only taken from a caller when `manualNum` is true. */
  drugNum: field(Type.Number(), Type.Number(), 0),
  drugNumUnit: text(20),
  /** True when a person typed the quantity instead of taking the computed one. */
  manualNum: field(Type.Boolean(), Type.Boolean(), false),
  /** 0 single line; n > 0 = number of the injection group, first member is the solvent. */
  isGroup: field(Type.Integer(), Type.Integer({ minimum: 0, maximum: MAX_GROUP }), 0),
} as const;

/**
 * What a line says wherever it goes: copies and people's own packages keep it, the sheet of paper and other plugins are told it. A field that is added here
 * stands on the wire both ways; its column stands in `server/tables/line.columns.ts`.
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
  approvalMark: field(Type.Integer(), Type.Integer({ minimum: 0, maximum: 1 }), 0),
  packageId: note(64),
  /** Disease that the line is written for, one of the prescription's diagnoses; empty = its first. */
  diseCodg: note(40),
  /** Medical category of the line; 0 = that of the prescription. */
  medType: field(Type.Integer(), Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DP_TYPE })), 0),
} as const;

type Fields = Readonly<Record<string, LineField<TSchema, TSchema>>>;
/** Fields that hold a text of limited length. */
export type LineTextField = { [K in keyof typeof LINE_WRITTEN]: (typeof LINE_WRITTEN)[K] extends { maxLength: number } ? K : never }[keyof typeof LINE_WRITTEN];

const each = <Result>(fields: Fields, of: (one: LineField<TSchema, TSchema>) => unknown): Result =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, of(one)])) as Result;

/** Schemas of what is read, to be spread into an object. */
export const readSchemas = <F extends Fields>(fields: F) => each<{ [K in keyof F]: F[K]['read'] }>(fields, ({ read }) => read);
/** The same of what is sent. */
export const sentSchemas = <F extends Fields>(fields: F) => each<{ [K in keyof F]: F[K]['sent'] }>(fields, ({ sent }) => sent);

export type LineContent = { readonly [K in keyof typeof LINE_CONTENT]: (typeof LINE_CONTENT)[K]['empty'] };
export type LineWritten = { readonly [K in keyof typeof LINE_WRITTEN]: (typeof LINE_WRITTEN)[K]['empty'] };
/** What stands where nobody has written anything. */
export const emptyOf = <F extends Fields>(fields: F) => each<{ [K in keyof F]: F[K]['empty'] }>(fields, ({ empty }) => empty);
export const EMPTY_LINE: LineWritten = emptyOf(LINE_WRITTEN);

/** Members under the names of these fields, out of something that holds more; what nobody wrote is left out. */
function picked<F extends Fields>(fields: F) {
  const names = Object.keys(fields) as (keyof F)[];
  return <L extends Partial<Record<keyof F, unknown>>>(line: L): Pick<L, keyof L & keyof F> =>
    Object.fromEntries(names.filter((name) => line[name] !== undefined).map((name) => [name, line[name]])) as Pick<L, keyof L & keyof F>;
}
/** What a line orders. */
export const orderOn = picked(LINE_ORDER);
/** What is written on a line. */
export const writtenOn = picked(LINE_WRITTEN);
