import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { MAX_GROUP } from './line-limits.ts';

/** Something that is written on a line: as it is read, as it is sent, and what stands where nobody wrote anything. */
export interface LineField<Read extends TSchema, Sent extends TSchema> {
  readonly read: Read;
  readonly sent: Sent;
  readonly empty: Static<Read>;
}
export const lineField = <Read extends TSchema, Sent extends TSchema>(read: Read, sent: Sent, empty: Static<Read>): LineField<Read, Sent> => ({
  read,
  sent,
  empty,
});
const text = (maxLength: number) => ({ ...lineField(Type.String(), Type.String({ maxLength }), ''), maxLength });

/** What a line orders of an entry. Packages of a facility keep this much. Bounds of numbers are checked by `line-input.ts`, with a sentence that names the line. */
export const LINE_ORDER = {
  onceUsing: lineField(Type.Number(), Type.Number(), 0),
  onceUsingUnit: text(20),
  drugUsage: text(20),
  drugInterval: text(20),
  drugDays: lineField(Type.Integer(), Type.Number(), 1),
  /** Only taken from a caller when `manualNum` is true. */
  drugNum: lineField(Type.Number(), Type.Number(), 0),
  drugNumUnit: text(20),
  /** True when a person typed the quantity instead of taking the computed one. */
  manualNum: lineField(Type.Boolean(), Type.Boolean(), false),
  /** 0 single line; n > 0 = number of the injection group, first member is the solvent. */
  isGroup: lineField(Type.Integer(), Type.Integer({ minimum: 0, maximum: MAX_GROUP }), 0),
} as const;
export type LineOrder = { readonly [K in keyof typeof LINE_ORDER]: (typeof LINE_ORDER)[K]['empty'] };

export type LineFields = Readonly<Record<string, LineField<TSchema, TSchema>>>;

const each = <Result>(fields: LineFields, of: (one: LineField<TSchema, TSchema>) => unknown): Result =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, of(one)])) as Result;

/** Schemas of what is read, to be spread into an object. */
export const readSchemas = <F extends LineFields>(fields: F) => each<{ [K in keyof F]: F[K]['read'] }>(fields, ({ read }) => read);
/** The same of what is sent. */
export const sentSchemas = <F extends LineFields>(fields: F) => each<{ [K in keyof F]: F[K]['sent'] }>(fields, ({ sent }) => sent);
/** What stands where nobody has written anything. */
export const emptyOf = <F extends LineFields>(fields: F) => each<{ [K in keyof F]: F[K]['empty'] }>(fields, ({ empty }) => empty);

/** Members under the names of these fields, out of something that holds more; what nobody wrote is left out. */
export function pickFields<F extends LineFields>(fields: F) {
  const names = Object.keys(fields) as (keyof F)[];
  return <L extends Partial<Record<keyof F, unknown>>>(line: L): Pick<L, keyof L & keyof F> =>
    Object.fromEntries(names.filter((name) => line[name] !== undefined).map((name) => [name, line[name]])) as Pick<L, keyof L & keyof F>;
}
/** What a line orders. */
export const orderOn = pickFields(LINE_ORDER);
