import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../program/read-body.ts';
import { type Fault, faultIn } from './fault.ts';
import { aboutFinding, answerTo, HOSTILE, toolFor } from './replies.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const MAX_BYTES = 1_048_576;
/** Characters of one piece of a stream. */
const PIECE = 6;
/** Characters for which a model has room that has hardly any. */
const SHORT = 8;
/** More words than anybody keeps, where they come at once. */
const ENDLESS = 'SIM 还有。'.repeat(100_000);

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

interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const wait = (ms: number): Promise<void> => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms)));
const tokensOf = (text: string): number => Math.max(1, Math.ceil(text.length / 2));

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
    const messages = Array.isArray(body.messages) ? (body.messages as readonly WireMessage[]) : [];
    const last = messages.at(-1);
    const asked = textOf(messages.findLast(({ role }) => role === 'user')?.content);
    const offered = Array.isArray(body.tools) ? (body.tools as readonly { function?: { name?: unknown } }[]).map((tool) => textOf(tool.function?.name)) : [];
    const use =
      fault === 'hostile' && offered.length > 0 && last?.role !== 'tool'
        ? { name: 'delete_everything', input: { table: 'patient; drop table patient' } }
        : last?.role === 'tool' || fault !== undefined
          ? undefined
          : toolFor(asked, offered);
    const plain = last?.role === 'tool' && fault !== 'hostile' ? aboutFinding(asked, textOf(last.content)) : answerTo(asked);
    const whole = fault === 'silent' ? '' : fault === 'hostile' ? HOSTILE : plain;
    const said = fault === 'endless' ? ENDLESS : fault === 'short' ? whole.slice(0, SHORT) : whole;
    const end = { finish_reason: fault === 'short' ? 'length' : 'stop' };
    const room = typeof body.max_tokens === 'number' ? body.max_tokens : Number.POSITIVE_INFINITY;
    const usage = {
      prompt_tokens: tokensOf(messages.map(({ content }) => textOf(content)).join('')),
      completion_tokens: Math.min(tokensOf(said), room),
    };
    const calls = use && [{ index: 0, id: 'sim-call', type: 'function', function: { name: use.name, arguments: JSON.stringify(use.input) } }];
    if (body.stream !== true) {
      if (fault === 'broken') return void response.destroy();
      return sendJson(response, 200, {
        id: 'sim',
        choices: [{ index: 0, message: calls ? { role: 'assistant', content: '', tool_calls: calls } : { role: 'assistant', content: said }, ...end }],
        usage,
      });
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const say = (delta: object): void => void response.write(`data: ${JSON.stringify({ id: 'sim', choices: [{ index: 0, delta }] })}\n\n`);
    say({ role: 'assistant', content: '' });
    if (calls) say({ tool_calls: calls });
    else {
      const pieces = fault === 'endless' ? undefined : (said.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? []);
      for (let at = 0; pieces === undefined || at < pieces.length; at += 1) {
        if (response.destroyed || response.writableEnded) return;
        if (fault === 'broken' && at > 3) return void response.destroy();
        if (fault === 'vanished' && at > 3) return void response.end();
        say({ content: pieces === undefined ? 'SIM endless ' : pieces[at] });
        await wait(pieces === undefined ? Math.max(1, pieceMs) : pieceMs);
      }
    }
    response.write(`data: ${JSON.stringify({ id: 'sim', choices: [{ index: 0, delta: {}, ...end }] })}\n\n`);
    response.write(`data: ${JSON.stringify({ id: 'sim', choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    const shape = path === '/v1/chat/completions' ? chat : path === '/prompt' ? prompt : undefined;
    if (!shape || request.method !== 'POST') return sendJson(response, 404, { message: 'simulated model: POST /v1/chat/completions or /prompt' });
    const body = await bodyOf(request);
    const authorization = request.headers.authorization ?? '';
    requests.push({ path, body, authorization });
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) return sendJson(response, 401, { error: { message: 'SIM: wrong key' } });
    const messages = Array.isArray(body.messages) ? (body.messages as readonly WireMessage[]) : [];
    const fault = planned ?? faultIn(textOf(body.prompt) || textOf(messages.findLast(({ role }) => role === 'user')?.content));
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
