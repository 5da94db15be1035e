import { type SimDepartment, type SimMember, SIM_DEPARTMENTS, SIM_MEMBERS } from './people.ts';
import { BOOK_SAID, callWorkBook, isBookPath } from './work-book.ts';

/** An answer of the platform: `errcode` 0 is success, and the HTTP status is 200 either way. */
export interface SimAnswer {
  readonly errcode: number;
  readonly errmsg: string;
  readonly [member: string]: unknown;
}

/** A message that the platform took. */
export interface SimMessage {
  readonly at: number;
  readonly touser: string;
  readonly msgtype: string;
  /** The part of that name, as it came in. */
  readonly content: Readonly<Record<string, string>>;
  readonly msgid: string;
}

export interface WorkAccountOptions {
  readonly corpId?: string;
  readonly secret?: string;
  /** Of the address book. */
  readonly bookSecret?: string;
  readonly agentId?: number;
  readonly members?: readonly SimMember[];
  readonly departments?: readonly SimDepartment[];
  /** Milliseconds; the clock of this computer unless told. */
  readonly now?: () => number;
  /** Host and port of the trusted domain; left out: every address may be returned to. */
  readonly trustedDomain?: string;
}

export const SIM_CORP = { corpId: 'SIMcorp0001', secret: 'SIM-work-secret', bookSecret: 'SIM-book-secret', agentId: 1000001 } as const;
const TOKEN_SECONDS = 7_200;
const CODE_MS = 5 * 60_000;
const MAX_KEPT = 500;
const MAX_TITLE_BYTES = 128;
const MAX_DESCRIPTION_BYTES = 512;

const SAID: Readonly<Record<number, string>> = {
  [-1]: 'system busy',
  0: 'ok',
  40001: 'invalid credential',
  40013: 'invalid corpid',
  40014: 'invalid access_token',
  40029: 'invalid code',
  40056: 'invalid agentid',
  40058: 'invalid Request Parameter',
  41001: 'access_token missing',
  42001: 'access_token expired',
  45009: 'api freq out of limit',
  46004: 'userid not found',
  48002: 'api forbidden',
  60020: 'not allow to access from your ip, hint: [SIM], from ip: 127.0.0.1, more info at SIM',
  81013: 'user & party & tag all invalid',
  ...BOOK_SAID,
};
const answer = (errcode: number, more: object = {}): SimAnswer => ({ errcode, errmsg: SAID[errcode] ?? 'SIM error', ...more });
const bytes = (text: unknown): number => Buffer.byteLength(typeof text === 'string' ? text : '', 'utf8');

/** Since 2022 apps are told less of members who did not agree. */
const toldOf = ({ consent, userid, name, mobile, status, department }: SimMember): object =>
  consent ? { userid, name, mobile, status, department } : { userid, name: userid, status, department };

interface IssuedCode {
  readonly userid: string;
  readonly until: number;
}

/** The simulated platform behind its calls, without HTTP. Refuses as the real one does. */
export class WorkAccount {
  readonly sent: SimMessage[] = [];
  /** How often a token was asked for. */
  tokensAsked = 0;
  #token: { value: string; until: number } | undefined;
  /** Of the address book. */
  #bookToken: { value: string; until: number } | undefined;
  #old = new Set<string>();
  #codes = new Map<string, IssuedCode>();
  #repeats = new Map<string, number>();
  #planned: number[] = [];
  #count = 0;
  #members: readonly SimMember[];
  #departments: readonly SimDepartment[];
  readonly #options: Required<Pick<WorkAccountOptions, 'corpId' | 'secret' | 'bookSecret' | 'agentId' | 'now'>> & Pick<WorkAccountOptions, 'trustedDomain'>;

  constructor(options: WorkAccountOptions = {}) {
    this.#options = { ...SIM_CORP, now: Date.now, ...options };
    this.#members = options.members ?? SIM_MEMBERS;
    this.#departments = options.departments ?? SIM_DEPARTMENTS;
  }

  get members(): readonly SimMember[] {
    return this.#members;
  }

  get departments(): readonly SimDepartment[] {
    return this.#departments;
  }

  /** Somebody in its admin console changed who there is. */
  reorganise(members: readonly SimMember[], departments: readonly SimDepartment[] = this.#departments): void {
    this.#members = members;
    this.#departments = departments;
  }

  /** The next calls besides that for a token are refused with these codes. */
  refuseNext(...codes: readonly number[]): void {
    this.#planned.push(...codes);
  }

  /** The token in force is over before its time, as when somebody changed the secret: 42001, or 40014 with `forgotten`. */
  endToken(forgotten = false): void {
    if (!this.#token) return;
    if (!forgotten) this.#old.add(this.#token.value);
    this.#token = undefined;
  }

  token(corpId: string, secret: string): SimAnswer {
    this.tokensAsked += 1;
    if (corpId !== this.#options.corpId) return answer(40013);
    const now = this.#options.now();
    if (secret === this.#options.bookSecret) {
      if (!this.#bookToken || this.#bookToken.until <= now)
        this.#bookToken = { value: `SIM-book-${this.#count++}-${'x'.repeat(40)}`, until: now + TOKEN_SECONDS * 1_000 };
      return answer(0, { access_token: this.#bookToken.value, expires_in: Math.floor((this.#bookToken.until - now) / 1_000) });
    }
    if (secret !== this.#options.secret) return answer(40001);
    // The same one for as long as it lives, as the platform does.
    if (!this.#token || this.#token.until <= now) {
      if (this.#token) this.#old.add(this.#token.value);
      this.#count += 1;
      this.#token = { value: `SIM-token-${this.#count}-${'x'.repeat(40)}`, until: now + TOKEN_SECONDS * 1_000 };
    }
    return answer(0, { access_token: this.#token.value, expires_in: Math.floor((this.#token.until - now) / 1_000) });
  }

  /** What a person shows with a scan; good once, for five minutes. */
  codeFor(userid: string): string {
    this.#count += 1;
    const code = `SIMcode${this.#count}${Math.random().toString(36).slice(2, 10)}`;
    this.#codes.set(code, { userid, until: this.#options.now() + CODE_MS });
    return code;
  }

  /** The sentence of the platform's page for an address that may not be returned to. */
  flawOfReturn(redirect: string, corpId: string, agentId: string): string | undefined {
    if (corpId !== this.#options.corpId || agentId !== String(this.#options.agentId)) return 'appid 或 agentid 不正确（40013 / 40056）';
    if (!URL.canParse(redirect)) return 'redirect_uri 不正确（50001）';
    const { trustedDomain } = this.#options;
    if (trustedDomain !== undefined && new URL(redirect).host !== trustedDomain) return `redirect_uri 与配置的授权回调域 ${trustedDomain} 不一致（50001）`;
    return undefined;
  }

  /** All other calls. */
  call(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>): SimAnswer | undefined {
    const token = query.get('access_token') ?? '';
    if (token === '') return answer(41001);
    if (this.#old.has(token)) return answer(42001);
    const isBook = token === this.#bookToken?.value;
    if (!isBook && token !== this.#token?.value) return answer(40014);
    if (((isBook ? this.#bookToken : this.#token)?.until ?? 0) <= this.#options.now()) return answer(42001);
    const planned = this.#planned.shift();
    if (planned !== undefined) return answer(planned);
    if (isBookPath(path)) {
      // Apps may not write there.
      if (!isBook) return answer(48002);
      const done = callWorkBook(path, query, body, { members: this.#members, departments: this.#departments });
      [this.#members, this.#departments] = [done.members, done.departments];
      return answer(done.errcode, done.more);
    }
    if (isBook && path !== '/cgi-bin/department/list') return answer(48002);
    switch (path) {
      case '/cgi-bin/auth/getuserinfo':
        return this.#userOf(query.get('code') ?? '');
      case '/cgi-bin/agent/get':
        return query.get('agentid') === String(this.#options.agentId) ? answer(0, { agentid: this.#options.agentId, name: 'SIM 血透助手' }) : answer(40056);
      case '/cgi-bin/message/send':
        return this.#send(body);
      case '/cgi-bin/user/getuserid': {
        const found = this.members.find(({ mobile }) => mobile === body.mobile);
        return found ? answer(0, { userid: found.userid }) : answer(46004);
      }
      case '/cgi-bin/department/list':
        return answer(0, { department: this.#departments.filter(({ id, parentid }) => !query.has('id') || [id, parentid].includes(Number(query.get('id')))) });
      case '/cgi-bin/user/list': {
        const id = Number(query.get('department_id'));
        return answer(0, { userlist: this.members.filter(({ department }) => department.includes(id)).map(toldOf) });
      }
      default:
        return undefined;
    }
  }

  #userOf(code: string): SimAnswer {
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    if (!found || found.until <= this.#options.now()) return answer(40029);
    // Who is no member of the enterprise has an openid alone.
    return this.members.some(({ userid }) => userid === found.userid)
      ? answer(0, { userid: found.userid })
      : answer(0, { openid: `SIM-openid-${found.userid}` });
  }

  #send(body: Readonly<Record<string, unknown>>): SimAnswer {
    if (body.agentid !== this.#options.agentId) return answer(40056);
    const msgtype = String(body.msgtype);
    const content = (body[msgtype] ?? {}) as Readonly<Record<string, string>>;
    const isCard = msgtype === 'textcard';
    if (!isCard && msgtype !== 'text') return answer(40058);
    if (isCard && (bytes(content.title) > MAX_TITLE_BYTES || bytes(content.description) > MAX_DESCRIPTION_BYTES || !URL.canParse(String(content.url))))
      return answer(40058);
    if (!isCard && bytes(content.content) === 0) return answer(40058);
    const wanted = String(body.touser ?? '').split('|');
    const known = wanted.filter((id) => this.members.some(({ userid, status }) => userid.toLowerCase() === id.toLowerCase() && status === 1));
    if (known.length === 0) return answer(81013);
    const invalid = wanted.filter((id) => !known.includes(id));
    // Told apart from those who are unknown; of a message that is for such members alone nothing is delivered, and the answer is a success.
    const without = known.filter((id) => this.members.some(({ userid, licensed }) => licensed === false && userid.toLowerCase() === id.toLowerCase()));
    const reached = known.filter((id) => !without.includes(id));
    const named = { invaliduser: invalid.join('|'), ...(without.length > 0 ? { unlicenseduser: without.join('|') } : {}) };
    const now = this.#options.now();
    const msgid = `SIM-msg-${this.sent.length + 1}`;
    const repeat = JSON.stringify([body.touser, msgtype, content]);
    const isRepeat = body.enable_duplicate_check === 1 && (this.#repeats.get(repeat) ?? 0) > now;
    if (body.enable_duplicate_check === 1 && !isRepeat) this.#repeats.set(repeat, now + Number(body.duplicate_check_interval ?? 1_800) * 1_000);
    // A repeat is dropped and answered like the first one.
    if (!isRepeat && reached.length > 0) this.sent.push({ at: now, touser: reached.join('|'), msgtype, content, msgid });
    if (this.sent.length > MAX_KEPT) this.sent.shift();
    return answer(0, { ...named, msgid });
  }
}
