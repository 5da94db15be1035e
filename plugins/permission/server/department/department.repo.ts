import { type Kysely, matchesKeyword, searchGrams, sql, type RawBuilder, type SqlBool } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';

export interface DepartmentTableRow {
  readonly id: string;
  readonly org_id: string;
  readonly parent_id: string | null;
  readonly en_code: string;
  readonly full_name: string;
  readonly manager_id: string | null;
  readonly manager: string | null;
  readonly enabled: boolean;
  readonly sort_code: number;
  readonly description: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

/** What is written of a department. */
export type DepartmentContent = Omit<DepartmentTableRow, 'id' | 'manager' | 'created_at' | 'updated_at' | 'version'>;

const columnsOf = (content: DepartmentContent) => ({ ...content, search_grams: searchGrams(content.full_name, content.en_code) });

/** Departments that are not deleted. */
export class DepartmentRepo {
  readonly #db: Kysely<PermissionDb>;

  constructor(db: Kysely<PermissionDb>) {
    this.#db = db;
  }

  #select() {
    return this.#db
      .selectFrom('core.department as department')
      .leftJoin('core.user_account as manager', (join) => join.onRef('manager.id', '=', 'department.manager_id').on('manager.deleted_at', 'is', null))
      .select([
        'department.id',
        'department.org_id',
        'department.parent_id',
        'department.en_code',
        'department.full_name',
        'manager.id as manager_id',
        sql<string | null>`manager.real_name || '/' || manager.account`.as('manager'),
        'department.enabled',
        'department.sort_code',
        'department.description',
        'department.created_at',
        'department.updated_at',
        'department.version',
      ])
      .where('department.deleted_at', 'is', null);
  }

  /** In the order of display. */
  async list(orgId: string): Promise<DepartmentTableRow[]> {
    return await this.#select()
      .where('department.org_id', '=', orgId)
      .orderBy('department.sort_code')
      .orderBy('department.created_at')
      .orderBy('department.id')
      .execute();
  }

  /** Ids that match a keyword; undefined when it asks nothing. */
  async matching(orgId: string, keyword: string | undefined): Promise<Set<string> | undefined> {
    const condition = matchesKeyword('search_grams', keyword);
    if (!condition) return undefined;
    const rows = await this.#db
      .selectFrom('core.department')
      .select('id')
      .where('org_id', '=', orgId)
      .where('deleted_at', 'is', null)
      .where(condition)
      .execute();
    return new Set(rows.map((row) => row.id));
  }

  async find(id: string): Promise<DepartmentTableRow | undefined> {
    return await this.#select().where('department.id', '=', id).executeTakeFirst();
  }

  /**
   * People by department, of one organisation.
   * @param seen only people (alias `person`) that this lets through
   */
  async people(orgId: string, seen: RawBuilder<SqlBool>): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('core.user_org as link')
      .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
      .select((eb) => ['link.department_id', eb.fn.count<string>('link.user_id').distinct().as('count')])
      .where('link.org_id', '=', orgId)
      .where('link.department_id', 'is not', null)
      .where(seen)
      .groupBy('link.department_id')
      .execute();
    return new Map(rows.map((row) => [row.department_id ?? '', Number(row.count)]));
  }

  async uses(id: string): Promise<{ department: number; position: number; person: number }> {
    const { rows } = await sql<{ department: string; position: string; person: string }>`
      select
        (select count(*) from core.department where parent_id = ${id} and deleted_at is null) as department,
        (select count(*) from core.position where department_id = ${id} and deleted_at is null) as position,
        (select count(*) from core.user_account as person where deleted_at is null
          and (department_id = ${id} or exists (select 1 from core.user_org as link where link.user_id = person.id and link.department_id = ${id}))) as person`.execute(
      this.#db,
    );
    const [row] = rows;
    return { department: Number(row?.department ?? 0), position: Number(row?.position ?? 0), person: Number(row?.person ?? 0) };
  }

  async codeTaken(orgId: string, code: string, except: string): Promise<boolean> {
    const found = await this.#others(orgId, except).where('en_code', '=', code).limit(1).executeTakeFirst();
    return found !== undefined;
  }

  async nameTaken(orgId: string, parentId: string | null, name: string, except: string): Promise<boolean> {
    const siblings = this.#others(orgId, except).where('parent_id', parentId === null ? 'is' : '=', parentId);
    return (await siblings.where('full_name', '=', name).limit(1).executeTakeFirst()) !== undefined;
  }

  #others(orgId: string, except: string) {
    return this.#db.selectFrom('core.department').select('id').where('org_id', '=', orgId).where('id', '<>', except).where('deleted_at', 'is', null);
  }

  /** The department and those above it, nearest first. */
  async pathUp(id: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive above as (
        select id, parent_id, 0 as depth from core.department where id = ${id}
        union all
        select department.id, department.parent_id, above.depth + 1
        from core.department as department join above on department.id = above.parent_id where above.depth < 64
      ) select id from above order by depth`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async insert(id: string, content: DepartmentContent, now: Date): Promise<void> {
    await this.#db
      .insertInto('core.department')
      .values({ id, ...columnsOf(content), created_at: now, updated_at: now, deleted_at: null })
      .execute();
  }

  async update(id: string, content: DepartmentContent, version: number, now: Date) {
    return await this.#db
      .updateTable('core.department')
      .set({ ...columnsOf(content), version: version + 1, updated_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async remove(id: string, now: Date): Promise<void> {
    await this.#db.updateTable('core.department').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
  }
}
