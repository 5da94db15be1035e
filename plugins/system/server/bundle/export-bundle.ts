import { AppError, type BodyOf, EnvelopeCode, SDK_VERSION } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import type { bundleContract } from '../../contract/bundle/bundle.contract.ts';
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_ROWS, MAX_SITE_NAME } from '../../contract/bundle/bundle-limits.ts';
import { bundleText, type FilePart, type FileRow } from '../../domain/bundle/bundle-file.ts';
import type { Ctx } from '../tables/tables.ts';
import { callerOf, partById, partsHere } from './bundle-caller.ts';
import { bundleDigest, signedBundle } from './bundle-key.ts';

type Chosen = BodyOf<typeof bundleContract.routes.exportFile>['parts'];

/** What the organisation at the top is called: it stands for the site. */
export async function siteName(ctx: Ctx): Promise<string> {
  // rows: the name of the topmost organisation, for a system administrator
  const top = await ctx.db
    .selectFrom('core.org')
    .select('full_name')
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('sort_code')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return (top?.full_name ?? '').slice(0, MAX_SITE_NAME);
}

const byCode = (a: FileRow, b: FileRow): number => (a.code < b.code ? -1 : 1);

/** Rows and what is left here, of the parts that were chosen, in the order in which they are written. */
async function chosenParts(ctx: Ctx, chosen: Chosen): Promise<FilePart[]> {
  const here = partsHere(ctx);
  for (const { id } of chosen) partById(here, id);
  const caller = callerOf(ctx);
  const parts: FilePart[] = [];
  for (const { id, part } of here) {
    const choice = chosen.find((one) => one.id === id);
    if (!choice) continue;
    const { rows, left } = await part.export(caller, choice.codes && new Set(choice.codes));
    parts.push({ id, title: part.title, format: part.format, left, rows: [...rows].sort(byCode) });
  }
  return parts;
}

/** @throws AppError `system.bundle-part-unknown`, `system.bundle-too-many`, `system.bundle-too-large` */
export async function exportBundle(ctx: Ctx, chosen: Chosen): Promise<RawReply> {
  const parts = await chosenParts(ctx, chosen);
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > MAX_BUNDLE_ROWS) throw new AppError('system.bundle-too-many', { code: EnvelopeCode.TooLarge, params: { n: count, most: MAX_BUNDLE_ROWS } });
  const site = await siteName(ctx);
  const contents = { product: SDK_VERSION, siteName: site, madeAt: ctx.clock.now().toISOString(), parts };
  const content = Buffer.from(bundleText(await signedBundle(ctx, contents)));
  if (content.length > MAX_BUNDLE_BYTES) throw new AppError('system.bundle-too-large', { code: EnvelopeCode.TooLarge });
  ctx.audit({
    subject: 'bundle',
    subjectId: bundleDigest(contents).slice(0, 64),
    after: { parts: Object.fromEntries(parts.map(({ id, rows }) => [id, rows.length])) },
  });
  return {
    content,
    contentType: 'application/json; charset=utf-8',
    fileName: `${ctx.text('bundle.fileName', { site })}-${ctx.clock.today()}.json`,
    disposition: 'attachment',
  };
}
