import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import type { DocumentRow } from '../../contract/document.contract.ts';
import { DOCUMENT_FILE, MAX_NAME } from '../../contract/limits.ts';
import { cleanName, extensionOf, freeName, nameKey, renamed } from '../../domain/entry-name.ts';
import { type Ctx, type EntryStored, entryTable } from '../tables/tables.ts';
import { assertFree, assertMayChange, assertNotTooMany, entryOf, lockOwner, type Place, placeFor, takenNames } from './find-entry.ts';
import { shownEntry } from './shown-entry.ts';

const nameEmpty = (): AppError => new AppError('documents.name-empty', { code: EnvelopeCode.Invalid, fields: [{ path: 'fullName', msg: '' }] });

/** @throws AppError `documents.name-empty` */
function asName(asked: string): string {
  const name = cleanName(asked).slice(0, MAX_NAME);
  if (name === '') throw nameEmpty();
  return name;
}

/** A new entry at a place that was locked. */
export async function insertEntry(ctx: Ctx, place: Place, facts: Pick<EntryStored, 'kind' | 'name' | 'fileId' | 'fileSize'>): Promise<EntryStored> {
  const [id, now] = [ctx.newId(), ctx.clock.now()];
  const entry = {
    ...{ id, ownerId: place.ownerId, orgId: place.orgId as EntryStored['orgId'], parentId: place.parentId, path: [...place.path, id] },
    ...{ ...facts, nameKey: nameKey(facts.name), createdBy: ctx.user.userId, createdAt: now, updatedAt: now, trashId: '', trashedAt: null, purgedAt: null },
  };
  await entryTable.insertAll({ db: ctx.db }, [entry]);
  ctx.audit({ subject: 'document', subjectId: id, after: { name: facts.name, parentId: place.parentId, fileId: facts.fileId } });
  return entry as EntryStored;
}

/** @throws AppError `documents.unknown`, `documents.read-only`, `documents.name-empty`, `documents.name-taken`, `documents.too-deep`, `documents.too-many` */
export async function createFolder(ctx: Ctx, asked: { readonly parentId: string; readonly fullName: string }): Promise<DocumentRow> {
  const name = asName(asked.fullName);
  const place = await placeFor(ctx, asked.parentId);
  await assertFree(ctx, place, name);
  await assertNotTooMany(ctx, place.ownerId);
  return await shownEntry(ctx, await insertEntry(ctx, place, { kind: 'folder', name, fileId: '', fileSize: 0 }));
}

/** @throws AppError `documents.file-not-yours`, and as `createFolder` does */
export async function addFile(ctx: Ctx, asked: { readonly parentId: string; readonly fileId: string; readonly fullName: string }): Promise<DocumentRow> {
  const name = asName(asked.fullName);
  const file = await ctx.files.open(asked.fileId).catch((error: unknown) => {
    throw isAppError(error) ? new AppError('documents.file-not-yours', { code: EnvelopeCode.Invalid, cause: error }) : error;
  });
  file.content.destroy();
  if (file.type !== DOCUMENT_FILE || file.createdBy !== ctx.user.userId) throw new AppError('documents.file-not-yours', { code: EnvelopeCode.Invalid });
  const place = await placeFor(ctx, asked.parentId);
  // Sent again after a lost answer: one upload stands at one place.
  const there = await entryTable
    .select(ctx, 'e')
    .where('e.fileId', '=', file.fileId)
    .where('e.parentId', '=', place.parentId)
    .where('e.trashedAt', 'is', null)
    .executeTakeFirst();
  if (there) return await shownEntry(ctx, there);
  await assertNotTooMany(ctx, place.ownerId);
  const extension = extensionOf(file.fileId);
  const whole = extensionOf(name) === extension ? name : `${name.slice(0, MAX_NAME - extension.length - 1)}.${extension}`;
  const free = freeName(whole, await takenNames(ctx, place));
  return await shownEntry(ctx, await insertEntry(ctx, place, { kind: 'file', name: free, fileId: file.fileId, fileSize: file.size }));
}

/** The entry with its owner's folders locked, which the caller may change. @throws AppError `documents.unknown`, `documents.read-only` */
export async function lockedEntry(ctx: Ctx, id: string): Promise<EntryStored> {
  await lockOwner(ctx, (await entryOf(ctx, id)).ownerId);
  const entry = await entryOf(ctx, id);
  await assertMayChange(ctx, entry);
  return entry;
}

/** @throws AppError `documents.unknown`, `documents.read-only`, `documents.name-empty`, `documents.name-taken` */
export async function renameEntry(ctx: Ctx, id: string, asked: string): Promise<DocumentRow> {
  const entry = await lockedEntry(ctx, id);
  const name = entry.kind === 'file' ? renamed(entry.name, asked).slice(0, MAX_NAME) : cleanName(asked).slice(0, MAX_NAME);
  if (name === '') throw nameEmpty();
  ctx.audit({ subject: 'document', subjectId: id, before: { name: entry.name }, after: { name } });
  if (name === entry.name) return await shownEntry(ctx, entry);
  await assertFree(ctx, entry, name, id);
  const now = ctx.clock.now();
  // rows: the entry that was just locked
  await ctx.db
    .updateTable('documents.entry')
    .set({ name, name_key: nameKey(name), updated_at: now })
    .where('id', '=', id)
    .execute();
  return await shownEntry(ctx, { ...entry, name, updatedAt: now });
}
