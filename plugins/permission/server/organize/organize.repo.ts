import { type Kysely, matchesKeyword, searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';

export interface OrganizeRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly en_code: string;
  readonly full_name: string;
  readonly enabled: boolean;
  readonly dialysis_center: boolean;
  readonly price_type: string;
  readonly sort_code: number;
  readonly description: string;
  readonly property: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

const COLUMNS = [
  'id',
  'parent_id',
  'en_code',
  'full_name',
  'enabled',
  'dialysis_center',
  'price_type',
  'sort_code',
  'description',
  'property',
  'created_at',
  'updated_at',
  'version',
] as const;

/** What is written of an organisation. */
export type OrganizeContent = Omit<OrganizeRow, 'id' | 'created_at' | 'updated_at' | 'version' | 'property'> & {
  readonly property: Readonly<Record<string, unknown>>;
};

const textAt = (property: Readonly<Record<string, unknown>>, key: string): string => {
  const value = property[key];
  return typeof value === 'string' ? value : '';
};

const columnsOf = ({ property, ...content }: OrganizeContent) => ({
  ...content,
  property: JSON.stringify(property),
  search_grams: searchGrams(content.full_name, content.en_code, textAt(property, 'shortName'), textAt(property, 'fixmedinsCode')),
});

/** Organisations that are not deleted. */
export class OrganizeRepo {
  readonly #db: Kysely<PermissionDb>;

  constructor(db: Kysely<PermissionDb>) {
    this.#db = db;
  }

  /** @param orgIds undefined = all. In the order of display. */
  async list(orgIds: readonly string[] | undefined): Promise<OrganizeRow[]> {
    return await this.#db
      .selectFrom('core.org')
      .select(COLUMNS)
      .where('deleted_at', 'is', null)
      .$if(orgIds !== undefined, (query) => query.where('id', 'in', orgIds ?? []))
      .orderBy('sort_code')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** Ids that match a keyword; undefined when it asks nothing. */
  async matching(keyword: string | undefined): Promise<Set<string> | undefined> {
    const condition = matchesKeyword('search_grams', keyword);
    if (!condition) return undefined;
    const rows = await this.#db.selectFrom('core.org').select('id').where('deleted_at', 'is', null).where(condition).execute();
    return new Set(rows.map((row) => row.id));
  }

  async find(id: string): Promise<OrganizeRow | undefined> {
    return await this.#db.selectFrom('core.org').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  }

  /** Departments and people of each organisation itself. */
  async counts(): Promise<{ departments: Map<string, number>; people: Map<string, number> }> {
    const [departments, people] = await Promise.all([
      this.#db
        .selectFrom('core.department')
        .select((eb) => ['org_id', eb.fn.countAll<string>().as('count')])
        .where('deleted_at', 'is', null)
        .groupBy('org_id')
        .execute(),
      this.#db
        .selectFrom('core.user_org as link')
        .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
        .select((eb) => ['link.org_id', eb.fn.count<string>('link.user_id').distinct().as('count')])
        .where('person.deleted_at', 'is', null)
        .groupBy('link.org_id')
        .execute(),
    ]);
    const byOrg = (rows: readonly { org_id: string; count: string }[]) => new Map(rows.map((row) => [row.org_id, Number(row.count)]));
    return { departments: byOrg(departments), people: byOrg(people) };
  }

  /** What hangs on an organisation itself. */
  async uses(id: string): Promise<{ organisation: number; department: number; position: number; person: number }> {
    const { rows } = await sql<{ organisation: string; department: string; position: string; person: string }>`
      select
        (select count(*) from core.org where parent_id = ${id} and deleted_at is null) as organisation,
        (select count(*) from core.department where org_id = ${id} and deleted_at is null) as department,
        (select count(*) from core.position where org_id = ${id} and deleted_at is null) as position,
        (select count(*) from core.user_account as person where deleted_at is null
          and (org_id = ${id} or exists (select 1 from core.user_org as link where link.user_id = person.id and link.org_id = ${id}))) as person`.execute(
      this.#db,
    );
    const [row] = rows;
    return {
      organisation: Number(row?.organisation ?? 0),
      department: Number(row?.department ?? 0),
      position: Number(row?.position ?? 0),
      person: Number(row?.person ?? 0),
    };
  }

  async codeTaken(code: string, except: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.org')
      .select('id')
      .where('en_code', '=', code)
      .where('id', '<>', except)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async nameTaken(name: string, parentId: string | null, except: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.org')
      .select('id')
      .where('full_name', '=', name)
      .where('parent_id', parentId === null ? 'is' : '=', parentId)
      .where('id', '<>', except)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Nobody else makes or moves an organisation until this transaction ends: two moves at once could close a loop, two edits leave one name twice. */
  async lockTree(): Promise<void> {
    await sql`lock table core.org in share row exclusive mode`.execute(this.#db);
  }

  async insert(id: string, content: OrganizeContent, now: Date): Promise<void> {
    await this.#db
      .insertInto('core.org')
      .values({ id, ...columnsOf(content), created_at: now, updated_at: now, deleted_at: null })
      .execute();
  }

  /** @returns how many rows changed: none when somebody was faster. */
  async update(id: string, content: OrganizeContent, version: number, now: Date) {
    return await this.#db
      .updateTable('core.org')
      .set({ ...columnsOf(content), version: version + 1, updated_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async setEnabled(id: string, enabled: boolean, now: Date): Promise<void> {
    await this.#db
      .updateTable('core.org')
      .set((eb) => ({ enabled, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute();
  }

  async remove(id: string, now: Date): Promise<void> {
    await this.#db.updateTable('core.org').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
  }
}
