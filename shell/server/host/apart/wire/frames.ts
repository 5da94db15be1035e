import { MAX_MESSAGE_BYTES, tooLong, WireError } from './value-codec.ts';

const MAX_PARTS = 10_000;
const LENGTH_BYTES = 4;

export interface Frame {
  /** What stands in the message, JSON that was read. */
  readonly head: unknown;
  readonly parts: readonly Uint8Array[];
}

/**
 * One message: length of all that follows, length of the head, the head as JSON, and each part with its length before it. Lengths are 32 bits, the low byte first.
 * @throws WireError when it is too long
 */
export function frameOf(head: unknown, parts: readonly Uint8Array[] = [], maxBytes = MAX_MESSAGE_BYTES): Buffer {
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const size = LENGTH_BYTES + text.length + parts.reduce((sum, part) => sum + LENGTH_BYTES + part.byteLength, 0);
  if (size > maxBytes) throw tooLong(maxBytes);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + size);
  frame.writeUInt32LE(size, 0);
  frame.writeUInt32LE(text.length, LENGTH_BYTES);
  text.copy(frame, 2 * LENGTH_BYTES);
  let at = 2 * LENGTH_BYTES + text.length;
  for (const part of parts) {
    frame.writeUInt32LE(part.byteLength, at);
    frame.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.byteLength;
  }
  return frame;
}

/** Cuts what comes from a pipe into messages. */
export class FrameCutter {
  readonly #maxBytes: number;
  #waiting: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes = MAX_MESSAGE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** @returns messages that are whole by now @throws WireError for what is none */
  push(chunk: Buffer): Frame[] {
    return this.cut(chunk).map(frameIn);
  }

  /** @returns what `frameIn` reads: messages that are whole by now @throws WireError for one of a length that there is not */
  cut(chunk: Buffer): Buffer[] {
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    const bodies: Buffer[] = [];
    for (;;) {
      if (this.#bytes < LENGTH_BYTES) return bodies;
      const size = this.#peekLength();
      if (size < LENGTH_BYTES || size > this.#maxBytes) throw new WireError(`a message says that it has ${size} bytes`);
      if (this.#bytes < LENGTH_BYTES + size) return bodies;
      bodies.push(this.#take(LENGTH_BYTES + size).subarray(LENGTH_BYTES));
    }
  }

  #peekLength(): number {
    if ((this.#waiting[0]?.length ?? 0) < LENGTH_BYTES) this.#waiting = [Buffer.concat(this.#waiting)];
    return (this.#waiting[0] as Buffer).readUInt32LE(0);
  }

  #take(size: number): Buffer {
    const [first] = this.#waiting as [Buffer];
    const whole = first.length >= size ? first : Buffer.concat(this.#waiting);
    const rest = whole.subarray(size);
    this.#waiting = first.length >= size ? [rest, ...this.#waiting.slice(1)] : [rest];
    this.#bytes -= size;
    return whole.subarray(0, size);
  }
}

/** @throws WireError for what is no message */
export function frameIn(body: Buffer): Frame {
  const headBytes = body.readUInt32LE(0);
  let at = LENGTH_BYTES + headBytes;
  if (at > body.length) throw new WireError('the head of a message is longer than the message');
  const head = headOf(body.toString('utf8', LENGTH_BYTES, at));
  const parts: Uint8Array[] = [];
  while (at < body.length) {
    if (parts.length >= MAX_PARTS || at + LENGTH_BYTES > body.length) throw new WireError('the parts of a message are cut');
    const end = at + LENGTH_BYTES + body.readUInt32LE(at);
    if (end > body.length) throw new WireError('a part of a message is longer than the message');
    parts.push(body.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return { head, parts };
}

function headOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WireError('the head of a message is no JSON');
  }
}
