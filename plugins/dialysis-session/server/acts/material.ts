import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { type Material, type MaterialCode, type MaterialRole, materialsOf } from '../../contract/material/material.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { readMaterialCode } from '../../domain/material/material-code.ts';
import { isTraceCode } from '../../domain/material/national-code.ts';
import { guardOfMaterial, type MaterialFacts, roleOfMaterial } from '../../domain/material/material-rules.ts';
import { kitTable } from '../tables/order.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { actOn, guardError, type Passes, type Sent } from './act.ts';

interface MaterialBody extends Sent {
  readonly code: string;
  readonly role?: MaterialRole;
  readonly passes?: Passes;
}

/** From the check-in to the end: prepared, or changed while it runs. */
const USED_IN: readonly number[] = [1, 2, 3];

/** A maker's number is looked for as the facility's own code of an entry, with and without the zeros before it. */
async function inCatalogue(
  ctx: Ctx,
  { orgId }: SessionStored,
  { gtin, item }: MaterialCode,
  kind: 'material' | 'drug' = 'material',
): Promise<MaterialFacts['found']> {
  const names = item !== '' ? [item] : [gtin, gtin.replace(/^0+/, '')];
  for (const keyword of names) {
    const { list } = await ctx.service(catalogueEntries).search({ orgId, kinds: [kind], keyword, pageSize: 20 });
    const found = list.find(({ drugNumber }) => drugNumber.toLowerCase() === keyword.toLowerCase());
    if (found) return { drugId: found.drugId, drugName: `${found.drugName} ${found.drugSpec}`.trim() };
  }
  return null;
}

async function kitPartOf(ctx: Ctx, { orgId, mode }: SessionStored, drugId: string | undefined): Promise<MaterialFacts['kitPart']> {
  if (drugId === undefined) return undefined;
  const lines = await kitTable.select(ctx, 'k').where('k.orgId', '=', orgId).where('k.drugId', '=', drugId).orderBy('k.id').limit(20).execute();
  return (lines.find((line) => line.mode === mode) ?? lines[0])?.part;
}

/**
 * A piece is used. What its code says is kept as it is, with the entry of the catalogue where there is one.
 * @throws AppError `dialysis-session.code.<flaw>`, `dialysis-session.code.drug-code` for the trace code of a drug's pack, `dialysis-session.guard.material-…`
 */
export const takeMaterial = (ctx: Ctx, id: string, body: MaterialBody): Promise<ActReply> =>
  actOn(ctx, id, 'material', body, { code: body.code, role: body.role ?? null, passes: body.passes ?? [] }, async ({ session, around: of }) => {
    if (!USED_IN.includes(session.state)) throw guardError('wrong-state');
    const read = readMaterialCode(body.code);
    if (!read.ok) throw new AppError(`dialysis-session.code.${read.flaw}`, { code: EnvelopeCode.Invalid, fields: [{ path: 'code', msg: '' }] });
    const { said } = read;
    const isSame = (one: Material): boolean => said.serial !== '' && one.serial === said.serial && one.gtin === said.gtin && one.item === said.item;
    if (materialsOf(of.entries).some(isSame)) throw guardError('material-twice', { serial: said.serial });
    const found = await inCatalogue(ctx, session, said);
    // Packs of drugs alone bear trace codes; what is used bears the code of its maker.
    if (found === null && isTraceCode(said.code)) {
      const drug = await inCatalogue(ctx, session, said, 'drug');
      throw new AppError('dialysis-session.code.drug-code', {
        code: EnvelopeCode.Invalid,
        params: { name: drug === null ? '' : ` ${drug.drugName}` },
        fields: [{ path: 'code', msg: '' }],
      });
    }
    const { dialyserId = null, perfusorId = null, dialyserName = '' } = session.plan?.prescription ?? of.bedside?.prescription ?? {};
    const facts: MaterialFacts = {
      ...{ said, today: ctx.clock.today(), found, prescribed: { dialyserId, perfusorId }, asked: body.role },
      kitPart: await kitPartOf(ctx, session, found?.drugId),
    };
    const guard = guardOfMaterial(facts);
    const passed = guard !== 'material-expired' && body.passes?.some((one) => one.guard === guard) === true;
    if (guard !== undefined && !passed) throw guardError(guard, { day: said.expiry, name: found?.drugName ?? said.gtin + said.item, prescribed: dialyserName });
    const material: Material = { ...said, role: roleOfMaterial(facts), drugId: found?.drugId ?? '', drugName: found?.drugName ?? '' };
    return { patch: {}, content: { material, passes: guard === undefined ? [] : (body.passes ?? []) } };
  });

/** @throws AppError `dialysis-session.entry-not-found` */
export const takeMaterialBack = (ctx: Ctx, id: string, entryId: string, body: Sent & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'materialGone', body, { entryId, reason: body.reason }, async ({ session, around: of }) => {
    if (!USED_IN.includes(session.state)) throw guardError('wrong-state');
    const used = materialsOf(of.entries).find((one) => one.entryId === entryId);
    if (!used) throw new AppError('dialysis-session.entry-not-found', { code: EnvelopeCode.NotFound });
    return { patch: {}, content: { entryId, reason: body.reason, code: used.code } };
  });
