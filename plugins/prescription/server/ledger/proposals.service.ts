import { AppError, canonicalJson, dayOf, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { type ServerContext, searchGrams, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { DEFAULT_DP_TYPE, type DetailInput, PayStatus, RxStatus } from '../../contract/index.ts';
import type { PrescriptionProposals, Proposal, ProposalStored, ProposedLine } from '../../contract/ledger/proposals.service.ts';
import { EMPTY_LINE } from '../../contract/line-content.ts';
import { prescriptionClosedMonth } from '../../contract/index.ts';
import { patientDirectory, type PatientFile } from '../../../patient/contract/index.ts';
import { assertPrescribableDay } from '../../domain/prescribable-days.ts';
import { priceDay } from '../../domain/price-day.ts';

import { compileLines, totalColumns } from '../lines/compile-lines.ts';
import { entriesBy } from '../lines/entries.ts';
import { outAmong, withGoodsOut } from '../lines/goods-out.ts';
import { nextPrescriptionNumber } from '../prescribing/prescription-number.ts';
import { patientColumns } from '../prescribing/save-prescription.command.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import type { LineStored } from '../tables/line.table.ts';
import { prescriptionTable, UNTOUCHED } from '../tables/prescription.table.ts';
import { proposalTable } from '../tables/proposal.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;

/** Whoever proposes has found the patient behind its own door; the facility is asked for. */
const proposals = (ctx: Ctx) => proposalTable.everywhere(ctx, 'for other plugins, which name what they proposed; facilities are asked for', 'p');

async function writablePatient(ctx: Ctx, { patientId, orgId }: Proposal): Promise<PatientFile> {
  const patient = await ctx.service(patientDirectory).get(patientId, [orgId]);
  if (!patient) throw new AppError('prescription.patient-not-found', { code: EnvelopeCode.NotFound });
  if (patient.mergedInto !== null) throw new AppError('prescription.patient-merged-unnamed', { params: { name: patient.patientName } });
  return patient;
}

async function assertOpen(ctx: Ctx, { orgId, patientId, dpDate }: Proposal): Promise<void> {
  const month = await ctx.optionalService(prescriptionClosedMonth)?.closedMonth({ orgId, patientId, day: dayOf(dpDate) });
  if (month !== undefined) throw new AppError('prescription.month-closed', { params: { month } });
}

/** Lines at the prices of the day of treatment: single ones, in the smallest unit that is sold. */
async function compiled(ctx: Ctx, proposal: Proposal, patient: PatientFile) {
  const entries = await entriesBy(
    ctx,
    proposal.orgId,
    proposal.lines.map(({ drugId }) => drugId),
    priceDay(proposal.dpDate),
  );
  const inputs = proposal.lines.map((line): DetailInput => {
    const entry = entries.get(line.drugId);
    const unit = entry ? (entry.splitAllowed ? entry.preparaUnit : entry.stockUnit) : '';
    const amount = {
      drugNum: line.quantity,
      drugNumUnit: unit,
      manualNum: true,
      onceUsing: line.quantity,
      onceUsingUnit: unit,
      drugDays: 1,
      drugInterval: 'st',
    };
    return { ...EMPTY_LINE, kind: line.kind, drugId: line.drugId, ...amount, remark: line.remark };
  });
  const { lines, totals } = compileLines(inputs, entries, { reimWay: patient.reimWay });
  return { lines: withGoodsOut(lines, outAmong(proposal.lines)), totals };
}

const placed = (ctx: Ctx, proposal: Proposal, dpId: string, lines: Awaited<ReturnType<typeof compiled>>['lines']): LineStored[] =>
  lines.map((line, at) => ({ ...line, id: ctx.newId(), orgId: proposal.orgId, dpId, sortCode: at + 1 }));

async function write(ctx: Ctx, proposal: Proposal): Promise<ProposalStored> {
  const patient = await writablePatient(ctx, proposal);
  assertPrescribableDay(proposal.dpDate, ctx.clock.today());
  await assertOpen(ctx, proposal);
  const { lines, totals } = await compiled(ctx, proposal, patient);
  const [dpId, now] = [ctx.newId(), ctx.clock.now()];
  const dpNumber = await nextPrescriptionNumber(ctx, proposal.orgId);
  const head = {
    ...{ ...UNTOUCHED, ...patientColumns(patient), ...totalColumns(totals) },
    ...{ id: dpId, dpNumber, dpType: DEFAULT_DP_TYPE, dpDate: new Date(proposal.dpDate), reimWay: patient.reimWay, visit: patient.visit },
    ...{ diagnosis: patient.diagnosis, infectedHistory: patient.infectedHistory, payStatus: PayStatus.New, rxStatus: RxStatus.New, priceType: '' },
    ...{ workerId: proposal.doctor.userId, workerName: proposal.doctor.userName, workerNo: proposal.doctor.enCode },
    ...{ creatorUserId: proposal.creator.userId, creatorUserName: proposal.creator.userName, note: proposal.note },
    ...{ lineCount: lines.length, hasStockLines: lines.some(({ stockKept }) => stockKept) },
    ...{ searchGrams: searchGrams(patient.patientName, patient.outpatientCode, dpNumber), createdAt: now, updatedAt: now, confirmedAt: null },
  };
  await new PrescriptionRepo(ctx.db).insert([head], placed(ctx, proposal, dpId, lines));
  const row = { key: proposal.key, orgId: proposal.orgId, dpId, lines: proposal.lines, createdAt: now, updatedAt: now, version: 1 };
  // Its key is the judge: of two at once the second one fails with its whole act, and finds this one when it is tried again.
  await proposalTable.insertAll({ db: ctx.db }, [row]);
  return { dpId, dpNumber, outcome: 'written' };
}

const sameLines = (a: readonly ProposedLine[], b: readonly ProposedLine[]): boolean => canonicalJson(a) === canonicalJson(b);

/** @see PrescriptionProposals */
async function propose(ctx: Ctx, proposal: Proposal): Promise<ProposalStored> {
  const before = await proposals(ctx).where('p.key', '=', proposal.key).where('p.orgId', '=', proposal.orgId).forUpdate().executeTakeFirst();
  if (!before) return await write(ctx, proposal);
  const repo = new PrescriptionRepo(ctx.db);
  const head = await repo.lock(before.dpId, [proposal.orgId], undefined);
  const named = { dpId: head.id, dpNumber: head.dpNumber };
  if (sameLines(before.lines, proposal.lines)) return { ...named, outcome: 'same' };
  if (head.rxStatus !== RxStatus.New || head.payStatus !== PayStatus.New) return { ...named, outcome: 'kept' };
  await assertOpen(ctx, proposal);
  const patient = await writablePatient(ctx, proposal);
  const { lines, totals } = await compiled(ctx, proposal, patient);
  const columns = { ...totalColumns(totals), lineCount: lines.length, hasStockLines: lines.some(({ stockKept }) => stockKept) };
  await repo.change(head.id, columns, ctx.clock.now(), placed(ctx, proposal, head.id, lines));
  await proposalTable.update({ db: ctx.db, clock: ctx.clock, newId: ctx.newId, pluginId: ctx.pluginId }, before, { lines: proposal.lines });
  return { ...named, outcome: 'replaced' };
}

/** Found by an index; of more of them at once the whole table would be read. */
const KEYS_AT_ONCE = 500;

async function payStatusesOf(ctx: Ctx, keys: readonly string[], orgIds: readonly OrgId[]) {
  const rx = prescriptionTable.everywhere(ctx, 'prescriptions of proposals, which are asked for by facility', 'rx').clearSelect();
  return await proposals(ctx)
    .clearSelect()
    .innerJoin(
      rx
        .select(['rx.id', 'rx.payStatus'])
        .where('rx.orgId', 'in', [...orgIds])
        .as('rx'),
      'rx.id',
      'p.dpId',
    )
    .where(sql<SqlBool>`p.key = any(${[...keys]}::text[])`)
    .where('p.orgId', 'in', [...orgIds])
    .select(['p.key', 'rx.payStatus'])
    .execute();
}

/** Prescriptions that other plugins propose (`prescription.proposals@1`). */
export function prescriptionProposalsOf(ctx: Ctx): PrescriptionProposals {
  return {
    propose: (proposal) => propose(ctx, proposal),
    payStatuses: async (keys, orgIds) => {
      const found = new Map<string, PayStatus>();
      if (orgIds.length === 0) return found;
      for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
        for (const { key, payStatus } of await payStatusesOf(ctx, keys.slice(at, at + KEYS_AT_ONCE), orgIds)) found.set(key, payStatus);
      return found;
    },
    states: async (keys, orgIds) => {
      if (keys.length === 0 || orgIds.length === 0) return [];
      const rows = await proposals(ctx)
        .where('p.key', 'in', [...keys])
        .where('p.orgId', 'in', [...orgIds])
        .execute();
      const heads = await new PrescriptionRepo(ctx.db).findMany(
        rows.map(({ dpId }) => dpId),
        orgIds,
      );
      const byId = new Map(heads.map((head) => [head.id, head]));
      return rows.flatMap(({ key, dpId, lines }) => {
        const head = byId.get(dpId);
        return head ? [{ key, dpId, dpNumber: head.dpNumber, payStatus: head.payStatus, rxStatus: head.rxStatus, lines }] : [];
      });
    },
  };
}
