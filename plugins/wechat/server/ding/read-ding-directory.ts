import type { Directory, WorkDepartment, WorkMember } from '../../domain/sync/plan-sync.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { assertReadable, departmentFacts, idOr, idsOf, memberFacts, MembersFound, type Row, rowsOf } from '../directory/directory-facts.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { callDing, dingRefusalOf } from './call-ding.ts';
import { type DingAccount, dingAccount } from './ding-account.ts';

/** Members of one page; the service gives no more. */
const PAGE = 100;
const TOP = 1;

const memberOf = (row: Row): WorkMember[] => memberFacts(row, row.active === false ? 4 : 1, idsOf(row.dept_id_list));

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
      found.push(departmentFacts(id as number, name, idOr(parent, TOP)));
    }
    assertReadable(found.length);
  }
  return found;
}

async function membersOf(ctx: ReadCtx, account: DingAccount, departments: readonly WorkDepartment[]): Promise<MembersFound> {
  const found = new MembersFound();
  for (const { id } of departments)
    for (let cursor = 0, more = true; more; ) {
      const body = { dept_id: id, cursor, size: PAGE };
      const { result } = await callDing(ctx, account, { path: '/topapi/v2/user/list', query: {}, body, repeatable: true });
      const { list, has_more: hasMore, next_cursor: next } = (result ?? {}) as Row;
      found.add(rowsOf(list).flatMap(memberOf));
      more = hasMore === true && Number.isSafeInteger(next) && (next as number) > cursor;
      cursor = more ? (next as number) : cursor;
    }
  return found;
}

/** Departments and members of DingTalk, as far as the app may see them. Outside of any transaction. @throws AppError `wechat.ding-…`, `wechat.sync-empty`, `wechat.sync-too-large` */
export async function readDingDirectory(ctx: ReadCtx): Promise<Directory> {
  const account = await dingAccount(ctx);
  if (!account) throw dingRefusalOf(new WechatError('off'), '');
  try {
    const departments = await departmentsOf(ctx, account);
    return (await membersOf(ctx, account, departments)).directory(departments);
  } catch (error) {
    if (error instanceof WechatError) throw dingRefusalOf(error, account.gateway);
    throw error;
  }
}
