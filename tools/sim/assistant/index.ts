import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../program/read-body.ts';
import { askedIn, type ChatAnswer, chatAnswer, ENDLESS, piecesOf, textOf } from './chat-answer.ts';
import { type Fault, faultIn } from './fault.ts';
import { answerTo, HOSTILE } from './replies.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const MAX_BYTES = 1_048_576;

export interface AssistantSimulatorOptions {
  /** 0 = a free one. */
  readonly port: number;
  /** Loopback only; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Between two pieces of a stream, milliseconds; 25 when absent. */
  readonly pieceMs?: number;
  /** What `slow` waits; 20,000 when absent. */
  readonly slowMs?: number;
  /** Refuses every other key; no key is asked for when absent. */
  readonly apiKey?: string;
}

/** A request as it came in. */
export interface SeenRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string;
}

export interface AssistantSimulator {
  readonly port: number;
  readonly url: string;
  /** All that came in, in order. */
  readonly requests: readonly SeenRequest[];
  /** Requests whose caller hung up before the answer was complete. */
  readonly hungUp: () => number;
  /** The next request meets this. */
  readonly next: (fault: Fault) => void;
  close(): Promise<void>;
}

const wait = (ms: number): Promise<void> => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms)));

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  return JSON.parse((await readBody(request, MAX_BYTES)).toString('utf8')) as Record<string, unknown>;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Starts the simulated model: `POST /v1/chat/completions` (OpenAI-compatible, with streams and tools) and `POST /prompt` (eight parameters). */
export async function startAssistantSimulator(options: AssistantSimulatorOptions): Promise<AssistantSimulator> {
  const { host = '127.0.0.1', pieceMs = 25, slowMs = 20_000, apiKey } = options;
  if (!LOOPBACK.includes(host)) throw new Error(`The simulated model listens on loopback only, not on ${host}.`);
  const requests: SeenRequest[] = [];
  let hungUp = 0;
  let planned: Fault | undefined;

  /** Refuses, waits, cuts off. @returns whether the request is over */
  async function misbehave(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
    if (fault === 'limited') sendJson(response, 429, { error: { message: 'SIM: too many requests' } });
    else if (fault === 'key') sendJson(response, 401, { error: { message: 'SIM: wrong key' } });
    else if (fault === 'down') sendJson(response, 500, { error: { message: 'SIM: down' } });
    else if (fault === 'garbage') response.end('SIM: no JSON at all');
    else if (fault === 'slow') {
      await wait(slowMs);
      return response.destroyed;
    } else return false;
    return true;
  }

  async function prompt(body: Record<string, unknown>, response: ServerResponse, fault: Fault | undefined): Promise<void> {
    const text = textOf(body.prompt);
    if (fault === 'broken') return void response.destroy();
    const said = fault === 'silent' ? '' : fault === 'hostile' ? HOSTILE : fault === 'endless' ? ENDLESS : answerTo(text);
    sendJson(response, 200, { code: 200, msg: 'SIM', data: { response: said } });
  }

  async function chat(body: Record<string, unknown>, response: ServerResponse, fault: Fault | undefined): Promise<void> {
    const made = chatAnswer(body, fault);
    if (body.stream === true) return await stream(made, response, fault);
    if (fault === 'broken') return void response.destroy();
    const message = made.calls ? { role: 'assistant', content: '', tool_calls: made.calls } : { role: 'assistant', content: made.said };
    return sendJson(response, 200, { id: 'sim', choices: [{ index: 0, message, ...made.end }], usage: made.usage });
  }

  async function stream({ said, calls, end, usage }: ChatAnswer, response: ServerResponse, fault: Fault | undefined): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const say = (delta: object): void => void response.write(`data: ${JSON.stringify({ id: 'sim', choices: [{ index: 0, delta }] })}\n\n`);
    say({ role: 'assistant', content: '' });
    if (calls) say({ tool_calls: calls });
    else if (!(await sayPieces(said, response, fault, say))) return;
    response.write(`data: ${JSON.stringify({ id: 'sim', choices: [{ index: 0, delta: {}, ...end }] })}\n\n`);
    response.write(`data: ${JSON.stringify({ id: 'sim', choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  }

  /** @returns whether all was said: the caller may hang up, or the model be cut off */
  async function sayPieces(said: string, response: ServerResponse, fault: Fault | undefined, say: (delta: object) => void): Promise<boolean> {
    let at = 0;
    for (const content of piecesOf(said, fault)) {
      if (response.destroyed || response.writableEnded) return false;
      if (at > 3 && (fault === 'broken' || fault === 'vanished')) {
        if (fault === 'broken') response.destroy();
        else response.end();
        return false;
      }
      say({ content });
      await wait(fault === 'endless' ? Math.max(1, pieceMs) : pieceMs);
      at += 1;
    }
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    const shape = path === '/v1/chat/completions' ? chat : path === '/prompt' ? prompt : undefined;
    if (!shape || request.method !== 'POST') return sendJson(response, 404, { message: 'simulated model: POST /v1/chat/completions or /prompt' });
    const body = await bodyOf(request);
    const authorization = request.headers.authorization ?? '';
    requests.push({ path, body, authorization });
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) return sendJson(response, 401, { error: { message: 'SIM: wrong key' } });
    const fault = planned ?? faultIn(textOf(body.prompt) || askedIn(body));
    planned = undefined;
    if (await misbehave(fault, response)) return;
    await shape(body, response, fault);
  }

  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) hungUp += 1;
    });
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 400, { message: error instanceof Error ? error.message : 'bad request' });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    hungUp: () => hungUp,
    next: (fault) => {
      planned = fault;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
