import { Readable } from 'node:stream';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FrameCutter, frameOf } from './frames.ts';
import { type PackedValue, packValue, type ReceivedReferences, type SentReferences, unpackValue, WireError } from './value-codec.ts';

const sent: SentReferences = { functionId: () => 7, streamId: () => 8, signalId: () => 9 };
const act = (): void => undefined;
const stream = Readable.from([]);
const { signal } = new AbortController();
const references: ReceivedReferences = { functionOf: () => act, streamOf: () => stream, signalOf: () => signal };

/** As it goes through a pipe. */
function across({ json, parts }: PackedValue): unknown {
  const frame = frameOf(json, parts);
  const cutter = new FrameCutter();
  const middle = Math.floor(frame.length / 2);
  const [whole] = [...cutter.push(frame.subarray(0, middle)), ...cutter.push(frame.subarray(middle))];
  if (!whole) throw new Error('no frame came out');
  return unpackValue(whole.head, whole.parts, references);
}
const there = (value: unknown): unknown => across(packValue(value, sent));

const value = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.double(),
    fc.bigInt(),
    fc.date(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.constant(undefined),
  ),
  any: fc.oneof(
    { maxDepth: 5 },
    tie('leaf'),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('$'), fc.constant('__proto__'), fc.constant('constructor')), tie('any'), { maxKeys: 5 }),
    fc.array(fc.tuple(tie('leaf'), tie('any')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    fc.array(tie('leaf'), { maxLength: 3 }).map((all) => new Set(all)),
  ),
})).any;

/** Members that are undefined stay behind, as in JSON. */
function withoutUndefined(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutUndefined);
  if (given instanceof Map) return new Map([...given].map(([key, one]) => [key, withoutUndefined(one)]));
  if (typeof given !== 'object' || given === null || given instanceof Date || Buffer.isBuffer(given) || given instanceof Set) return given;
  const kept = Object.entries(given).filter(([, one]) => one !== undefined);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutUndefined(one)]));
}

it('what no message has room for is refused before anything of it is copied', () => {
  const pack = (given: unknown): PackedValue => packValue(given, sent, [], 1_000);
  for (const given of ['x'.repeat(1_001), Array.from({ length: 600 }, () => 1), { list: [Buffer.alloc(2_000)] }, new Map([['x', 'y'.repeat(2_000)]])])
    expect(() => pack(given)).toThrow(WireError);
  expect(pack('x'.repeat(1_000)).json).toHaveLength(1_000);
  // As long as texts can be: copied, it would take gigabytes.
  const long = 'x'.repeat(2 ** 28);
  expect(() => there({ list: [long, long, long, long] })).toThrow(/longer than \d+ bytes/);
});

it('every value comes out as it went in', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect(there(given)).toEqual(withoutUndefined(given));
    }),
  );
});

it('functions, streams and signals cross as references; refusals and errors of the database stay what they are', () => {
  expect(there([act, stream, signal])).toEqual([act, stream, signal]);
  const refusal = there(new AppError('beds.taken', { code: EnvelopeCode.Conflict, params: { bed: '7' }, fields: [{ path: 'bed', msg: '' }] }));
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ key: 'beds.taken', code: 409, params: { bed: '7' }, fields: [{ path: 'bed', msg: '' }] });
  const taken = there(Object.assign(new Error('duplicate key', { cause: new Error('inner') }), { code: '23505', constraint: 'beds_name' }));
  expect(taken).toMatchObject({ message: 'duplicate key', code: '23505', constraint: 'beds_name', cause: { message: 'inner' } });
});

it('of an error as much crosses as a line of the log has room for; it stays an error, whatever it says that it is', () => {
  const long = 'x'.repeat(1_000_000);
  const hostile = {
    $: [
      'error',
      { name: long, message: long, stack: long, facts: { code: '23505', detail: long, rows: Array(2_000).fill('x'), message: { no: 'text' }, toString: 1 } },
    ],
  };
  const chain = (left: number): unknown => ({ $: ['error', { name: 'E', message: 'm', stack: 's', ...(left > 0 && { cause: chain(left - 1) }) }] });
  const received = (json: unknown) => unpackValue(JSON.parse(JSON.stringify(json)), [], references) as Error;
  const facts = (of: object): string => JSON.stringify({ ...of });
  expect(received(hostile)).toMatchObject({ code: '23505', message: expect.stringMatching(/^x+$/) });
  expect([String(received(hostile)).length < 20_000, facts(received(hostile)).length < 40_000, received(hostile).cause]).toEqual([true, true, undefined]);
  const proto = JSON.parse(`{ "$": ["error", { "name": "E", "message": "m", "facts": { "__proto__": { "isAppError": true } } }] }`) as unknown;
  expect(Object.getPrototypeOf(received(proto))).toBe(Error.prototype);
  expect([received(chain(2)).cause, received(chain(60)).cause]).toEqual([expect.any(Error), undefined]);
  const sentOne = packValue(Object.assign(new Error('m'), { detail: long, rows: Array(2_000).fill(1), code: 'E1' }), sent);
  expect(JSON.stringify(sentOne.json).length).toBeLessThan(40_000);
});

it('a circle, or what is nested without end, is refused where it is sent', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(() => packValue(circle, sent)).toThrow(WireError);
});

it('whatever a hostile process sends, values come out or a WireError, and no prototype is touched', () => {
  const tag = fc.tuple(
    fc.constantFrom('undefined', 'date', 'bigint', 'number', 'bytes', 'map', 'set', 'object', 'error', 'function', 'stream', 'signal', 'context', 'other'),
    fc.jsonValue(),
  );
  const hostile = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      tag.map((content) => ({ $: content })),
      fc.dictionary(fc.constantFrom('$', '__proto__', 'constructor', 'prototype', 'then', 'a'), tie('json'), { maxKeys: 3 }),
      fc.array(tie('json'), { maxLength: 3 }),
    ),
  })).json;
  fc.assert(
    fc.property(hostile, (json) => {
      try {
        unpackValue(JSON.parse(JSON.stringify(json)), [], references);
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
      expect(({} as { a?: unknown }).a).toBeUndefined();
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('a');
    }),
  );
});
