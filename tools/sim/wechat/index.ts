import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../program/read-body.ts';
import { flawPage, mailboxPage, scanPage } from './pages.ts';
import { DingAccount, type SimDingMessage } from './ding-account.ts';
import { PublicAccount, type PublicAccountOptions } from './public-account.ts';
import { consolePage, followersPage, phonePage } from './public-pages.ts';
import type { SimUpload } from './public-store.ts';
import { type SimMessage, WorkAccount, type WorkAccountOptions } from './work-account.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const MAX_BYTES = 12 * 1_048_576;

export interface WechatSimulatorOptions extends WorkAccountOptions, PublicAccountOptions {
  /** 0 = a free one. */
  readonly port: number;
  /** Loopback only; 127.0.0.1 when absent. */
  readonly host?: string;
}

/** How the line misbehaves: the answer is no JSON, the connection is cut before or after the call was worked on; `none`: this call goes well. */
export type LineFault = 'none' | 'garbled' | 'cut-before' | 'cut-after';

export interface WechatSimulator {
  readonly port: number;
  readonly url: string;
  readonly work: WorkAccount;
  readonly mp: PublicAccount;
  /** DingTalk, beside them on the same port. */
  readonly ding: DingAccount;
  /** Paths of all calls that came in, in order. */
  readonly paths: readonly string[];
  /** The next calls meet these. */
  breakNext(...faults: readonly LineFault[]): void;
  close(): Promise<void>;
}

interface Body {
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: URLSearchParams;
  readonly upload?: SimUpload;
}

/** The one file of a multipart body. */
function uploadIn(whole: Buffer, contentType: string): SimUpload | undefined {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1];
  const head = whole.indexOf('filename="');
  if (boundary === undefined || head === -1) return undefined;
  const from = whole.indexOf('\r\n\r\n', head) + 4;
  const lines = whole.subarray(head, from).toString('utf8');
  const to = whole.indexOf(`\r\n--${boundary}`, from);
  return {
    fileName: /filename="([^"]*)"/.exec(lines)?.[1] ?? '',
    contentType: /Content-Type: (\S+)/i.exec(lines)?.[1] ?? '',
    content: whole.subarray(from, to),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const whole = await readBody(request, MAX_BYTES);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return { json: {}, form: new URLSearchParams(), ...(whole.length > 0 && { upload: uploadIn(whole, type) as SimUpload }) };
  if (type.startsWith('application/x-www-form-urlencoded')) return { json: {}, form: new URLSearchParams(whole.toString('utf8')) };
  return { json: whole.length === 0 ? {} : (JSON.parse(whole.toString('utf8')) as Readonly<Record<string, unknown>>), form: new URLSearchParams() };
}

/** Calls of the work account; all others below `/cgi-bin` are of the public one. */
const WORK_PATHS = /^\/cgi-bin\/(?:gettoken|auth\/|agent\/|department\/|user\/(?:list|getuserid|create|update|delete)$|message\/send$)/;

const sendJson = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
};
const sendPage = (response: ServerResponse, html: string): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(html);
};

/** As the mailbox shows it. */
const fromDing = ({ at, userid, msg }: SimDingMessage): SimMessage => {
  const { title = '', markdown = '', single_url: url = '', content = '' } = (msg.action_card ?? msg.text ?? {}) as Readonly<Record<string, string>>;
  return { at, touser: `钉钉 ${userid}`, msgtype: String(msg.msgtype), content: { title, description: markdown, content, url }, msgid: '' };
};

/** Starts the simulated WeChat: calls of the work account and of the public account below `/cgi-bin`, the page of sign-in, a mailbox at `/`, phones of followers at `/mp`. */
export async function startWechatSimulator(options: WechatSimulatorOptions): Promise<WechatSimulator> {
  const { host = '127.0.0.1', port: wanted, ...account } = options;
  if (!LOOPBACK.includes(host)) throw new Error(`The simulated WeChat work account listens on loopback only, not on ${host}.`);
  const work = new WorkAccount(account);
  const mp = new PublicAccount(account);
  const ding = new DingAccount(account);
  const paths: string[] = [];
  const faults: LineFault[] = [];

  function showPage(path: string, query: URLSearchParams, response: ServerResponse): boolean {
    if (path === '/') sendPage(response, mailboxPage([...work.sent, ...ding.sent.map(fromDing)]));
    else if (path === '/mp') sendPage(response, followersPage(mp));
    else if (path === '/mp/console') sendPage(response, consolePage(mp, ''));
    else if (path === '/mp/phone') sendPage(response, phonePage(mp, query.get('openid') ?? ''));
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

  /** Forms of the pages of the public account. */
  async function showForm(path: string, form: URLSearchParams, response: ServerResponse): Promise<boolean> {
    if (path === '/mp/console') {
      const done = await mp.enterCallback(form.get('url') ?? '', form.get('token') ?? '').catch(() => false);
      sendPage(response, consolePage(mp, done ? '已保存' : '该地址没有正确答复验证（-106 / 请求 URL 超时或 token 验证失败）'));
    } else if (path === '/mp/phone') {
      const openid = form.get('openid') ?? '';
      const event = form.get('event') ?? '';
      const fields: Readonly<Record<string, string>> =
        event === '' ? { MsgType: 'text', Content: form.get('text') ?? '' } : { MsgType: 'event', Event: event, EventKey: form.get('key') ?? '' };
      await mp.tell(openid, fields);
      response.writeHead(303, { location: `/mp/phone?openid=${encodeURIComponent(openid)}` });
      response.end();
    } else return false;
    return true;
  }

  function replyOf(path: string, query: URLSearchParams, { json, upload }: Body) {
    if (path === '/cgi-bin/gettoken') return work.token(query.get('corpid') ?? '', query.get('corpsecret') ?? '');
    if (path === '/gettoken') return ding.token(query.get('appkey') ?? '', query.get('appsecret') ?? '');
    if (path.startsWith('/topapi/')) return ding.call(path, query, json);
    if (path === '/cgi-bin/stable_token') return mp.stableToken(json);
    // Both accounts have one of that path: of the work account's a member is asked for, of the other one followers.
    const isWork = WORK_PATHS.test(path) || (path === '/cgi-bin/user/get' && query.has('userid'));
    return isWork ? work.call(path, query, json) : mp.call(path, query, json, upload);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://loopback');
    if (request.method === 'GET' && showPage(path, query, response)) return;
    paths.push(path);
    const fault = faults.shift();
    if (fault === 'cut-before') return void request.socket.destroy();
    const body = await bodyOf(request);
    if (request.method === 'POST' && (await showForm(path, body.form, response))) return;
    const said = replyOf(path, query, body);
    if (fault === 'cut-after') return void request.socket.destroy();
    if (fault === 'garbled') return sendPage(response, '<html>SIM: a proxy speaks</html>');
    if (Buffer.isBuffer(said)) {
      response.writeHead(200, { 'content-type': 'image/png' });
      return void response.end(said);
    }
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
    ...{ port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, work, mp, ding, paths },
    breakNext: (...next) => void faults.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
