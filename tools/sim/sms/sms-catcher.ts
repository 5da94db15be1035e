import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text message that a provider would have sent. */
export interface CaughtSms {
  readonly provider: 'ali' | 'tencent';
  readonly mobile: string;
  readonly signName: string;
  readonly templateId: string;
  readonly params: Readonly<Record<string, string>> | readonly string[];
  /** What the caller wants back with reports. */
  readonly id: string;
}

export interface SmsCatcher {
  readonly port: number;
  readonly caught: readonly CaughtSms[];
  /** The next answers, instead of taking the message: a code of the provider, or `'hang up'` after it was taken. */
  answerNext(...codes: readonly string[]): void;
  close(): Promise<void>;
}

export interface SmsCatcherOptions {
  readonly port?: number;
  /** Key ids with their secrets. */
  readonly accounts: Readonly<Record<string, string>>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const MAX_BODY = 100_000;

interface Asked {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function read(request: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY) throw new Error('too long');
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { url: new URL(request.url ?? '/', `http://${headers.host ?? 'sim'}`), headers, body };
}

const partOf = (authorization: string, name: string): string => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';

/** ACS3-HMAC-SHA256 as Ali Cloud documents it: the query as it was sent, in the order of its names. @returns the code of its refusal */
function aliFlaw({ url, headers, body }: Asked, accounts: Readonly<Record<string, string>>): string | undefined {
  const authorization = headers.authorization ?? '';
  const secret = accounts[partOf(authorization, 'Credential')];
  if (secret === undefined) return 'InvalidAccessKeyId.NotFound';
  if (headers['x-acs-content-sha256'] !== sha256(body)) return 'SignatureDoesNotMatch';
  const names = partOf(authorization, 'SignedHeaders').split(';');
  for (const name of ['host', 'x-acs-action', 'x-acs-date', 'x-acs-version', 'x-acs-signature-nonce']) if (!names.includes(name)) return 'MissingSignedHeader';
  const query = url.search.slice(1).split('&').sort().join('&');
  const canonical = ['POST', url.pathname, query, ...names.map((name) => `${name}:${(headers[name] ?? '').trim()}`), '', names.join(';'), sha256(body)].join(
    '\n',
  );
  const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  return expected === partOf(authorization, 'Signature') ? undefined : 'SignatureDoesNotMatch';
}

/** TC3-HMAC-SHA256 as Tencent Cloud documents it. */
function tencentFlaw({ headers, body }: Asked, accounts: Readonly<Record<string, string>>): string | undefined {
  const authorization = headers.authorization ?? '';
  const [keyId = '', day = '', service = '', end = ''] = partOf(authorization, 'Credential').split('/');
  const secret = accounts[keyId];
  if (secret === undefined) return 'AuthFailure.SecretIdNotFound';
  const timestamp = headers['x-tc-timestamp'] ?? '';
  if (new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10) !== day || service !== 'sms' || end !== 'tc3_request')
    return 'AuthFailure.SignatureFailure';
  const names = partOf(authorization, 'SignedHeaders').split(';');
  const canonical = ['POST', '/', '', ...names.map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}`), '', names.join(';'), sha256(body)].join(
    '\n',
  );
  const key = hmac(hmac(hmac(`TC3${secret}`, day), service), end);
  const expected = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${day}/${service}/${end}\n${sha256(canonical)}`).toString('hex');
  return expected === partOf(authorization, 'Signature') ? undefined : 'AuthFailure.SignatureFailure';
}

function aliMessage({ url }: Asked): CaughtSms {
  const of = (name: string): string => url.searchParams.get(name) ?? '';
  const params = JSON.parse(of('TemplateParam') || '{}') as Record<string, string>;
  return { provider: 'ali', mobile: of('PhoneNumbers'), signName: of('SignName'), templateId: of('TemplateCode'), params, id: of('OutId') };
}

function tencentMessage({ body }: Asked): CaughtSms {
  const said = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const [mobile = ''] = said.PhoneNumberSet as readonly string[];
  return {
    ...{ provider: 'tencent', mobile, signName: String(said.SignName), templateId: String(said.TemplateId) },
    ...{ params: said.TemplateParamSet as readonly string[], id: String(said.SessionContext) },
  };
}

const REQUEST_ID = 'SIM-00000000';
const aliAnswer = (code: string): object => ({ Code: code, Message: code === 'OK' ? 'OK' : `SIM ${code}`, BizId: 'SIM', RequestId: REQUEST_ID });
/** What is wrong with a request stands in `Error`, what is wrong with one number in its status. */
const tencentAnswer = (code: string, mobile: string): object =>
  code === 'Ok' || code.startsWith('LimitExceeded') || code.startsWith('InvalidParameterValue') || code.startsWith('FailedOperation')
    ? { Response: { SendStatusSet: [{ SerialNo: 'SIM', PhoneNumber: mobile, Fee: 1, Code: code, Message: `SIM ${code}` }], RequestId: REQUEST_ID } }
    : { Response: { Error: { Code: code, Message: `SIM ${code}` }, RequestId: REQUEST_ID } };

/** Both providers of text messages on one port of this computer alone; it checks signatures as they do, keeps what it takes, and sends nothing. */
export async function catchSms({ port = 0, accounts }: SmsCatcherOptions): Promise<SmsCatcher> {
  const caught: CaughtSms[] = [];
  const planned: string[] = [];
  const server: Server = createServer((request, response) => {
    void read(request)
      .then((asked) => {
        const isAli = asked.headers['x-acs-action'] === 'SendSms';
        const flaw = isAli ? aliFlaw(asked, accounts) : tencentFlaw(asked, accounts);
        const message = flaw === undefined ? (isAli ? aliMessage(asked) : tencentMessage(asked)) : undefined;
        const plan = flaw === undefined ? planned.shift() : undefined;
        if (message && (plan === undefined || plan === 'hang up')) caught.push(message);
        if (plan === 'hang up') return void request.socket.destroy();
        const code = flaw ?? plan ?? (isAli ? 'OK' : 'Ok');
        const answer = isAli ? aliAnswer(code) : tencentAnswer(code, message?.mobile ?? '');
        response.writeHead(flaw === undefined ? 200 : 400, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer));
      })
      .catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    caught,
    answerNext: (...codes) => void planned.push(...codes),
    close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  };
}
