import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ServedRecord, UploadBody } from '@nephra/plugin-sdk/server';
import { type DictionaryFile, readDictionaryFile } from '../../domain/dictionary-file.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { keepEntryWords } from '../declared/entry-words.ts';
import { entriesStored, fileEntries } from './export-dictionary.ts';
import { raiseOnceFor } from '../revision/revision.ts';

type Engine = ServedRecord['engine'];
interface Engines {
  readonly types: Engine;
  readonly entries: Engine;
}
interface Imported {
  readonly id: string;
  readonly created: number;
  readonly edited: number;
  readonly unchanged: number;
}

const MAX_FILE_BYTES = 8_000_000;

/** Text of a .json file that came with a call; nothing of it stays. @throws AppError `system.file-type`, `system.file-unreadable` */
export async function textOf(ctx: Ctx, { file }: UploadBody): Promise<string> {
  if (file.extension !== 'json') throw new AppError('system.file-type', { code: EnvelopeCode.Invalid });
  if (file.size > MAX_FILE_BYTES) throw new AppError('system.file-unreadable', { code: EnvelopeCode.TooLarge });
  const { fileId } = await ctx.transaction(() => file.save('dictionary'));
  try {
    return Buffer.concat(await (await ctx.files.open(fileId)).content.toArray()).toString('utf8');
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}

/**
 * Adds what is missing and changes what differs, all or nothing, through the same writing as the page: what may not be changed there is not changed by a file.
 * What was exported is imported as no change.
 * @throws AppError `system.file-…`, and what adding and changing refuse
 */
export async function importDictionary(ctx: Ctx, body: UploadBody, engines: Engines): Promise<Imported> {
  await engines.entries.assertKeeps(ctx as never);
  const file = readDictionaryFile(await textOf(ctx, body));
  if ('flaw' in file) throw new AppError(`system.${file.flaw}`, { code: EnvelopeCode.Invalid, params: { what: file.what } });
  const done = await ctx.transaction(async () => {
    const result = await raiseOnceFor(ctx, () => written(ctx, file, engines));
    await keepEntryWords(ctx);
    return result;
  });
  const { id, ...counts } = done;
  ctx.audit({ subject: 'dictionary-type', subjectId: id, before: null, after: { enCode: file.dictionary.enCode, ...counts } });
  ctx.message('dictionary.imported', { name: file.dictionary.fullName, ...counts });
  return done;
}

async function written(ctx: Ctx, { dictionary, entries }: DictionaryFile, engines: Engines): Promise<Imported> {
  const typeId = await typeWritten(ctx, dictionary, engines.types);
  const stored = await entriesStored(ctx, typeId);
  const before = new Map(fileEntries(stored).map((entry) => [entry.enCode, entry]));
  const ids = new Map(stored.map(({ enCode, id }) => [enCode, id]));
  const counts = { created: 0, edited: 0, unchanged: 0 };
  for (const { parent, ...entry } of entries) {
    const content = { ...entry, dictionaryTypeId: typeId, parentId: ids.get(parent) ?? '' };
    const id = ids.get(entry.enCode);
    if (id === undefined) {
      ids.set(entry.enCode, (await engines.entries.create(ctx as never, content)).id);
      counts.created += 1;
    } else if (isSame(before.get(entry.enCode), { ...entry, parent })) counts.unchanged += 1;
    else {
      await engines.entries.edit(ctx as never, id, content);
      counts.edited += 1;
    }
  }
  return { id: typeId, ...counts };
}

async function typeWritten(ctx: Ctx, dictionary: DictionaryFile['dictionary'], types: Engine): Promise<string> {
  const stored = await dictionaryTypeTable.select(ctx, 'one').where('one.enCode', '=', dictionary.enCode).executeTakeFirst();
  if (!stored) return (await types.create(ctx as never, { ...dictionary })).id;
  const { fullName, enCode, sortCode, description } = stored;
  if (!isSame({ fullName, enCode, isTree: stored.isTree ? 1 : 0, sortCode, description }, dictionary))
    await types.edit(ctx as never, stored.id, { ...dictionary });
  return stored.id;
}

const isSame = (a: object | undefined, b: object): boolean =>
  Object.entries(b).every(([key, value]) => (a as Readonly<Record<string, unknown>> | undefined)?.[key] === value);
