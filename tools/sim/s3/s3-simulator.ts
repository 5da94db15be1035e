import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall, type SimAnswer } from './answer-call.ts';
import { SimBucket } from './bucket.ts';
import { type Key, signatureFlaw } from './signature.ts';

export interface S3SimulatorOptions extends Partial<Key> {
  /** 0 takes a free one. */
  readonly port?: number;
  readonly bucket?: string;
}

/**
 * What becomes of a call: `busy` is answered 503 and not done; `silent` is done and never answered; `lost` is done and its line cut before the answer;
 * `cut` is done and its line cut in the middle of the answer's body.
 */
export type S3Fault = 'busy' | 'silent' | 'lost' | 'cut';

export interface S3Simulator extends Key {
  readonly endpoint: string;
  readonly bucket: string;
  /** What lies in it. */
  readonly state: SimBucket;
  /** Calls that came, such as `PUT SIM-files/202603/…`, the newest last. */
  readonly calls: readonly string[];
  /** The next calls of this method (and, where said, of targets that hold `part`) go wrong so. */
  fail(fault: S3Fault, method: string, part?: string, times?: number): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const refusal = (status: number, code: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>SIM</Message><RequestId>SIM</RequestId></Error>`),
});

/** An S3-compatible service with one bucket in memory, path style, as far as it is used here; it refuses what is signed wrongly. */
export async function startS3Simulator(options: S3SimulatorOptions = {}): Promise<S3Simulator> {
  const { port = 0, bucket = 'sim-files', accessKeyId = 'SIMKEY', secretAccessKey = 'SIM-secret/with+signs', region = 'us-east-1' } = options;
  const key: Key = { accessKeyId, secretAccessKey, region };
  const state = new SimBucket();
  const calls: string[] = [];
  const faults: { readonly fault: S3Fault; readonly method: string; readonly part: string; left: number }[] = [];

  const answerOf = (request: IncomingMessage, body: Buffer): SimAnswer => {
    const { method = '', url: target = '', headers } = request;
    const flaw = signatureFlaw({ method, target, headers, body }, key, Date.now());
    if (flaw) return refusal(flaw.status, flaw.code);
    const address = new URL(target, 'http://sim');
    const [, named = '', ...rest] = decodeURIComponent(address.pathname).split('/');
    if (named !== bucket) return refusal(404, 'NoSuchBucket');
    return answerCall(state, { method, key: rest.join('/'), query: address.searchParams, headers, body }, refusal);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void bodyOf(request).then(
      (body) => {
        const { method = '', url = '' } = request;
        calls.push(`${method} ${url.slice(1)}`);
        const found = faults.find((one) => one.left > 0 && one.method === method && url.includes(one.part));
        if (found) found.left -= 1;
        const { status, headers, body: told } = found?.fault === 'busy' ? refusal(503, 'SlowDown') : answerOf(request, body);
        if (found?.fault === 'silent') return;
        if (found?.fault === 'lost') return void request.socket.destroy();
        response.writeHead(status, { 'content-length': String(told.length), ...headers });
        if (method === 'HEAD') return void response.end();
        if (found?.fault === 'cut') return void response.write(told.subarray(0, told.length >> 1), () => request.socket.destroy());
        response.end(told);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    ...key,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    state,
    calls,
    fail: (fault, method, part = '', times = 1) => void faults.push({ fault, method, part, left: times }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
