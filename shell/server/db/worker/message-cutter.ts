const LENGTH_BYTES = 4;
const MAX_MESSAGE = 1024 * 1024 * 1024;

export interface WholeMessages {
  /** One start-up packet, or one or more ordinary messages in one piece. */
  readonly bytes: Uint8Array;
  readonly kind: 'start-up' | 'messages' | 'terminate';
}

/**
 * Cuts a byte stream of the PostgreSQL wire protocol at message borders: the engine must never see half a message.
 * The first packet of a connection has no type byte.
 */
export class MessageCutter {
  #rest: Uint8Array = new Uint8Array(0);
  #started = false;

  /** @throws Error when the bytes cannot be the protocol. */
  push(bytes: Uint8Array): WholeMessages[] {
    const data = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const whole: WholeMessages[] = [];
    let offset = 0;
    if (!this.#started) {
      const end = messageEnd(data, 0, 0);
      if (end === undefined) return this.#keep(data, 0, whole);
      whole.push({ kind: 'start-up', bytes: data.subarray(0, end) });
      this.#started = true;
      offset = end;
    }
    const first = offset;
    for (let end = messageEnd(data, offset, 1); end !== undefined; end = messageEnd(data, offset, 1)) {
      if (data[offset] === TERMINATE) {
        if (offset > first) whole.push({ kind: 'messages', bytes: data.subarray(first, offset) });
        whole.push({ kind: 'terminate', bytes: data.subarray(offset, end) });
        return whole;
      }
      offset = end;
    }
    if (offset > first) whole.push({ kind: 'messages', bytes: data.subarray(first, offset) });
    return this.#keep(data, offset, whole);
  }

  #keep(data: Uint8Array, from: number, whole: WholeMessages[]): WholeMessages[] {
    this.#rest = data.slice(from);
    return whole;
  }
}

const TERMINATE = 0x58;

/** Where the message at `offset` ends, `undefined` while it is not complete. Its length field counts itself, not the type byte. */
function messageEnd(data: Uint8Array, offset: number, typeBytes: 0 | 1): number | undefined {
  if (data.length < offset + typeBytes + LENGTH_BYTES) return undefined;
  const length = new DataView(data.buffer, data.byteOffset + offset + typeBytes, LENGTH_BYTES).getUint32(0);
  if (length < LENGTH_BYTES || length > MAX_MESSAGE) throw new Error(`not a PostgreSQL message: length ${length}`);
  const end = offset + typeBytes + length;
  return end <= data.length ? end : undefined;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const all = new Uint8Array(left.length + right.length);
  all.set(left, 0);
  all.set(right, left.length);
  return all;
}
