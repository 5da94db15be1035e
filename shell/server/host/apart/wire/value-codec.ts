import { Readable } from 'node:stream';
import { packError, type PackedError, unpackError } from './error-codec.ts';

/** A longer message ends the process that sent it: files travel in pieces, rows in batches. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** A value takes at least so much of a message. */
const VALUE_BYTES = 2;
/** Values deeper than this are none that a contract speaks of. */
const MAX_DEPTH = 100;
/** The one member of a packed value that is no plain JSON. */
const TAG = '$';

type Callable = (...given: never[]) => unknown;
type Tagged =
  | readonly ['undefined']
  | readonly ['date', number | null]
  | readonly ['bigint', string]
  | readonly ['number', string]
  /** Bytes of the frame's part of that number. */
  | readonly ['bytes', number]
  | readonly ['map', readonly (readonly [unknown, unknown])[]]
  | readonly ['set', readonly unknown[]]
  | readonly ['object', Readonly<Record<string, unknown>>]
  | readonly ['error', PackedError]
  | readonly ['function', number]
  | readonly ['stream', number]
  | readonly ['signal', number, boolean]
  /** A context of a plugin, that the other side has itself. */
  | readonly ['context', unknown];

/** What crosses by reference: it stays where it is and is asked from there. */
export interface SentReferences {
  functionId(act: Callable): number;
  /** Of a function that hands out the next piece of the stream, and ends it when told so. */
  streamId(stream: Readable): number;
  signalId(signal: AbortSignal): number;
  /** By what the other side finds its own of this; undefined for all that is no context. */
  contextName?(value: object): unknown;
}
export interface ReceivedReferences {
  functionOf(id: number): Callable;
  streamOf(id: number): Readable;
  signalOf(id: number, aborted: boolean): AbortSignal;
  contextOf?(name: unknown): unknown;
}

/** A value as it is sent: JSON, and bytes beside it. */
export interface PackedValue {
  readonly json: unknown;
  readonly parts: Uint8Array[];
}

/** A value that cannot cross, or a message that nobody of ours has written. */
export class WireError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WireError';
  }
}

/**
 * Makes JSON of a value: dates, big numbers, bytes, maps, sets, undefined and errors come out as they went in; functions, streams and signals become references.
 * Members that are undefined, symbols, and what a class keeps to itself stay behind.
 * @throws WireError for one that is deeper than 100, as every circle is, and, before anything of it is copied, for one that no message has room for
 */
export function packValue(value: unknown, references: SentReferences, parts: Uint8Array[] = [], maxBytes = MAX_MESSAGE_BYTES): PackedValue {
  return { json: new Packer(references, parts, maxBytes).pack(value, 0), parts };
}

export const tooLong = (maxBytes: number): WireError => new WireError(`a message is longer than ${maxBytes} bytes: send files in pieces and rows in pages`);

class Packer {
  readonly #references: SentReferences;
  readonly #parts: Uint8Array[];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(references: SentReferences, parts: Uint8Array[], maxBytes: number) {
    this.#references = references;
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  /** What is too long is refused before it is copied: that would cost others memory and time. */
  #measure(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes);
  }

  pack(value: unknown, depth: number): unknown {
    this.#measure(typeof value === 'string' ? value.length : VALUE_BYTES);
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0) ? value : tagged(['number', Object.is(value, -0) ? '-0' : String(value)]);
      case 'bigint':
        return tagged(['bigint', String(value)]);
      case 'function':
        return tagged(['function', this.#references.functionId(value as Callable)]);
      case 'object':
        return value === null ? null : this.#object(value, depth + 1);
      default:
        return tagged(['undefined']);
    }
  }

  #object(value: object, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new WireError(`a value that crosses to a package's process is nested deeper than ${MAX_DEPTH}`);
    if (Array.isArray(value)) return Array.from(value, (one) => this.pack(one, depth));
    if (value instanceof Date) return tagged(['date', Number.isNaN(value.getTime()) ? null : value.getTime()]);
    if (ArrayBuffer.isView(value)) {
      this.#measure(value.byteLength);
      this.#parts.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      return tagged(['bytes', this.#parts.length - 1]);
    }
    if (value instanceof Error) return tagged(['error', packError(value, (one) => this.pack(one, depth))]);
    if (value instanceof Map) return tagged(['map', [...value].map(([key, one]) => [this.pack(key, depth), this.pack(one, depth)] as const)]);
    if (value instanceof Set) return tagged(['set', [...value].map((one) => this.pack(one, depth))]);
    if (value instanceof Readable) return tagged(['stream', this.#references.streamId(value)]);
    if (value instanceof AbortSignal) return tagged(['signal', this.#references.signalId(value), value.aborted]);
    if (typeof (value as { readonly then?: unknown }).then === 'function')
      throw new WireError('a promise stands where a value should: what others offer is to be awaited');
    const context = this.#references.contextName?.(value);
    return context === undefined ? this.#members(value, depth) : tagged(['context', context]);
  }

  #members(value: object, depth: number): unknown {
    const packed: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const one = (value as Readonly<Record<string, unknown>>)[key];
      if (one !== undefined && typeof one !== 'symbol') define(packed, key, this.pack(one, depth));
    }
    return Object.hasOwn(packed, TAG) ? tagged(['object', packed]) : packed;
  }
}

const tagged = (content: Tagged): { readonly [TAG]: Tagged } => ({ [TAG]: content });

/** `__proto__` is a name like any other here. */
function define(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/**
 * The value again. Whoever sent it may be hostile: nothing but values comes out, and references are the caller's to make.
 * @throws WireError
 */
export function unpackValue(json: unknown, parts: readonly Uint8Array[], references: ReceivedReferences): unknown {
  return new Unpacker(parts, references).unpack(json, 0);
}

class Unpacker {
  readonly #parts: readonly Uint8Array[];
  readonly #references: ReceivedReferences;

  constructor(parts: readonly Uint8Array[], references: ReceivedReferences) {
    this.#parts = parts;
    this.#references = references;
  }

  /** Changes what it is given in place: most of it is what it should be already. */
  unpack(json: unknown, depth: number): unknown {
    if (typeof json !== 'object' || json === null) return json;
    if (depth > MAX_DEPTH + 1) throw new WireError('a message is nested too deep');
    if (Array.isArray(json)) {
      for (let at = 0; at < json.length; at += 1) if (typeof json[at] === 'object') json[at] = this.unpack(json[at], depth + 1);
      return json;
    }
    return Object.hasOwn(json, TAG) ? this.#tagged((json as { readonly [TAG]: unknown })[TAG], depth) : this.#members(json, depth);
  }

  #members(json: object, depth: number): unknown {
    for (const key of Object.keys(json)) {
      const one = (json as Readonly<Record<string, unknown>>)[key];
      if (typeof one === 'object' && one !== null) define(json, key, this.unpack(one, depth + 1));
    }
    // Whoever waits for it would be handed on to this function, past every limit of time, and it may never answer.
    if (typeof (json as { readonly then?: unknown }).then === 'function') throw new WireError('a message holds a value that is waited for');
    return json;
  }

  #tagged(content: unknown, depth: number): unknown {
    const [kind, given, more] = Array.isArray(content) ? (content as readonly unknown[]) : [];
    const inner = (one: unknown): unknown => this.unpack(one, depth + 1);
    switch (kind) {
      case 'undefined':
        return undefined;
      case 'date':
        return new Date(given === null ? Number.NaN : numberIn(given));
      case 'bigint':
        if (typeof given !== 'string' || !/^-?\d{1,1000}$/.test(given)) throw new WireError('a message holds no big number where it says so');
        return BigInt(given);
      case 'number':
        return Number(given);
      case 'bytes':
        return this.#bytes(numberIn(given));
      case 'map':
        return new Map(listIn(given).map((pair) => [inner(listIn(pair)[0]), inner(listIn(pair)[1])]));
      case 'set':
        return new Set(listIn(given).map(inner));
      case 'object':
        return this.#members(objectIn(given), depth + 1);
      case 'error':
        return unpackError(objectIn(given), inner);
      case 'function':
        return this.#references.functionOf(numberIn(given));
      case 'stream':
        return this.#references.streamOf(numberIn(given));
      case 'signal':
        return this.#references.signalOf(numberIn(given), more === true);
      case 'context':
        return this.#references.contextOf?.(given);
      default:
        throw new WireError('a message holds a value of an unknown kind');
    }
  }

  #bytes(at: number): Buffer {
    const part = this.#parts[at];
    if (!part) throw new WireError('a message lacks bytes that it names');
    return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  }
}

function numberIn(value: unknown): number {
  if (typeof value !== 'number') throw new WireError('a message holds no number where it says so');
  return value;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new WireError('a message holds no list where it says so');
  return value;
}

function objectIn(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WireError('a message holds no object where it says so');
  return value;
}
