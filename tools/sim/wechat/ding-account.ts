import { callDingBook, DING_BOOK_SAID } from './ding-book.ts';
import type { SimAnswer } from './work-account.ts';

/** Somebody in the simulated DingTalk. */
export interface SimDingMember {
  readonly userid: string;
  readonly name: string;
  readonly mobile: string;
  readonly active: boolean;
  readonly dept_id_list: readonly number[];
}
export interface SimDingDepartment {
  readonly dept_id: number;
  readonly name: string;
  readonly parent_id: number;
}
/** A message that it took. */
export interface SimDingMessage {
  readonly at: number;
  readonly userid: string;
  readonly msg: Readonly<Record<string, unknown>>;
}

export interface DingAccountOptions {
  /** Milliseconds; the clock of this computer unless told. */
  readonly now?: () => number;
}

export const SIM_DING = { appKey: 'SIMding000001', secret: 'SIM-ding-secret', agentId: '3000000001' } as const;

/** Made up. The clerk has the mobile number of the demo account, the newcomer is known to nobody. */
export const SIM_DING_MEMBERS: readonly SimDingMember[] = [
  { userid: 'SIM001', name: 'SIM 医保专员', mobile: '19900009006', active: true, dept_id_list: [1] },
  { userid: 'SIM002', name: 'SIM 新来人员', mobile: '13900000199', active: true, dept_id_list: [700_000_003] },
  { userid: 'SIM003', name: 'SIM 未激活', mobile: '', active: false, dept_id_list: [700_000_002] },
];
export const SIM_DING_DEPARTMENTS: readonly SimDingDepartment[] = [
  { dept_id: 700_000_002, name: 'SIM 血透医疗组', parent_id: 1 },
  { dept_id: 700_000_003, name: 'SIM 血透护理组', parent_id: 700_000_002 },
];

const TOKEN_SECONDS = 7_200;
const PAGE = 100;
const SAID: Readonly<Record<number, string>> = {
  0: 'ok',
  33012: '无效的USERID',
  40014: '不合法的access_token',
  40035: '不合法的参数',
  40056: '不合法的agentid',
  40089: '不合法的corpid或corpsecret',
  41001: '缺少access_token参数',
  42001: 'access_token超时',
  50004: '请求的部门id不在授权范围内',
  60020: '访问ip不在白名单之中,request ip=127.0.0.1',
  ...DING_BOOK_SAID,
  90018: '您的服务器调用钉钉开放平台所有接口的请求都被暂时禁用了',
};
const answer = (errcode: number, more: object = {}): SimAnswer => ({ errcode, errmsg: SAID[errcode] ?? 'SIM error', ...more });

/** The simulated DingTalk behind its calls, without HTTP. Refuses as the real one does. */
export class DingAccount {
  /** What arrived on somebody's screen: the same content of a day once. */
  readonly sent: SimDingMessage[] = [];
  tokensAsked = 0;
  #members: readonly SimDingMember[] = SIM_DING_MEMBERS;
  #departments: readonly SimDingDepartment[] = SIM_DING_DEPARTMENTS;
  #token: { readonly value: string; readonly until: number } | undefined;
  #old = new Set<string>();
  #planned: number[] = [];
  #count = 0;
  readonly #now: () => number;

  constructor({ now = Date.now }: DingAccountOptions = {}) {
    this.#now = now;
  }

  get members(): readonly SimDingMember[] {
    return this.#members;
  }

  get departments(): readonly SimDingDepartment[] {
    return this.#departments;
  }

  /** Somebody in its admin console changed who there is. */
  reorganise(members: readonly SimDingMember[], departments: readonly SimDingDepartment[] = this.#departments): void {
    this.#members = members;
    this.#departments = departments;
  }

  /** The next calls besides that for a token are refused with these codes. */
  refuseNext(...codes: readonly number[]): void {
    this.#planned.push(...codes);
  }

  /** The token in force is over before its time. */
  endToken(): void {
    if (this.#token) this.#old.add(this.#token.value);
    this.#token = undefined;
  }

  token(appKey: string, secret: string): SimAnswer {
    this.tokensAsked += 1;
    if (appKey !== SIM_DING.appKey || secret !== SIM_DING.secret) return answer(40089);
    const now = this.#now();
    // The same one for as long as it lives.
    if (!this.#token || this.#token.until <= now) {
      if (this.#token) this.#old.add(this.#token.value);
      this.#count += 1;
      this.#token = { value: `SIMding${this.#count}${'x'.repeat(24)}`, until: now + TOKEN_SECONDS * 1_000 };
    }
    return answer(0, { access_token: this.#token.value, expires_in: Math.floor((this.#token.until - now) / 1_000) });
  }

  /** All other calls. */
  call(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>): SimAnswer | undefined {
    const token = query.get('access_token') ?? '';
    if (token === '') return answer(41001);
    if (this.#old.has(token)) return answer(42001);
    if (token !== this.#token?.value) return answer(40014);
    if (this.#token.until <= this.#now()) return answer(42001);
    const planned = this.#planned.shift();
    if (planned !== undefined) return answer(planned);
    const id = Number(body.dept_id);
    const known = id === 1 || this.#departments.some(({ dept_id }) => dept_id === id);
    switch (path) {
      case '/topapi/v2/department/get':
        if (id === 1) return answer(0, { result: { dept_id: 1, name: 'SIM 透析中心' } });
        return known ? answer(0, { result: this.#departments.find(({ dept_id }) => dept_id === id) }) : answer(60003);
      case '/topapi/v2/department/listsub':
        return known ? answer(0, { result: this.#departments.filter(({ parent_id }) => parent_id === id) }) : answer(50004);
      case '/topapi/v2/user/list': {
        if (!known) return answer(50004);
        const [size, cursor] = [Number(body.size), Number(body.cursor)];
        if (!(size >= 1 && size <= PAGE) || !(cursor >= 0)) return answer(40035);
        const all = this.#members.filter(({ dept_id_list }) => dept_id_list.includes(id));
        const more = all.length > cursor + size;
        return answer(0, { result: { list: all.slice(cursor, cursor + size), has_more: more, ...(more && { next_cursor: cursor + size }) } });
      }
      case '/topapi/message/corpconversation/asyncsend_v2':
        return this.#send(body);
      default: {
        const done = callDingBook(path, body, { members: this.#members, departments: this.#departments });
        if (!done) return undefined;
        [this.#members, this.#departments] = [done.members, done.departments];
        return answer(done.errcode, done.more);
      }
    }
  }

  #send({ agent_id: agentId, userid_list: list, msg }: Readonly<Record<string, unknown>>): SimAnswer {
    if (String(agentId) !== SIM_DING.agentId) return answer(40056);
    const { msgtype } = (msg ?? {}) as { readonly msgtype?: string };
    if (msgtype !== 'text' && msgtype !== 'action_card') return answer(40035);
    const wanted = String(list ?? '').split(',');
    const known = wanted.filter((one) => this.#members.some(({ userid, active }) => userid === one && active));
    if (known.length === 0) return answer(33012);
    const now = this.#now();
    const day = (at: number): number => Math.floor((at + 8 * 3_600_000) / 86_400_000);
    for (const userid of known) {
      const isRepeat = this.sent.some((one) => one.userid === userid && day(one.at) === day(now) && JSON.stringify(one.msg) === JSON.stringify(msg));
      if (!isRepeat) this.sent.push({ at: now, userid, msg: msg as SimDingMessage['msg'] });
    }
    this.#count += 1;
    return answer(0, { task_id: 1_000_000 + this.#count, request_id: `SIM${this.#count}` });
  }
}
