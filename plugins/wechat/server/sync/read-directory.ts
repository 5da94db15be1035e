import type { Directory, WorkDepartment, WorkMember } from '../../domain/sync/plan-sync.ts';
import { type WorkAccount, workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { assertReadable, departmentFacts, idOr, idsOf, memberFacts, MembersFound, type Row, rowsOf } from '../directory/directory-facts.ts';

/** Calls at the same time. */
const AT_ONCE = 4;

const departmentOf = ({ id, name, parentid }: Row): WorkDepartment[] =>
  Number.isSafeInteger(id) ? [departmentFacts(id as number, name, idOr(parentid, 0))] : [];

function memberOf(row: Row): WorkMember[] {
  const { status, department, main_department: main } = row;
  const first = Number.isSafeInteger(main) ? [main as number] : [];
  return memberFacts(row, idOr(status, 1), [...first, ...idsOf(department).filter((one) => one !== main)]);
}

async function membersOf(ctx: ReadCtx, account: WorkAccount, departments: readonly WorkDepartment[]): Promise<MembersFound> {
  const found = new MembersFound();
  for (let from = 0; from < departments.length; from += AT_ONCE) {
    const lists = await Promise.all(
      departments
        .slice(from, from + AT_ONCE)
        .map(({ id }) => callWork(ctx, account, { path: '/cgi-bin/user/list', query: { department_id: String(id) }, repeatable: true })),
    );
    for (const { userlist } of lists) found.add(rowsOf(userlist).flatMap(memberOf));
  }
  return found;
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
    assertReadable(departments.length);
    return (await membersOf(ctx, account, departments)).directory(departments);
  } catch (error) {
    if (error instanceof WechatError) throw refusalOf(error, account.gateway);
    throw error;
  }
}
