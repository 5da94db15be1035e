import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the fake platform got it. */
export interface HeardRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The envelope, when the body is one. */
  readonly envelope: {
    readonly infno: string;
    readonly msgid: string;
    readonly sign_no: string;
    readonly opter_name: string;
    readonly fixmedins_name: string;
    readonly input: Record<string, unknown>;
  };
}

type Answer = (request: HeardRequest, response: ServerResponse) => unknown;

/** A platform that says what a test wants; sign-ins it grants by itself. */
export interface FakePlatform {
  readonly url: string;
  readonly heard: HeardRequest[];
  /** Answers of a transaction from now on: a value goes as the output of a success, `undefined` means that the function answered itself. */
  answer(infno: string, answer: Answer): void;
  /** Forgets what it heard and what it was told to answer. */
  reset(): void;
  close(): Promise<void>;
}

export const succeed = (output: unknown) => ({ infcode: 0, inf_refmsgid: 'SIM-REF', err_msg: '', output });
export const refuse = (reason: string, infcode: number | string = -1) => ({ infcode, inf_refmsgid: 'SIM-REF', err_msg: reason, output: null });

export async function startFakePlatform(): Promise<FakePlatform> {
  const heard: HeardRequest[] = [];
  const answers = new Map<string, Answer>();
  let signIns = 0;
  const reset = () => {
    heard.length = 0;
    signIns = 0;
    answers.clear();
    answers.set('9001', () => {
      signIns += 1;
      return succeed({ signinoutb: { sign_time: '2026-03-02 10:00:00', sign_no: `SIGN-${signIns}` } });
    });
  };
  reset();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    if (text === '') return void response.end('here');
    const one: HeardRequest = { path: request.url ?? '', headers: request.headers, text, envelope: JSON.parse(text) as HeardRequest['envelope'] };
    heard.push(one);
    const reply = await answers.get(one.envelope.infno)?.(one, response);
    if (reply === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (infno, answer) => void answers.set(infno, answer),
    reset,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
