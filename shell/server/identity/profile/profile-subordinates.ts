import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from 'kysely';
import type { Subordinate } from '../../../contract/index.ts';
import type { CoreTables } from '../../tables/tables.ts';

interface Person {
  readonly id: string;
  readonly head_icon: string;
  readonly real_name: string;
  readonly account: string;
  readonly department: string | null;
  readonly positions: string | null;
  readonly has_reports: boolean;
}

/**
 * Who reports to somebody, one level at a time.
 * @param id 0: the asking person as root; else their own id or that of somebody who reports to them, directly or further down
 * @throws AppError `core.not-found` for anybody else
 */
export async function subordinatesOf(db: Kysely<CoreTables>, userId: string, id: string): Promise<Subordinate[]> {
  if (id !== '0' && id !== userId && !(await reportsTo(db, id, userId))) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
  const wanted = id === '0' ? sql`person.id = ${userId}` : sql`person.manager_id = ${id}`;
  const { rows } = await sql<Person>`
    select person.id, person.head_icon, person.real_name, person.account, department.full_name as department,
      (select string_agg(held.full_name, ',' order by held.major desc, held.sort_code) from (
        -- Who holds one position in two centres is named once.
        select position.full_name, bool_or(link.is_major) as major, min(position.sort_code) as sort_code
        from core.user_position as link
        join core.position as position on position.id = link.position_id and position.deleted_at is null
        where link.user_id = person.id
        group by position.full_name) as held) as positions,
      exists (select 1 from core.user_account as below where below.manager_id = person.id and below.deleted_at is null) as has_reports
    from core.user_account as person
    left join core.department as department on department.id = person.department_id and department.deleted_at is null
    where ${wanted} and person.deleted_at is null
    order by person.sort_code, person.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    avatar: row.head_icon,
    userName: `${row.real_name}/${row.account}`,
    department: row.department ?? '',
    position: row.positions ?? '',
    isLeaf: !row.has_reports,
  }));
}

/** The chain upwards is followed: it is short, whatever hangs below. */
async function reportsTo(db: Kysely<CoreTables>, id: string, managerId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above as (
      select manager_id, 0 as depth from core.user_account where id = ${id} and deleted_at is null
      union all
      select person.manager_id, above.depth + 1 from core.user_account as person join above on person.id = above.manager_id where above.depth < 64
    ) select exists (select 1 from above where manager_id = ${managerId}) as found`.execute(db);
  return rows[0]?.found === true;
}
