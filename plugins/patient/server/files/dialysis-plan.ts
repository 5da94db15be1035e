import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type DialysisPlanWriter, dialysisPlanKeeper } from '../../contract/dialysis/dialysis-plan.service.ts';
import { shiftName } from '../../domain/shift-name.ts';
import { changesBetween, type FileContent } from '../../domain/file/file-content.ts';
import type { PatientDb } from '../tables.ts';
import { changeTable } from './change.table.ts';
import { contentOf } from './file-content.ts';
import { FileWriteRepo } from './file-write.repo.ts';
import { patientTable } from './patient.table.ts';
import { shiftTable } from '../shift/shift.table.ts';

type Writer = Parameters<DialysisPlanWriter['write']>[0]['by'];

/** Dialysis plans for the plugin that keeps them (`patient.dialysis-plan@1`). */
export function dialysisPlanWriterOf(ctx: ServerContext<PatientDb>): DialysisPlanWriter {
  const files = (patientId: string, orgIds: readonly string[]) =>
    patientTable
      .everywhere(ctx, 'the file of a patient whose dialysis file was written within the rights of its writer', 'file')
      .where('file.id', '=', patientId)
      .where('file.orgId', 'in', [...orgIds] as never);
  /** Changes the content of a file that was not merged, with an entry in its history. */
  async function change(patientId: string, orgId: OrgId, by: Writer, changed: (before: FileContent) => FileContent | undefined): Promise<boolean> {
    const row = await files(patientId, [orgId]).forNoKeyUpdate().executeTakeFirst();
    const before = row && row.mergedInto === null ? contentOf(row) : undefined;
    const after = before && changed(before);
    if (!row || !before || !after) return false;
    const fields = changesBetween(before, after);
    if (fields.length === 0) return false;
    await new FileWriteRepo(ctx).update(row, { content: after });
    await changeTable.insert(ctx, {
      ...{ patientId: row.id, orgId: row.orgId, act: 'edited', reason: '', otherId: null, fields },
      ...{ changedAt: ctx.clock.now(), userId: by.userId, userName: by.userName },
    });
    return true;
  }
  return {
    write: ({ patientId, orgId, plan, by }) =>
      change(patientId, orgId, by, (before) => (before.dialysis ? { ...before, dialysis: { ...before.dialysis, ...plan } } : undefined)),
    writeInfection: ({ patientId, orgId, infection, by }) =>
      change(patientId, orgId, by, (before) => ({
        ...before,
        infectedHistory: [...infection.infectedHistory],
        infectionCheckedOn: infection.infectionCheckedOn,
      })),

    async lock(patientId, orgIds) {
      await files(patientId, orgIds).forNoKeyUpdate().execute();
    },

    async shifts(orgIds, language) {
      const found = shiftTable.everywhere(ctx, 'shifts of the facilities that were asked for, whose names every list shows', 's');
      const rows = await found
        .where('s.orgId', 'in', [...orgIds])
        .orderBy('s.orgId')
        .orderBy('s.sortCode')
        .orderBy('s.id')
        .execute();
      return language === undefined ? rows : rows.map((row) => ({ ...row, fullName: shiftName(row.fullName, language) }));
    },
  };
}

/** Whether the plan of a patient is kept by another plugin. */
export const isPlanKept = async (
  ctx: Pick<ServerContext<PatientDb>, 'optionalService'>,
  row: { readonly id: string; readonly orgId: string },
): Promise<boolean> => (await ctx.optionalService(dialysisPlanKeeper)?.keeps([row.id], [row.orgId as never]))?.has(row.id) ?? false;

/**
 * The plan of an edit where another plugin keeps it: as it stands, whatever an older client sends back; the dialysis number is the file's own.
 * @throws AppError `patient.plan-kept` where the patient is no longer to be one on dialysis
 */
export function keptPlan(sent: Pick<FileContent, 'patientType' | 'dialysis'>, before: Pick<FileContent, 'dialysis'>): FileContent['dialysis'] {
  if (sent.patientType !== 'dialysis') throw new AppError('patient.plan-kept', { code: EnvelopeCode.Invalid, fields: [{ path: 'patientType', msg: '' }] });
  return before.dialysis && { ...before.dialysis, dialysisNo: sent.dialysis?.dialysisNo || before.dialysis.dialysisNo };
}
