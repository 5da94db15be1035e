import net, { type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Where clamd listens: a socket of this computer, or a port. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** `unknown`: nobody looked at the whole of it. `reason` is for the log. */
export type ScanVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly virus: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** A scanner that says nothing and takes nothing for so long is down. Default 30 s. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 30_000;
const CHUNK_BYTES = 64 * 1024;
/** An answer is one line. */
const MAX_ANSWER = 1_000;

/** `host:port`, `[::1]:port`, or the path of a socket. @throws Error whose message completes "NAME must be …" */
export function scannerAddress(text: string): ScannerAddress | undefined {
  if (text === '') return undefined;
  if (text.startsWith('/')) return { path: text };
  const [, six, name, port] = /^(?:\[([0-9a-fA-F:]{2,45})\]|([A-Za-z0-9.-]{1,253})):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? name;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw new Error('empty, host:port such as 127.0.0.1:3310, or the path of a socket');
  return { host, port: Number(port) };
}

function verdictOf(answer: string): ScanVerdict {
  const said = (answer.split('\0', 1)[0] ?? '').trim();
  if (/^stream: OK$/.test(said)) return { kind: 'clean' };
  const [, virus] = /^stream: (.{1,200}) FOUND$/.exec(said) ?? [];
  return virus === undefined ? { kind: 'unknown', reason: said.slice(0, 200) || 'no answer' } : { kind: 'infected', virus };
}

/** Asks a virus scanner by the protocol of clamd (`INSTREAM`). It belongs to the installation, which alone says where it is. */
export async function scanForViruses(address: ScannerAddress, content: Readable, { signal, silenceMs = SILENCE_MS }: ScanOptions = {}): Promise<ScanVerdict> {
  const socket = net.connect(address);
  const answered = answerOf(socket, silenceMs);
  const giveUp = (): void => void socket.destroy(new Error('called off'));
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    await send(socket, content).catch((error: unknown) => {
      // It may say why it takes no more and hang up: what it said goes before how it hung up.
      if (!socket.readableEnded && socket.errored === null) socket.destroy(error instanceof Error ? error : undefined);
    });
    return verdictOf(await answered);
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    signal?.removeEventListener('abort', giveUp);
    content.destroy();
    socket.destroy();
  }
}

async function send(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const piece of content) {
    for (let at = 0; at < (piece as Buffer).length; at += CHUNK_BYTES) {
      const bytes = (piece as Buffer).subarray(at, at + CHUNK_BYTES);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      await write(socket, Buffer.concat([length, bytes]));
    }
  }
  await write(socket, Buffer.alloc(4));
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(socket.errored ?? new Error('the scanner hung up'));
    const ended = (): void => reject(socket.errored ?? new Error('the scanner hung up'));
    socket.once('close', ended);
    socket.write(bytes, (error) => {
      socket.off('close', ended);
      if (error) reject(error);
      else resolve();
    });
  });

/** All that the scanner says until it hangs up. */
function answerOf(socket: Socket, silenceMs: number): Promise<string> {
  const answered = new Promise<string>((resolve, reject) => {
    let said = '';
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('the scanner does not answer')));
    socket.on('data', (piece: Buffer) => {
      said = (said + piece.toString('latin1')).slice(0, MAX_ANSWER);
      if (said.includes('\0')) resolve(said);
    });
    socket.once('error', reject);
    socket.once('close', () => (said === '' ? reject(new Error('the scanner hung up')) : resolve(said)));
  });
  // Nobody waits for it before everything was sent.
  answered.catch(() => undefined);
  return answered;
}
