import { implement, requireSystemAdministrator, type UploadBody } from '@nephra/plugin-sdk/server';
import { bundleContract } from '../../contract/bundle/bundle.contract.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { callerOf, partsHere } from './bundle-caller.ts';
import { siteKey } from './bundle-key.ts';
import { BundleProgress } from './bundle-progress.ts';
import { exportBundle, siteName } from './export-bundle.ts';
import { importBundle } from './import-bundle.ts';
import { previewBundle } from './preview-bundle.ts';
import { allSigners, confirmSigner, forgetSigner } from './signers.ts';

const uploaded = (body: unknown): UploadBody => body as UploadBody;

async function partInfos(ctx: Ctx) {
  const caller = callerOf(ctx);
  const list = [];
  for (const { id, part } of partsHere(ctx)) {
    const { rows, left } = await part.export(caller);
    list.push({ id, title: part.title[ctx.language], rows: rows.length, left: [...left], byChoice: part.byChoice === true });
  }
  return list;
}

/** @returns routes of bundles, which know together how far each of them is */
export function bundleRoutes() {
  const progress = new BundleProgress();
  return implement<SystemDb>()(bundleContract, {
    async parts(_input, ctx) {
      requireSystemAdministrator(ctx);
      return { list: await partInfos(ctx), fingerprint: (await siteKey(ctx)).fingerprint, siteName: await siteName(ctx), signers: await allSigners(ctx) };
    },
    async exportFile({ body }, ctx) {
      requireSystemAdministrator(ctx);
      return await exportBundle(ctx, body.parts);
    },
    async look({ body }, ctx) {
      requireSystemAdministrator(ctx);
      return await previewBundle(ctx, uploaded(body), progress);
    },
    async importFile({ body }, ctx) {
      requireSystemAdministrator(ctx);
      return await importBundle(ctx, uploaded(body), progress);
    },
    async progress(_input, ctx) {
      requireSystemAdministrator(ctx);
      return progress.of(ctx.user.userId);
    },
    async confirm({ body }, ctx) {
      requireSystemAdministrator(ctx);
      const fingerprint = await confirmSigner(ctx, body.publicKey, body.siteName);
      ctx.message('bundle.confirmed', { site: body.siteName });
      return { fingerprint };
    },
    async forget({ params }, ctx) {
      requireSystemAdministrator(ctx);
      await forgetSigner(ctx, params.fingerprint);
      return null;
    },
  });
}
