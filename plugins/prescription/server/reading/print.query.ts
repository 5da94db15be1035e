import { AppError, EnvelopeCode, moneyFromText, moneyToWire, unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { PrintReply } from '../../contract/index.ts';
import { type PrintLine, printSheets } from '../../domain/printing/print-sheets.ts';
import { presentHead } from './prescription.present.ts';
import { repoOf } from '../prescription-call.ts';
import type { DetailTable, PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

const printLine = (row: DetailTable): PrintLine & { readonly row: DetailTable } => ({
  kind: row.kind,
  drugType: row.drug_type,
  drugForm: row.drug_form,
  controlClass: row.control_class,
  isGroup: row.group_no,
  drugUsage: row.drug_usage,
  drugInterval: row.drug_interval,
  drugDays: row.drug_days,
  subTotal: moneyFromText(row.sub_total),
  row,
});

/** A prescription as sheets of paper. The identity number is in full only where a red sheet asks for it; each look is on record. */
export async function printOf(ctx: Ctx, dpId: string): Promise<PrintReply> {
  const repo = repoOf(ctx);
  const head = await repo.find(dpId, ctx.user.orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  const patient = await currentFile(ctx, head.patient_id, head.org_id);
  const age = patient?.birthday === null ? null : head.patient_age;
  const sheets = printSheets((await repo.details([dpId])).map(printLine), { dpType: head.dp_type, age });
  const isRed = sheets.some(({ colour }) => colour === 'red');
  const identity = isRed ? await ctx.service(patientDirectory).identity(head.patient_id, [head.org_id]) : undefined;
  ctx.audit({
    subject: 'prescription',
    subjectId: dpId,
    patientId: head.patient_id,
    note: isRed ? 'printed with the identity number' : 'printed',
  });
  return {
    ...presentHead(head),
    patientIdcard: identity?.patientIdcard ?? '',
    allergies: patient?.allergies ?? [],
    allergyState: patient?.allergyState ?? '',
    sheetCount: sheets.length,
    sheets: sheets.map((sheet, index) => ({
      sheetNo: index + 1,
      kind: sheet.kind,
      colour: sheet.colour,
      controlClass: sheet.controlClass,
      blankRows: sheet.blankRows,
      subTotal: moneyToWire(sheet.subTotal),
      rows: sheet.rows.map(({ line: { row, subTotal }, mark }) => ({
        detailId: row.id,
        mark,
        drugName: row.drug_name,
        drugSpec: row.drug_spec,
        onceUsing: Number(row.once_using),
        onceUsingUnit: row.once_using_unit,
        drugUsage: row.drug_usage,
        drugInterval: row.drug_interval,
        drugDays: row.drug_days,
        drugNum: Number(row.drug_num),
        drugNumUnit: row.drug_num_unit,
        price: unitPriceToWire(unitPriceFromText(row.price)),
        subTotal: moneyToWire(subTotal),
        remark: row.remark,
      })),
    })),
  };
}
