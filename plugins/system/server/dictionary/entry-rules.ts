import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RecordChange, usesText } from '@nephra/plugin-sdk/server';
import { entryRefusal, shownName } from '../../domain/locked.ts';
import { type DictionaryDataStored, dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { declaredLabels, declaredTypes } from './dictionary.query.ts';
import { usesOfEntry } from './entry-uses.query.ts';
import { lockedError } from './locked-error.ts';

type Change = RecordChange<(typeof dictionaryDataTable)['columns']>;
type After = NonNullable<Change['after']>;

const atField = (key: string, path: string, params: Record<string, string> = {}) =>
  new AppError(key, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** @throws AppError what of an entry must not be so */
export async function assertEntryMay(ctx: Ctx, { before, after }: Change): Promise<void> {
  if (before && after && after.dictionaryTypeId !== before.dictionaryTypeId) throw atField('system.type-fixed', 'dictionaryTypeId');
  if (after) await assertPlace(ctx, after, before);
  if (before) {
    const labels = (await declaredLabels(ctx, [before.dictionaryTypeId])).get(before.id);
    const may = (await declaredTypes(ctx, [before.dictionaryTypeId])).get(before.dictionaryTypeId)?.may ?? {};
    const refusal = labels && entryRefusal(before, after, labels, may);
    if (refusal) throw lockedError(refusal, shownName(before.fullName, labels, ctx.language));
    if (!after || after.enCode !== before.enCode) await assertCodeUnused(ctx, before, after ? 'change' : 'remove');
  } else if (after) await assertMayAdd(ctx, after.dictionaryTypeId);
}

/** An entry stands below one of its own dictionary, and only where that is a tree. */
async function assertPlace(ctx: Ctx, after: After, before: DictionaryDataStored | null): Promise<void> {
  if (after.parentId === null || after.parentId === before?.parentId) return;
  const type = await dictionaryTypeTable.one(ctx, after.dictionaryTypeId);
  if (!type.isTree) throw atField('system.no-tree', 'parentId', { name: type.fullName });
  const parent = await dictionaryDataTable.one(ctx, after.parentId);
  if (parent.dictionaryTypeId !== after.dictionaryTypeId) throw atField('system.parent-elsewhere', 'parentId', { name: parent.fullName });
}

async function assertMayAdd(ctx: Ctx, typeId: string): Promise<void> {
  const declared = (await declaredTypes(ctx, [typeId])).get(typeId);
  if (!declared || declared.may.add) return;
  throw new AppError('system.locked-add', { code: EnvelopeCode.Refused, params: { name: declared.labels[ctx.language] } });
}

/** A code that rows of other plugins hold is neither deleted nor changed. */
async function assertCodeUnused(ctx: Ctx, entry: DictionaryDataStored, act: 'change' | 'remove'): Promise<void> {
  const texts = (await usesOfEntry(ctx, entry)).map((uses) => usesText(ctx, uses));
  if (texts.length === 0) return;
  const list = texts.join(ctx.language === 'en' ? '; ' : '；');
  throw new AppError(`system.code-in-use-${act}`, { code: EnvelopeCode.Refused, params: { name: entry.fullName, code: entry.enCode, list } });
}
