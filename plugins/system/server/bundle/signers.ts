import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { BundleSigner } from '../../contract/bundle/bundle.contract.ts';
import { MAX_SIGNERS } from '../../contract/bundle/bundle-limits.ts';
import { bundleSignerTable } from '../tables/bundle.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { fingerprintOf, siteKey } from './bundle-key.ts';

export async function allSigners(ctx: Ctx): Promise<BundleSigner[]> {
  const rows = await bundleSignerTable.select(ctx, 'one').orderBy('one.confirmedAt').orderBy('one.fingerprint').execute();
  return rows.map(({ fingerprint, siteName, confirmedBy, confirmedAt }) => ({ fingerprint, siteName, confirmedBy, confirmedAt: confirmedAt.getTime() }));
}

/** Takes bundles of a signer from now on. Said twice it is what was said first. @throws AppError `system.bundle-key`, `system.bundle-signers-many` */
export async function confirmSigner(ctx: Ctx, publicKey: string, siteName: string): Promise<string> {
  const fingerprint = fingerprintOf(publicKey);
  if (fingerprint === (await siteKey(ctx)).fingerprint) return fingerprint;
  const known = await allSigners(ctx);
  if (!known.some((one) => one.fingerprint === fingerprint) && known.length >= MAX_SIGNERS)
    throw new AppError('system.bundle-signers-many', { code: EnvelopeCode.Refused, params: { most: MAX_SIGNERS } });
  const row = bundleSignerTable.toSql({ fingerprint, publicKey, siteName, confirmedBy: ctx.user.userName, confirmedAt: ctx.clock.now() });
  await ctx.db
    .insertInto('system.bundle_signer')
    .values(row as Required<typeof row>)
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
  ctx.audit({ subject: 'bundle-signer', subjectId: fingerprint, before: null, after: { siteName } });
  return fingerprint;
}

export async function forgetSigner(ctx: Ctx, fingerprint: string): Promise<void> {
  const signer = (await allSigners(ctx)).find((one) => one.fingerprint === fingerprint);
  // Sent again after a lost answer.
  if (!signer) return;
  // rows: one signer of the installation, by its key
  await ctx.db.deleteFrom('system.bundle_signer').where('fingerprint', '=', fingerprint).execute();
  ctx.audit({ subject: 'bundle-signer', subjectId: fingerprint, before: { siteName: signer.siteName }, after: null });
}
