import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type FigureColumn, type FigureQuestion, type FigureRows, selectPage } from '@nephra/plugin-sdk/server';
import type { PatientType } from '../../contract/index.ts';
import type { Ctx } from '../files/patient-call.ts';
import { patientModel, patientTable } from '../files/patient.table.ts';
import { filesInUse, filesMarked, filesOpened, OPENED_ON } from './figure-files.query.ts';
import { COLUMN_WORDS, INFECTION_WORDS, KIND_WORDS, payerWord } from './figure-words.ts';

const COLUMNS: readonly FigureColumn[] = [
  { key: 'number', label: COLUMN_WORDS.number, kind: 'text' },
  { key: 'name', label: COLUMN_WORDS.name, kind: 'text' },
  { key: 'kind', label: COLUMN_WORDS.kind, kind: 'text' },
  { key: 'payer', label: COLUMN_WORDS.payer, kind: 'text' },
  { key: 'opened', label: COLUMN_WORDS.opened, kind: 'day' },
];

const isKind = (part: string): part is PatientType => Object.hasOwn(KIND_WORDS, part);

/** The files that a figure counts. @throws AppError `patient.no-such-figure` */
function filesOf(ctx: Ctx, { figure, part = '', day, startDate, endDate }: FigureQuestion) {
  if (figure === 'files') return filesInUse(ctx);
  if (figure === 'dialysis') return filesInUse(ctx).where('file.patientType', '=', 'dialysis');
  if (figure === 'opened' || figure === 'days') return filesOpened(ctx, { startDate: day ?? startDate, endDate: day ?? endDate });
  if (figure === 'kind' && isKind(part)) return filesInUse(ctx).where('file.patientType', '=', part);
  if (figure === 'payer' && part !== '') return filesInUse(ctx).where('file.reimWay', '=', part);
  if (figure === 'infection' && Object.hasOwn(INFECTION_WORDS, part)) return filesMarked(ctx, part);
  throw new AppError('patient.no-such-figure', { code: EnvelopeCode.NotFound });
}

/** Patients that a figure counts; those opened last come first. @throws AppError `patient.no-such-figure` */
export async function patientFigureRows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  const files = filesOf(ctx, question).select([
    'file.id',
    'file.outpatientCode',
    'file.patientName',
    'file.patientType',
    'file.reimWay',
    OPENED_ON.as('openedOn'),
  ]);
  const { list, pagination } = await selectPage(files, {
    db: ctx.db,
    request: { currentPage: question.currentPage, pageSize: question.pageSize },
    sorts: {},
    byDefault: ['file.createdAt', 'desc'],
    tieBreaker: 'file.id',
  });
  return {
    columns: COLUMNS,
    list: list.map((row) => ({
      key: row.id,
      cells: {
        number: row.outpatientCode,
        name: row.patientName,
        kind: KIND_WORDS[patientTable.codec.patientType.read(row.patientType)][ctx.language],
        payer: payerWord(row.reimWay, ctx.language),
        opened: row.openedOn,
      },
      opens: { menu: patientModel.menu, query: { patientId: row.id } },
    })),
    total: pagination.total,
  };
}
