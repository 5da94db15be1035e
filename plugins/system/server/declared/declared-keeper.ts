import { defineService } from '@nephra/plugin-sdk/contract';
import { type DeclaredDictionary, declaredDictionaries, dictionaryWordings, sql } from '@nephra/plugin-sdk/server';
import { isDeclaredName } from '../../domain/locked.ts';
import { keepEntryWords } from './entry-words.ts';
import { raiseRevision } from '../revision/revision.ts';
import { declaredEntryTable, declaredTypeTable } from '../tables/declared.table.ts';
import { dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Sort numbers of declared entries have room between them for those of the site. */
const SORT_STEP = 10;

/** Keeps rows of the dictionaries that running plugins declare. */
export interface DeclaredKeeper {
  /** Writes what is not there yet, and takes over what a newer version of a plugin calls otherwise. Costs nothing when all was seen. */
  keep(): Promise<void>;
}
export const declaredKeeper = defineService<DeclaredKeeper>('system.declared-keeper@1');

/** One per life of the plugin. Plugins come and go, so each read looks whether there is one that was not seen. */
export class DeclaredRows implements DeclaredKeeper {
  readonly #ctx: ReadCtx;
  readonly #seen = new WeakSet<object>();

  constructor(ctx: ReadCtx) {
    this.#ctx = ctx;
  }

  async keep(): Promise<void> {
    const fresh = this.#ctx.extensions(declaredDictionaries).filter(({ value }) => !this.#seen.has(value));
    const words = this.#ctx.extensions(dictionaryWordings).filter(({ value }) => !this.#seen.has(value));
    if (fresh.length + words.length === 0) return;
    await this.#ctx.transaction(async () => {
      // Two servers that start at once write one after another.
      await sql`select pg_advisory_xact_lock(hashtextextended('system.declared-dictionaries', 0))`.execute(this.#ctx.db);
      let changed = false;
      for (const { pluginId, value } of fresh) changed = (await this.#keepOne(pluginId, value)) || changed;
      if (changed) await raiseRevision({ ...this.#ctx });
      await keepEntryWords(this.#ctx);
    });
    for (const { value } of [...fresh, ...words]) this.#seen.add(value);
  }

  /** @returns whether anything was written */
  async #keepOne(pluginId: string, { code, title, entries, may }: DeclaredDictionary): Promise<boolean> {
    const ctx = this.#ctx;
    const typeId = await this.#typeOf(code, title.zh);
    const declared = await declaredTypeTable
      .everywhere(ctx, 'declared rows are of the whole installation', 'one')
      .where('one.typeId', '=', typeId)
      .executeTakeFirst();
    const stands = { typeId, pluginId, labels: title, may };
    let changed = !declared || !isSame({ ...declared }, stands);
    if (changed) {
      if (declared) await this.#renameType(typeId, declared.labels, title.zh);
      const row = declaredTypeTable.toSql(stands) as Required<ReturnType<typeof declaredTypeTable.toSql>>;
      await ctx.db
        .insertInto('system.declared_type')
        .values(row)
        .onConflict((conflict) => conflict.column('type_id').doUpdateSet({ plugin_id: row.plugin_id, labels: row.labels, may: row.may }))
        .execute();
    }
    for (const [index, entry] of entries.entries()) changed = (await this.#keepEntry(typeId, (index + 1) * SORT_STEP, entry)) || changed;
    return changed;
  }

  /** The dictionary of this code; one that people made before becomes that of the plugin. */
  async #typeOf(enCode: string, fullName: string): Promise<string> {
    const ctx = this.#ctx;
    const found = await dictionaryTypeTable
      .everywhere(ctx, 'declared rows are of the whole installation', 'one')
      .where('one.enCode', '=', enCode)
      .executeTakeFirst();
    if (found) return found.id;
    const id = `dictionary-${enCode}`;
    await dictionaryTypeTable.insert(ctx, { id, fullName, enCode, parentId: null, isTree: false, sortCode: 0, description: '' });
    return id;
  }

  async #renameType(id: string, before: DeclaredDictionary['title'], fullName: string): Promise<void> {
    const ctx = this.#ctx;
    const row = await dictionaryTypeTable.everywhere(ctx, 'declared rows are of the whole installation', 'one').where('one.id', '=', id).executeTakeFirst();
    if (row && isDeclaredName(row.fullName, before)) await dictionaryTypeTable.update(ctx, row, { fullName });
  }

  async #keepEntry(typeId: string, sortCode: number, { code, label }: DeclaredDictionary['entries'][number]): Promise<boolean> {
    const ctx = this.#ctx;
    const row = await dictionaryDataTable
      .everywhere(ctx, 'declared rows are of the whole installation', 'one')
      .where('one.dictionaryTypeId', '=', typeId)
      .where('one.enCode', '=', code)
      .executeTakeFirst();
    const declared =
      row &&
      (await declaredEntryTable.everywhere(ctx, 'declared rows are of the whole installation', 'one').where('one.dataId', '=', row.id).executeTakeFirst());
    if (declared && isSame(declared.labels, label)) return false;
    const fresh = { dictionaryTypeId: typeId, fullName: label.zh, enCode: code, parentId: null, sortCode, enabled: true, description: '' };
    const { id } = row ?? (await dictionaryDataTable.insert(ctx, fresh));
    // What the site calls otherwise stays so.
    if (row && declared && isDeclaredName(row.fullName, declared.labels)) await dictionaryDataTable.update(ctx, row, { fullName: label.zh });
    const stands = declaredEntryTable.toSql({ dataId: id, typeId, labels: label }) as Required<ReturnType<typeof declaredEntryTable.toSql>>;
    await ctx.db
      .insertInto('system.declared_entry')
      .values(stands)
      .onConflict((conflict) => conflict.column('data_id').doUpdateSet({ labels: stands.labels }))
      .execute();
    return true;
  }
}

/** The same members with the same values, in whatever order; deep as far as these go. */
function isSame(a: object, b: object): boolean {
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  if (left.length !== right.size) return false;
  return left.every(([key, value]) => {
    const other: unknown = right.get(key);
    return typeof value === 'object' && value !== null && typeof other === 'object' && other !== null ? isSame(value, other) : value === other;
  });
}
