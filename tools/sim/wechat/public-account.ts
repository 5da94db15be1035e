import { createHash, randomBytes } from 'node:crypto';
import { SIM_FOLLOWERS, type SimFollower } from './followers.ts';
import { checkMenu, type SimMenuButton } from './public-menu.ts';
import { PublicTags } from './public-tags.ts';
import { PublicStore, type SimUpload } from './public-store.ts';
import type { SimAnswer } from './work-account.ts';

/** Something that a follower got. */
export interface SimDelivery {
  readonly at: number;
  readonly openid: string;
  readonly kind: 'text' | 'template' | 'subscribe';
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PublicAccountOptions {
  readonly appId?: string;
  readonly appSecret?: string;
  readonly followers?: readonly SimFollower[];
  readonly now?: () => number;
  /** People in one answer of the list; the real one gives 10,000. */
  readonly listSize?: number;
}

export const SIM_PUBLIC = { appId: 'SIMwx0000001', secret: 'SIM-public-secret', token: 'SIMcallbacktoken' } as const;
export const SIM_TEMPLATE = 'SIM-template-1';
const TOKEN_SECONDS = 7_200;
const WRITE_MS = 48 * 3_600_000;
/** Messages that one may write before the follower acts again. */
const MAX_UNANSWERED = 20;
const MAX_KEPT = 500;
const MAX_VALUE = 20;

const SAID: Readonly<Record<number, string>> = {
  [-1]: 'system error',
  0: 'ok',
  40001: 'invalid credential, access_token is invalid or not latest',
  40003: 'invalid openid',
  40007: 'invalid media_id',
  40013: 'invalid appid',
  40016: 'invalid button size',
  40018: 'invalid button name size',
  40019: 'invalid button key size',
  40037: 'invalid template_id',
  40055: 'invalid button url',
  40125: 'invalid appsecret',
  40164: 'invalid ip 127.0.0.1, not in whitelist',
  41001: 'access_token missing',
  42001: 'access_token expired',
  43004: 'require subscribe',
  43101: 'user refuse to accept the msg',
  45009: 'reach max api daily quota limit',
  45015: 'response out of time limit or subscription is canceled',
  45047: 'out of response count limit',
  45157: 'invalid tag name',
  45158: 'invalid tag name size',
  45159: 'invalid tagid',
  46003: 'menu no exist',
  47003: 'argument invalid',
  48001: 'api unauthorized',
};
export const publicAnswer = (errcode: number, more: object = {}): SimAnswer => ({ errcode, errmsg: SAID[errcode] ?? 'SIM error', ...more });
/** Calls that read answer without a code where they succeed, as those of the real one do. */
const told = (more: object): SimAnswer => more as SimAnswer;

export const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

/** The simulated public account behind its calls, without HTTP. Refuses as the real one does. */
export class PublicAccount {
  readonly delivered: SimDelivery[] = [];
  readonly tags = new PublicTags();
  readonly store: PublicStore;
  tokensAsked = 0;
  menu: readonly SimMenuButton[] | undefined;
  /** Where it calls, as somebody entered it in its console. */
  callback: { readonly url: string; readonly token: string } | undefined;
  #token: { value: string; until: number } | undefined;
  #old = new Set<string>();
  #followers: readonly SimFollower[];
  #acted = new Map<string, { at: number; unanswered: number }>();
  #planned: number[] = [];
  #count = 0;
  readonly #now: () => number;
  readonly #options: { readonly appId: string; readonly appSecret: string; readonly listSize: number };

  constructor({
    followers = SIM_FOLLOWERS,
    now = Date.now,
    appId = SIM_PUBLIC.appId,
    appSecret = SIM_PUBLIC.secret,
    listSize = 10_000,
  }: PublicAccountOptions = {}) {
    this.#followers = followers;
    this.#now = now;
    this.#options = { appId, appSecret, listSize };
    this.store = new PublicStore(now);
  }

  get followers(): readonly SimFollower[] {
    return this.#followers;
  }
  /** Somebody begins to follow, or stops. */
  follow(followers: readonly SimFollower[]): void {
    this.#followers = followers;
  }
  /** The next calls besides that for a token are refused with these codes. */
  refuseNext(...codes: readonly number[]): void {
    this.#planned.push(...codes);
  }
  /** The token in force is over before its time, as when somebody fetched another one. */
  endToken(): void {
    if (this.#token) this.#old.add(this.#token.value);
    this.#token = undefined;
  }
  /** A follower wrote, pressed or scanned just now. */
  act(openid: string): void {
    this.#acted.set(openid, { at: this.#now(), unanswered: 0 });
  }

  stableToken(body: Readonly<Record<string, unknown>>): SimAnswer {
    this.tokensAsked += 1;
    const planned = this.#planned[0] === 40164 ? this.#planned.shift() : undefined;
    if (planned !== undefined) return publicAnswer(planned);
    if (body.appid !== this.#options.appId) return publicAnswer(40013);
    if (body.secret !== this.#options.appSecret) return publicAnswer(40125);
    const now = this.#now();
    if (body.force_refresh === true) this.endToken();
    if (!this.#token || this.#token.until <= now) {
      this.endToken();
      this.#count += 1;
      this.#token = { value: `SIM-mp-token-${this.#count}-${randomBytes(12).toString('hex')}`, until: now + TOKEN_SECONDS * 1_000 };
    }
    return told({ access_token: this.#token.value, expires_in: Math.floor((this.#token.until - now) / 1_000) });
  }

  /** All other calls; bytes for a picture, undefined for a path that is none. */
  call(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>, upload?: SimUpload): SimAnswer | Buffer | undefined {
    const token = query.get('access_token') ?? '';
    if (token === '') return publicAnswer(41001);
    if (this.#old.has(token) || token !== this.#token?.value) return publicAnswer(40001);
    if (this.#token.until <= this.#now()) return publicAnswer(42001);
    const planned = this.#planned.shift();
    if (planned !== undefined) return publicAnswer(planned);
    switch (path) {
      case '/cgi-bin/menu/create': {
        const flaw = checkMenu(body.button);
        if (flaw) return publicAnswer(flaw);
        this.menu = body.button as readonly SimMenuButton[];
        return publicAnswer(0);
      }
      case '/cgi-bin/menu/delete':
        if (!this.menu) return publicAnswer(46003);
        this.menu = undefined;
        return publicAnswer(0);
      case '/cgi-bin/get_current_selfmenu_info':
        return told({
          is_menu_open: this.menu ? 1 : 0,
          selfmenu_info: { button: (this.menu ?? []).map(({ sub_button: list, ...button }) => (list ? { ...button, sub_button: { list } } : button)) },
        });
      case '/cgi-bin/user/get':
        return this.#list(query.get('next_openid') ?? '');
      case '/cgi-bin/user/info/batchget':
        return this.#infos(body.user_list);
      case '/cgi-bin/message/custom/send':
        return this.#custom(body);
      case '/cgi-bin/message/template/send':
        return this.#template('template', body);
      case '/cgi-bin/message/subscribe/bizsend':
        return this.#template('subscribe', body);
      default:
        return this.tags.call(path, body, (openid) => this.#followers.some((one) => one.openid === openid)) ?? this.store.call(path, query, body, upload);
    }
  }

  /** A signed call to where the console says, as if the follower had acted. @returns what came back */
  async tell(openid: string, fields: Readonly<Record<string, string>>, over: { readonly id?: string; readonly nonce?: string; readonly at?: number } = {}) {
    if (!this.callback) throw new Error('SIM: the console names no address');
    this.act(openid);
    const seconds = Math.floor((over.at ?? this.#now()) / 1_000);
    this.#count += 1;
    const nonce = over.nonce ?? randomBytes(6).toString('hex');
    const id = fields.MsgType === 'event' ? '' : `<MsgId>${over.id ?? `1000${this.#count}${Math.floor(Math.random() * 1e9)}`}</MsgId>`;
    const parts = Object.entries(fields).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`);
    const xml = `<xml><ToUserName><![CDATA[gh_SIM]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>${seconds}</CreateTime>${parts.join('')}${id}</xml>`;
    const query = new URLSearchParams({ signature: signatureOf(this.callback.token, String(seconds), nonce), timestamp: String(seconds), nonce, openid });
    const reply = await fetch(`${this.callback.url}?${query}`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: xml });
    const text = await reply.text();
    const said = /<Content><!\[CDATA\[([\s\S]*?)\]\]><\/Content>/.exec(text)?.[1];
    if (said !== undefined) this.#deliver({ openid, kind: 'text', body: { text: { content: said } } });
    return { status: reply.status, text };
  }

  /** What the console does when an address is entered: it must give back what it is asked. */
  async enterCallback(url: string, token: string): Promise<boolean> {
    const [timestamp, nonce, echostr] = [String(Math.floor(this.#now() / 1_000)), randomBytes(6).toString('hex'), randomBytes(8).toString('hex')];
    const query = new URLSearchParams({ signature: signatureOf(token, timestamp, nonce), timestamp, nonce, echostr });
    const reply = await fetch(`${url}?${query}`).then((one) => one.text());
    if (reply !== echostr) return false;
    this.callback = { url, token };
    return true;
  }

  #deliver(one: Omit<SimDelivery, 'at'>): void {
    this.delivered.push({ at: this.#now(), ...one });
    if (this.delivered.length > MAX_KEPT) this.delivered.shift();
  }

  #list(after: string): SimAnswer {
    const from = after === '' ? 0 : this.#followers.findIndex(({ openid }) => openid === after) + 1;
    if (after !== '' && from === 0) return publicAnswer(40003);
    const some = this.#followers.slice(from, from + this.#options.listSize).map(({ openid }) => openid);
    return told({ total: this.#followers.length, count: some.length, ...(some.length > 0 && { data: { openid: some } }), next_openid: some.at(-1) ?? '' });
  }

  #infos(list: unknown): SimAnswer {
    const wanted = Array.isArray(list) ? (list as readonly { readonly openid: string }[]) : [];
    if (wanted.length === 0 || wanted.length > 100) return publicAnswer(40003);
    return told({
      user_info_list: wanted.map(({ openid }) => {
        const one = this.#followers.find((follower) => follower.openid === openid);
        return one
          ? { subscribe: 1, openid, nickname: '', language: 'zh_CN', subscribe_time: one.since, tagid_list: this.tags.of(openid) }
          : { subscribe: 0, openid };
      }),
    });
  }

  #custom(body: Readonly<Record<string, unknown>>): SimAnswer {
    const openid = String(body.touser ?? '');
    if (!this.#followers.some((one) => one.openid === openid)) return publicAnswer(40003);
    const acted = this.#acted.get(openid);
    if (!acted || this.#now() - acted.at > WRITE_MS) return publicAnswer(45015);
    if (acted.unanswered >= MAX_UNANSWERED) return publicAnswer(45047);
    acted.unanswered += 1;
    this.#deliver({ openid, kind: 'text', body });
    return publicAnswer(0);
  }

  #template(kind: 'template' | 'subscribe', body: Readonly<Record<string, unknown>>): SimAnswer {
    const openid = String(body.touser ?? '');
    if (body.template_id !== SIM_TEMPLATE) return publicAnswer(40037);
    const follower = this.#followers.find((one) => one.openid === openid);
    if (!follower) return publicAnswer(43004);
    if (kind === 'subscribe' && follower.refuses) return publicAnswer(43101);
    const data = Object.values((body.data ?? {}) as Readonly<Record<string, { readonly value?: unknown }>>);
    if (data.some(({ value }) => typeof value !== 'string' || value === '' || [...value].length > MAX_VALUE)) return publicAnswer(47003);
    this.#deliver({ openid, kind, body });
    return publicAnswer(0, { msgid: this.delivered.length });
  }
}
