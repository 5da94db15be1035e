import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The harmless text that every scanner takes for a virus, written so that no scanner takes this file for one. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface ClamavSimulatorOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  /** `StreamMaxLength` of clamd, bytes. */
  readonly maxBytes?: number;
}

/** How it answers: as clamd does, not at all, or by hanging up in the middle. */
export type ClamavMood = 'works' | 'silent' | 'hangs-up';

export interface ClamavSimulator {
  readonly port: number;
  /** Streams that were scanned to their end. */
  readonly scanned: number;
  mood: ClamavMood;
  close(): Promise<void>;
}

const COMMAND = 'zINSTREAM\0';

/** What one caller sends, as far as it has come. */
class ScannedStream {
  #waiting = Buffer.alloc(0);
  #content = Buffer.alloc(0);
  #streaming = false;
  readonly #maxBytes: number;
  /** It came to its end. */
  isScanned = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The answer, once there is one. */
  take(piece: Buffer): string | undefined {
    this.#waiting = Buffer.concat([this.#waiting, piece]);
    return this.#streaming ? this.#takeChunks() : this.#takeCommand();
  }

  #takeCommand(): string | undefined {
    if (this.#waiting.toString('latin1').startsWith('zPING\0')) return 'PONG';
    if (this.#waiting.length < COMMAND.length) return undefined;
    if (this.#waiting.subarray(0, COMMAND.length).toString('latin1') !== COMMAND) return 'UNKNOWN COMMAND';
    this.#waiting = this.#waiting.subarray(COMMAND.length);
    this.#streaming = true;
    return this.#takeChunks();
  }

  #takeChunks(): string | undefined {
    while (this.#waiting.length >= 4) {
      const length = this.#waiting.readUInt32BE(0);
      if (length === 0) {
        this.isScanned = true;
        return this.#content.includes(EICAR) ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK';
      }
      if (this.#waiting.length < 4 + length) return undefined;
      this.#content = Buffer.concat([this.#content, this.#waiting.subarray(4, 4 + length)]);
      this.#waiting = this.#waiting.subarray(4 + length);
      if (this.#content.length > this.#maxBytes) return 'INSTREAM size limit exceeded. ERROR';
    }
    return undefined;
  }
}

/** clamd as far as it is used here: `zPING` and `zINSTREAM` (clamd(8)). A chunk is its length in four bytes, big end first, and its bytes; length 0 ends. */
export async function startClamavSimulator({ port = 0, maxBytes = 26_214_400 }: ClamavSimulatorOptions = {}): Promise<ClamavSimulator> {
  const sockets = new Set<Socket>();
  const state = { scanned: 0, mood: 'works' as ClamavMood };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const stream = new ScannedStream(maxBytes);
    socket.on('data', (piece: Buffer) => {
      if (state.mood === 'hangs-up') return void socket.destroy();
      if (state.mood === 'silent') return;
      const answer = stream.take(piece);
      if (stream.isScanned) state.scanned += 1;
      if (answer !== undefined) socket.end(`${answer}\0`);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get scanned() {
      return state.scanned;
    },
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
