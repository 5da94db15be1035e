import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flawPage, mailboxPage, scanPage } from './pages.ts';
import { WorkAccount, type WorkAccountOptions } from './work-account.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const MAX_BYTES = 1_048_576;

export interface WechatSimulatorOptions extends WorkAccountOptions {
  /** 0 = a free one. */
  readonly port: number;
  /** Loopback only; 127.0.0.1 when absent. */
  readonly host?: string;
}

/** How the line misbehaves: the answer is no JSON, the connection is cut before or after the call was worked on. */
export type LineFault = 'garbled' | 'cut-before' | 'cut-after';

export interface WechatSimulator {
  readonly port: number;
  readonly url: string;
  readonly work: WorkAccount;
  /** Paths of all calls that came in, in order. */
  readonly paths: readonly string[];
  /** The next calls meet these. */
  breakNext(...faults: readonly LineFault[]): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_BYTES) throw new Error('body too large');
    parts.push(part as Buffer);
  }
  return size === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>);
}

const sendJson = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
};
const sendPage = (response: ServerResponse, html: string): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(html);
};

/** Starts the simulated WeChat work account: its calls below `/cgi-bin`, its page of sign-in, and a mailbox of what was sent at `/`. */
export async function startWechatSimulator(options: WechatSimulatorOptions): Promise<WechatSimulator> {
  const { host = '127.0.0.1', port: wanted, ...account } = options;
  if (!LOOPBACK.includes(host)) throw new Error(`The simulated WeChat work account listens on loopback only, not on ${host}.`);
  const work = new WorkAccount(account);
  const paths: string[] = [];
  const faults: LineFault[] = [];

  function showPage(path: string, query: URLSearchParams, response: ServerResponse): boolean {
    if (path === '/') sendPage(response, mailboxPage(work.sent));
    else if (path === '/wwlogin/sso/login') {
      const flaw = work.flawOfReturn(query.get('redirect_uri') ?? '', query.get('appid') ?? '', query.get('agentid') ?? '');
      sendPage(response, flaw === undefined ? scanPage(work.members, query) : flawPage(flaw));
    } else if (path === '/wwlogin/scan') {
      const back = new URL(query.get('redirect_uri') ?? '');
      if (!/^https?:$/.test(back.protocol)) throw new Error('no web address');
      back.searchParams.set('code', work.codeFor(query.get('userid') ?? ''));
      back.searchParams.set('state', query.get('state') ?? '');
      response.writeHead(302, { location: back.href });
      response.end();
    } else return false;
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://loopback');
    if (request.method === 'GET' && showPage(path, query, response)) return;
    paths.push(path);
    const fault = faults.shift();
    if (fault === 'cut-before') return void request.socket.destroy();
    const body = await bodyOf(request);
    const said = path === '/cgi-bin/gettoken' ? work.token(query.get('corpid') ?? '', query.get('corpsecret') ?? '') : work.call(path, query, body);
    if (fault === 'cut-after') return void request.socket.destroy();
    if (fault === 'garbled') return sendPage(response, '<html>SIM: a proxy speaks</html>');
    if (said) return sendJson(response, said);
    response.writeHead(404);
    response.end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error instanceof Error ? error.message : 'bad request');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, work, paths },
    breakNext: (...next) => void faults.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
