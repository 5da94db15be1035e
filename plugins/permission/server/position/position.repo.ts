import type { PageRequest } from '@nephra/plugin-sdk/contract';
import { type Kysely, matchesKeyword, type RawBuilder, searchGrams, selectPage, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { OrgPlace } from '../org-place.ts';
import type { PermissionDb } from '../permission-call.ts';

export interface PositionTableRow {
  readonly id: string;
  readonly org_id: string;
  readonly department_id: string | null;
  readonly en_code: string;
  readonly full_name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly sort_code: number;
  readonly description: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

/** What is written of a position. */
export type PositionContent = Omit<PositionTableRow, 'id' | 'created_at' | 'updated_at' | 'version'>;

const COLUMNS = [
  'id',
  'org_id',
  'department_id',
  'en_code',
  'full_name',
  'type',
  'enabled',
  'sort_code',
  'description',
  'created_at',
  'updated_at',
  'version',
] as const;

/** Most that the list for caches of older clients carries. */
const MOST = 5000;

const columnsOf = (content: PositionContent) => ({ ...content, search_grams: searchGrams(content.full_name, content.en_code) });

/** Positions that are not deleted. */
export class PositionRepo {
  readonly #db: Kysely<PermissionDb>;

  constructor(db: Kysely<PermissionDb>) {
    this.#db = db;
  }

  #live(orgIds: readonly string[] | undefined) {
    return this.#db
      .selectFrom('core.position')
      .select(COLUMNS)
      .where('deleted_at', 'is', null)
      .$if(orgIds !== undefined, (query) => query.where('org_id', 'in', orgIds ?? []));
  }

  /** @param place its positions and those of everything below it; undefined = all in sight */
  async page(orgIds: readonly string[] | undefined, place: OrgPlace | undefined, request: PageRequest) {
    const condition = matchesKeyword('search_grams', request.keyword);
    let query = this.#live(orgIds);
    if (place) query = query.where(place.departmentId === null ? inOrgBranch(place.orgId) : inDepartmentBranch(place.departmentId));
    if (condition) query = query.where(condition);
    return await selectPage(query, {
      db: this.#db,
      request,
      sorts: { fullName: 'full_name', enCode: 'en_code', sortCode: 'sort_code', creatorTime: 'created_at' },
      byDefault: ['sort_code', 'asc'],
      tieBreaker: 'id',
    });
  }

  async enabled(orgIds: readonly string[] | undefined): Promise<PositionTableRow[]> {
    return await this.#live(orgIds).where('enabled', '=', true).orderBy('sort_code').orderBy('id').limit(MOST).execute();
  }

  async find(id: string): Promise<PositionTableRow | undefined> {
    return await this.#live(undefined).where('id', '=', id).executeTakeFirst();
  }

  /** People who hold each position. */
  /** @param seen only people (alias `person`) that this lets through */
  async people(ids: readonly string[], seen: RawBuilder<SqlBool> = sql`true`): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('core.user_position as link')
      .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
      .select((eb) => ['link.position_id', eb.fn.countAll<string>().as('count')])
      .where('link.position_id', 'in', ids)
      .where('person.deleted_at', 'is', null)
      .where(seen)
      .groupBy('link.position_id')
      .execute();
    return new Map(rows.map((row) => [row.position_id, Number(row.count)]));
  }

  async codeTaken(orgId: string, code: string, except: string): Promise<boolean> {
    const found = await this.#live([orgId]).where('en_code', '=', code).where('id', '<>', except).limit(1).executeTakeFirst();
    return found !== undefined;
  }

  async nameTaken({ org_id, department_id, full_name }: PositionContent, except: string): Promise<boolean> {
    const beside = this.#live([org_id]).where('department_id', department_id === null ? 'is' : '=', department_id);
    return (await beside.where('full_name', '=', full_name).where('id', '<>', except).limit(1).executeTakeFirst()) !== undefined;
  }

  async insert(id: string, content: PositionContent, now: Date): Promise<void> {
    await this.#db
      .insertInto('core.position')
      .values({ id, ...columnsOf(content), created_at: now, updated_at: now, deleted_at: null })
      .execute();
  }

  async update(id: string, content: PositionContent, version: number, now: Date) {
    return await this.#db
      .updateTable('core.position')
      .set({ ...columnsOf(content), version: version + 1, updated_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async remove(id: string, now: Date): Promise<void> {
    await this.#db.updateTable('core.position').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
  }
}

const inOrgBranch = (orgId: string) => sql<boolean>`org_id in (
  with recursive below as (
    select id from core.org where id = ${orgId}
    union
    select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
  ) select id from below)`;

const inDepartmentBranch = (departmentId: string) => sql<boolean>`department_id in (
  with recursive below as (
    select id from core.department where id = ${departmentId}
    union
    select department.id from core.department as department join below on department.parent_id = below.id where department.deleted_at is null
  ) select id from below)`;
