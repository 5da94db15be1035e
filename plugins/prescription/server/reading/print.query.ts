import { AppError, EnvelopeCode, moneyToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { PrintReply } from '../../contract/index.ts';
import { printSheets } from '../../domain/printing/print-sheets.ts';
import { presentHead } from './prescription.present.ts';
import { repoOf } from '../prescription-call.ts';
import { contentForm } from '../tables/line.columns.ts';
import type { PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** A prescription as sheets of paper. The identity number is in full only where a red sheet asks for it; each look is on record. */
export async function printOf(ctx: Ctx, dpId: string): Promise<PrintReply> {
  const repo = repoOf(ctx);
  const head = await repo.find(dpId, ctx.user.orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  const patient = await currentFile(ctx, head.patientId, head.orgId);
  const age = head.patientAge < 0 || patient?.birthday === null ? null : head.patientAge;
  const sheets = printSheets(await repo.details([dpId]), { dpType: head.dpType, age });
  const isRed = sheets.some(({ colour }) => colour === 'red');
  const identity = isRed ? await ctx.service(patientDirectory).identity(head.patientId, [head.orgId]) : undefined;
  ctx.audit({
    subject: 'prescription',
    subjectId: dpId,
    patientId: head.patientId,
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
      rows: sheet.rows.map(({ line, mark }) => {
        const { manualNum: _typed, isGroup: _group, ...content } = contentForm.toWire(line);
        return {
          detailId: line.id,
          mark,
          drugName: line.drugName,
          drugSpec: line.drugSpec,
          ...content,
          price: unitPriceToWire(line.price),
          subTotal: moneyToWire(line.subTotal),
        };
      }),
    })),
  };
}
