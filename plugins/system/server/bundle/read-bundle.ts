import { createHash } from 'node:crypto';
import { AppError, canonicalJson, EnvelopeCode, SDK_VERSION } from '@nephra/plugin-sdk/contract';
import type { BundleCaller, UploadBody } from '@nephra/plugin-sdk/server';
import { type FilePart, readBundle, type SignedBundle } from '../../domain/bundle/bundle-file.ts';
import { textOf } from '../dictionary/import-dictionary.ts';
import { bundleSignerTable } from '../tables/bundle.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { type NamedPart, partsHere } from './bundle-caller.ts';
import { bundleDigest, siteKey, verifiedSigner } from './bundle-key.ts';

export type SignerState = 'own' | 'confirmed' | 'unknown';
export interface OpenedBundle {
  readonly file: SignedBundle;
  readonly digest: string;
  readonly fingerprint: string;
  readonly signer: SignerState;
  readonly confirmedBy: string;
}

/**
 * Reads an uploaded bundle and says who signed it. Nothing of it is looked at further while its signer is unknown.
 * @throws AppError `system.file-type`, `system.file-unreadable`, `system.bundle-…`
 */
export async function openBundle(ctx: Ctx, body: UploadBody): Promise<OpenedBundle> {
  const file = readBundle(await textOf(ctx, body), SDK_VERSION);
  if ('flaw' in file) {
    const { flaw, ...params } = file;
    throw new AppError(`system.${flaw}`, { code: EnvelopeCode.Invalid, params });
  }
  const fingerprint = verifiedSigner(file, (id) => titleOf(ctx, file, id));
  const opened = { file, digest: bundleDigest(file), fingerprint };
  if (fingerprint === (await siteKey(ctx)).fingerprint) return { ...opened, signer: 'own', confirmedBy: '' };
  const known = await bundleSignerTable.select(ctx, 'one').where('one.fingerprint', '=', fingerprint).executeTakeFirst();
  return { ...opened, signer: known ? 'confirmed' : 'unknown', confirmedBy: known?.confirmedBy ?? '' };
}

/** As the part is called here; one that nobody takes as the file calls it. */
const titleOf = (ctx: Ctx, { parts }: SignedBundle, id: string): string =>
  (partsHere(ctx).find((one) => one.id === id)?.part.title ?? parts.find((one) => one.id === id)?.title)?.[ctx.language] ?? id;

export interface PartOfBundle {
  readonly filed: FilePart;
  /** Who takes it here; undefined: nobody. */
  readonly here: NamedPart | undefined;
  readonly state: 'taken' | 'absent' | 'newer';
}

/** Parts of a bundle in the order in which they are written; those that nobody takes stand last. */
export function partsOfBundle(ctx: Ctx, { parts }: SignedBundle): readonly PartOfBundle[] {
  const here = partsHere(ctx);
  const taken = here.flatMap((one): PartOfBundle[] => {
    const filed = parts.find(({ id }) => id === one.id);
    return filed ? [{ filed, here: one, state: filed.format > one.part.format ? 'newer' : 'taken' }] : [];
  });
  const absent = parts.filter(({ id }) => !here.some((one) => one.id === id));
  return [...taken, ...absent.map((filed): PartOfBundle => ({ filed, here: undefined, state: 'absent' }))];
}

/** Stands for everything that a bundle names, as it is here now. */
export async function presentStamp(caller: BundleCaller, parts: readonly PartOfBundle[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { filed, here, state } of parts) {
    if (!here || state !== 'taken') continue;
    const { rows } = await here.part.export(caller, new Set(filed.rows.map(({ code }) => code)));
    const sorted = [...rows].sort((a, b) => (a.code < b.code ? -1 : 1));
    hash.update(`${filed.id}\n${canonicalJson(sorted.map(({ code, values }) => [code, values]))}\n`);
  }
  return hash.digest('hex');
}
