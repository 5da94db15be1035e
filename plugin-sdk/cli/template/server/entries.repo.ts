import type { OrgId } from '@nephra/plugin-sdk/contract';
import { containing, type Kysely } from '@nephra/plugin-sdk/server';
import type { EntryTable, SamplePluginDb } from './tables.ts';

export interface EntrySearch {
  readonly orgIds: readonly OrgId[];
  readonly keyword?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

export class EntriesRepo {
  private readonly db: Kysely<SamplePluginDb>;
  constructor(db: Kysely<SamplePluginDb>) {
    this.db = db;
  }

  async search({ orgIds, keyword, currentPage = 1, pageSize = 20 }: EntrySearch): Promise<{ rows: EntryTable[]; total: number }> {
    let found = this.db.selectFrom('sample_plugin.entry').where('org_id', 'in', [...orgIds]);
    if (keyword) found = found.where('name', 'ilike', containing(keyword));
    const rows = await found
      .select(['id', 'org_id', 'name', 'note', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute();
    const counted = await found.select((part) => part.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(counted.total) };
  }

  async hasName(orgId: OrgId, name: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('sample_plugin.entry')
      .select('id')
      .where('org_id', '=', orgId)
      .where((part) => part(part.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .executeTakeFirst();
    return row !== undefined;
  }

  async add(row: EntryTable): Promise<void> {
    await this.db.insertInto('sample_plugin.entry').values(row).execute();
  }

  async remove(id: string, orgIds: readonly OrgId[]): Promise<boolean> {
    const done = await this.db
      .deleteFrom('sample_plugin.entry')
      .where('id', '=', id)
      .where('org_id', 'in', [...orgIds])
      .executeTakeFirst();
    return done.numDeletedRows > 0n;
  }
}
