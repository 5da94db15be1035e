import { AppError, EnvelopeCode, isMobile } from '@nephra/plugin-sdk/contract';
import { MAX_SYNC_DEPARTMENTS, MAX_SYNC_NAME } from '../../contract/sync/sync-limits.ts';
import type { Directory, WorkDepartment, WorkMember } from '../../domain/sync/plan-sync.ts';
import { type WorkAccount, workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Calls at the same time. */
const AT_ONCE = 4;

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, MAX_SYNC_NAME)
    : '';
const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : []);
const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

function departmentOf({ id, name, parentid }: Readonly<Record<string, unknown>>): WorkDepartment[] {
  if (!Number.isSafeInteger(id)) return [];
  // Apps without the right to names are told ids alone.
  return [{ id: id as number, name: textOf(name) || String(id), parentid: Number.isSafeInteger(parentid) ? (parentid as number) : 0 }];
}

function memberOf({ userid, name, mobile, status, department, main_department: main }: Readonly<Record<string, unknown>>): WorkMember[] {
  const id = textOf(userid);
  if (id === '' || id.length > 64) return [];
  const departments = idsOf(department);
  const first = Number.isSafeInteger(main) ? [main as number] : [];
  return [
    {
      ...{ userid: id, name: textOf(name), mobile: isMobile(textOf(mobile)) ? textOf(mobile) : '' },
      ...{ status: Number.isSafeInteger(status) ? (status as number) : 1, departments: [...first, ...departments.filter((one) => one !== main)] },
    },
  ];
}

async function membersOf(ctx: ReadCtx, account: WorkAccount, departments: readonly WorkDepartment[]): Promise<WorkMember[]> {
  const members = new Map<string, WorkMember>();
  for (let from = 0; from < departments.length; from += AT_ONCE) {
    const lists = await Promise.all(
      departments
        .slice(from, from + AT_ONCE)
        .map(({ id }) => callWork(ctx, account, { path: '/cgi-bin/user/list', query: { department_id: String(id) }, repeatable: true })),
    );
    for (const { userlist } of lists) for (const row of rowsOf(userlist)) for (const one of memberOf(row)) members.set(one.userid.toLowerCase(), one);
  }
  return [...members.values()].sort((one, other) => (one.userid < other.userid ? -1 : 1));
}

/**
 * Departments and members of the work account, as far as the app may see them. Outside of any transaction.
 * @throws AppError `wechat.work-…`, `wechat.sync-empty`, `wechat.sync-too-large`
 */
export async function readDirectory(ctx: ReadCtx): Promise<Directory> {
  const account = await workAccount(ctx);
  if (!account) throw refusalOf(new WechatError('off'), '');
  try {
    const { department } = await callWork(ctx, account, { path: '/cgi-bin/department/list', query: {}, repeatable: true });
    const departments = rowsOf(department).flatMap(departmentOf);
    if (departments.length > MAX_SYNC_DEPARTMENTS)
      throw new AppError('wechat.sync-too-large', { code: EnvelopeCode.Refused, params: { n: departments.length, max: MAX_SYNC_DEPARTMENTS } });
    const members = await membersOf(ctx, account, departments);
    // An app that sees nobody any more must not put the whole house out of use.
    if (departments.length === 0 || members.length === 0) throw new AppError('wechat.sync-empty', { code: EnvelopeCode.Refused });
    return { departments, members };
  } catch (error) {
    if (error instanceof WechatError) throw refusalOf(error, account.gateway);
    throw error;
  }
}
