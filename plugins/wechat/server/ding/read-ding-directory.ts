import { AppError, EnvelopeCode, isMobile } from '@nephra/plugin-sdk/contract';
import { MAX_SYNC_DEPARTMENTS, MAX_SYNC_NAME } from '../../contract/sync/sync-limits.ts';
import type { Directory, WorkDepartment, WorkMember } from '../../domain/sync/plan-sync.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { callDing, dingRefusalOf } from './call-ding.ts';
import { type DingAccount, dingAccount } from './ding-account.ts';

/** Members of one page; the service gives no more. */
const PAGE = 100;
const TOP = 1;

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, MAX_SYNC_NAME)
    : '';

function memberOf({ userid, name, mobile, active, dept_id_list: departments }: Row): WorkMember[] {
  const id = textOf(userid);
  if (id === '' || id.length > 64) return [];
  const places = Array.isArray(departments) ? departments.filter((one): one is number => Number.isSafeInteger(one)) : [];
  return [{ userid: id, name: textOf(name), mobile: isMobile(textOf(mobile)) ? textOf(mobile) : '', status: active === false ? 4 : 1, departments: places }];
}

/** From the top, each department with those below it: the service tells one level at a time. */
async function departmentsOf(ctx: ReadCtx, account: DingAccount): Promise<WorkDepartment[]> {
  const found: WorkDepartment[] = [{ id: TOP, name: '', parentid: 0 }];
  const known = new Set([TOP]);
  for (let at = 0; at < found.length; at += 1) {
    const { result } = await callDing(ctx, account, {
      ...{ path: '/topapi/v2/department/listsub', query: {}, body: { dept_id: found[at]?.id ?? TOP }, repeatable: true },
    });
    for (const { dept_id: id, name, parent_id: parent } of rowsOf(result)) {
      if (!Number.isSafeInteger(id) || known.has(id as number)) continue;
      known.add(id as number);
      found.push({ id: id as number, name: textOf(name) || String(id), parentid: Number.isSafeInteger(parent) ? (parent as number) : TOP });
    }
    if (found.length > MAX_SYNC_DEPARTMENTS)
      throw new AppError('wechat.sync-too-large', { code: EnvelopeCode.Refused, params: { n: found.length, max: MAX_SYNC_DEPARTMENTS } });
  }
  return found;
}

async function membersOf(ctx: ReadCtx, account: DingAccount, departments: readonly WorkDepartment[]): Promise<WorkMember[]> {
  const members = new Map<string, WorkMember>();
  for (const { id } of departments)
    for (let cursor = 0, more = true; more; ) {
      const body = { dept_id: id, cursor, size: PAGE };
      const { result } = await callDing(ctx, account, { path: '/topapi/v2/user/list', query: {}, body, repeatable: true });
      const { list, has_more: hasMore, next_cursor: next } = (result ?? {}) as Row;
      for (const row of rowsOf(list)) for (const one of memberOf(row)) members.set(one.userid.toLowerCase(), one);
      more = hasMore === true && Number.isSafeInteger(next) && (next as number) > cursor;
      cursor = more ? (next as number) : cursor;
    }
  return [...members.values()].sort((one, other) => (one.userid < other.userid ? -1 : 1));
}

/** Departments and members of DingTalk, as far as the app may see them. Outside of any transaction. @throws AppError `wechat.ding-…`, `wechat.sync-empty`, `wechat.sync-too-large` */
export async function readDingDirectory(ctx: ReadCtx): Promise<Directory> {
  const account = await dingAccount(ctx);
  if (!account) throw dingRefusalOf(new WechatError('off'), '');
  try {
    const departments = await departmentsOf(ctx, account);
    const members = await membersOf(ctx, account, departments);
    // An app that sees nobody any more must not put the whole house out of use.
    if (members.length === 0) throw new AppError('wechat.sync-empty', { code: EnvelopeCode.Refused });
    return { departments, members };
  } catch (error) {
    if (error instanceof WechatError) throw dingRefusalOf(error, account.gateway);
    throw error;
  }
}
