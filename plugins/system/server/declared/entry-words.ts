import { dictionaryWordings, EVERY_LANGUAGE, type SiteWording, siteTexts } from '@nephra/plugin-sdk/server';
import { isDeclaredName } from '../../domain/locked.ts';
import { declaredEntryTable } from '../tables/declared.table.ts';
import { dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

interface NamedEntry {
  readonly dictionary: string;
  readonly code: string;
  readonly name: string;
}

/** Entries of declared dictionaries that the site calls otherwise than their plugin does in any language. */
async function namedBySite(ctx: ReadCtx): Promise<readonly NamedEntry[]> {
  const declared = await declaredEntryTable.everywhere(ctx, 'names of the whole installation, written where its texts stand', 'one').execute();
  if (declared.length === 0) return [];
  const labels = new Map(declared.map((row) => [row.dataId, row.labels]));
  const rows = await dictionaryDataTable
    .everywhere(ctx, 'names of the whole installation, written where its texts stand', 'one')
    .where('one.id', 'in', [...labels.keys()])
    .execute();
  const types = await dictionaryTypeTable.everywhere(ctx, 'names of the whole installation, written where its texts stand', 'one').execute();
  const codes = new Map(types.map(({ id, enCode }) => [id, enCode]));
  return rows.flatMap(({ id, dictionaryTypeId, enCode, fullName }) => {
    const own = labels.get(id);
    return own && !isDeclaredName(fullName, own) ? [{ dictionary: codes.get(dictionaryTypeId) ?? '', code: enCode, name: fullName }] : [];
  });
}

/**
 * Writes what the site calls entries into the texts by which running plugins show them, and takes back what it does not call so any more.
 * Words of a language that somebody wrote on the page of texts stand above them, and stay.
 */
export async function keepEntryWords(ctx: ReadCtx): Promise<void> {
  const texts = ctx.optionalService(siteTexts);
  // Hosts without a shell, as vendors' tests have them, show no texts.
  if (!texts) return;
  const named = await namedBySite(ctx);
  const wanted = new Map<string, SiteWording>();
  for (const { pluginId: owner, value } of ctx.extensions(dictionaryWordings))
    for (const { code, name } of named.filter(({ dictionary }) => dictionary === value.dictionary)) {
      const key = `${value.group}.${code}`;
      wanted.set(`${owner} ${key}`, { owner, key, language: EVERY_LANGUAGE, wording: name });
    }
  const stand = (await texts.wordings()).filter(({ language }) => language === EVERY_LANGUAGE);
  const known = new Map(stand.map((row) => [`${row.owner} ${row.key}`, row.wording]));
  const running = new Set((await texts.owned()).map(({ owner }) => owner));
  const gone = stand.filter(({ owner, key }) => running.has(owner) && !wanted.has(`${owner} ${key}`)).map((row) => ({ ...row, wording: '' }));
  const writes = [...[...wanted].filter(([at, { wording }]) => known.get(at) !== wording).map(([, row]) => row), ...gone];
  if (writes.length > 0) await texts.write(writes);
}
