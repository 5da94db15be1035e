import { addMoney, AppError, EnvelopeCode, type Money, moneyToText, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { brokenUniqueIndex } from '@nephra/plugin-sdk/server';
import { insuredBills } from '../../../../charging/contract/index.ts';
import { type PatientFile, patientDirectory } from '../../../../patient/contract/index.ts';
import { type LedgerPrescription, PayStatus } from '../../../../prescription/contract/index.ts';
import { settleBlockers } from '../../../domain/settlement/settle-checks.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { settlementPrescriptionTable } from '../../tables/settlement-parts.table.ts';
import { settlementTable } from '../../tables/settlement.table.ts';
import { wholeCharacters } from '../../tables/whole-characters.ts';
import { type Certificate, sealedCertificate } from '../ledger/certificate.ts';
import { correctedBy } from '../ledger/correction.ts';
import type { SettlementContext } from '../ledger/settlement-context.ts';
import { holdPrescriptions } from '../ledger/hold.ts';
import { activeOfPatient, addTrail, requireSettlement, dpIdsOf, holdersOf, type SettlementRow } from '../ledger/settlement.repo.ts';
import { vouchers } from '../ledger/vouchers.ts';

export interface SettleRequest {
  readonly dpIds: readonly string[];
  readonly certificate: Certificate;
  readonly insutype: string;
  readonly accountUsed: '0' | '1';
  readonly diseaseCode: string;
  readonly diseaseName: string;
  /** The monthly charge bills by itself. */
  readonly month?: { readonly month: string; readonly key: string };
}

const conflict = (key: string, params: Record<string, string> = {}): never => {
  throw new AppError(`insurance.${key}`, { code: EnvelopeCode.Conflict, params });
};

/**
 * The settlement that these prescriptions are in already, when it is exactly theirs and may go on.
 * @throws AppError `insurance.already-settled`, `insurance.patient-in-doubt`, `insurance.other-set` (409)
 */
export async function settlementOf({ ctx }: SettlementContext, orgId: OrgId, dpIds: readonly string[]): Promise<SettlementRow | undefined> {
  const [held] = await holdersOf(ctx, dpIds, [orgId]);
  if (!held) return undefined;
  if (held.state === 'settled') conflict('already-settled', { billNo: held.billNo || held.setlId });
  if (DOUBTFUL_STATES.includes(held.state)) conflict('patient-in-doubt', { name: held.patientName });
  const known = new Set(await dpIdsOf(ctx, held.id));
  if (!OPEN_STATES.includes(held.state) || known.size !== dpIds.length || dpIds.some((dpId) => !known.has(dpId)))
    conflict('other-set', { name: held.patientName });
  return held;
}

/** Sum of the lines, proven by the parts. */
const totalOf = (prescriptions: readonly LedgerPrescription[]): Money => addMoney(ZERO, ...prescriptions.map((one) => one.totalPrice));

/**
 * Holds the prescriptions and writes the settlement down; nothing has been sent yet. One transaction: a rival finds either nothing or
 * everything.
 * @throws AppError `insurance.patient-in-doubt`, `insurance.patient-busy` (409), `insurance.<blocker>`, and the refusals of the desk
 */
export async function beginSettlement(
  desk: SettlementContext,
  { patient, prescriptions }: { patient: PatientFile; prescriptions: readonly LedgerPrescription[] },
  wish: SettleRequest,
): Promise<SettlementRow> {
  const { ctx, client, by } = desk;
  const orgId = patient.orgId as OrgId;
  const { simulated, connection } = await client.connectionOf(orgId);
  const medType = String(prescriptions[0]?.dpType ?? '');
  const [blocker] = settleBlockers(patient, prescriptions);
  if (blocker) throw new AppError(`insurance.${blocker.key}`, { params: blocker.params });
  const persons = await ctx.service(patientDirectory).idsOfPerson(patient.patientId, [orgId]);
  const busy = await activeOfPatient(ctx, persons);
  if (busy) conflict(DOUBTFUL_STATES.includes(busy.state) ? 'patient-in-doubt' : 'patient-busy', { name: patient.patientName });
  const id = ctx.newId();
  try {
    await ctx.transaction(async () => {
      const checked = await ctx.service(insuredBills).check({ dpIds: wish.dpIds, by, patients: desk.patients });
      const total = totalOf(prescriptions);
      if (checked.total !== total || checked.patientId !== patient.patientId) conflict('prescriptions-changed');
      const now = ctx.clock.now();
      const correctsId = wish.month ? null : await correctedBy(ctx, wish.dpIds, orgId);
      await ctx.db
        .insertInto('insurance.settlement')
        .values(
          settlementTable.toSql(
            wholeCharacters({
              id,
              orgId: orgId,
              patientId: patient.patientId,
              patientName: patient.patientName,
              outpatientCode: patient.outpatientCode,
              dpNumbers: prescriptions.map((one) => one.dpNumber).join(' '),
              state: 'prepared',
              month: wish.month?.month ?? null,
              monthKey: wish.month?.key ?? null,
              insutype: wish.insutype || patient.reimWay,
              medType: medType,
              diseCodg: wish.diseaseCode,
              diseName: wish.diseaseName,
              psnNo: patient.psn_no,
              insuplcAdmdvs: patient.insuplc_admdvs,
              medInsMark: patient.insuplc_admdvs !== '' && patient.insuplc_admdvs !== connection.mdtrtareaAdmvs ? '2' : '1',
              total,
              acctUsedFlag: wish.accountUsed,
              certType: wish.certificate.mdtrt_cert_type,
              certSealed: sealedCertificate(ctx, wish.certificate),
              operatorId: by.userId,
              operatorName: by.userName,
              language: by.language,
              leaseUntil: ctx.clock.steady(),
              simulated,
              correctsId: correctsId,
              createdAt: now,
            }),
          ),
        )
        .execute();
      await ctx.db
        .insertInto('insurance.settlement_prescription')
        .values(prescriptions.map(({ dpId, dpNumber }, position) => settlementPrescriptionTable.toSql({ settlementId: id, dpId, dpNumber, position })))
        .execute();
      const row = await requireSettlement(ctx, id, [orgId]);
      await holdPrescriptions(ctx, row, PayStatus.Settling, by);
      if (correctsId !== null) {
        const before = await requireSettlement(ctx, correctsId, [orgId]);
        await addTrail(ctx, id, { kind: 'corrects', params: { setlId: before.setlId, billNo: before.billNo }, byName: by.userName });
      }
      await addTrail(ctx, id, { kind: 'begun', params: { count: prescriptions.length, total: moneyToText(total) }, byName: by.userName });
    });
  } catch (error) {
    // Two desks began with the same patient or prescription at once: the index let one of them through.
    if (brokenUniqueIndex(error) !== undefined) conflict('patient-busy', { name: patient.patientName });
    throw error;
  }
  if (wish.certificate.mdtrt_cert_type === '01') vouchers.keep(id, wish.certificate.mdtrt_cert_no, ctx.clock.steady());
  return await requireSettlement(ctx, id, [orgId]);
}
