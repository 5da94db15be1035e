import { AppError, dayOf, EnvelopeCode, moneyFromText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type FigureQuestion, type FigureRows, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { PrescriptionDb } from '../tables.ts';
import { amountOf, writtenIn } from './written.query.ts';

type Ctx = RequestContext<PrescriptionDb>;

const MENU = 'his.prescription';
/** Figures that are made of prescriptions, and of which `part` names one: a kind or a doctor. */
const OF_PRESCRIPTIONS: Readonly<Record<string, 'kind' | 'doctor' | null>> = {
  prescriptions: null,
  amount: null,
  average: null,
  days: 'kind',
  kind: 'kind',
  doctor: 'doctor',
};

const unknownFigure = () => new AppError('prescription.figure-unknown', { code: EnvelopeCode.NotFound });

/** The prescriptions that a question is about. @throws AppError `prescription.figure-unknown` for a day outside of the period */
function asked(ctx: Ctx, { startDate, endDate, day }: FigureQuestion) {
  if (day !== undefined && (day < startDate || day > endDate)) throw unknownFigure();
  return writtenIn(ctx, day === undefined ? { startDate, endDate } : { startDate: day, endDate: day });
}

/**
 * What a figure is made of.
 * @throws AppError `prescription.figure-unknown` (404) where the question names none of them
 */
export async function figureRows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  const { figure, part } = question;
  if (figure === 'patients') return await patientRows(ctx, question);
  const split = Object.hasOwn(OF_PRESCRIPTIONS, figure) ? OF_PRESCRIPTIONS[figure] : undefined;
  if (split === undefined || (split === null && part !== undefined)) throw unknownFigure();
  let query = asked(ctx, question);
  if (split === 'kind' && part !== undefined) {
    if (!/^\d{1,6}$/.test(part)) throw unknownFigure();
    query = query.where('p.dpType', '=', Number(part));
  }
  if (split === 'doctor' && part !== undefined) query = query.where('p.workerId', '=', part);
  const { list, pagination } = await selectPage(
    query.select(['p.id', 'p.dpNumber', 'p.dpDate', 'p.patientName', 'p.workerName', 'p.rxStatus', 'p.payStatus', amountOf.as('amount')]),
    { db: ctx.db, request: question, sorts: {}, byDefault: ['p.dpDate', 'desc'], tieBreaker: 'p.id' },
  );
  return {
    columns: [
      { key: 'number', label: { zh: '处方号', zhtw: '處方號', en: 'Number' }, kind: 'text' },
      { key: 'day', label: { zh: '日期', zhtw: '日期', en: 'Day' }, kind: 'day' },
      { key: 'patient', label: { zh: '患者', zhtw: '病患', en: 'Patient' }, kind: 'text' },
      { key: 'doctor', label: { zh: '医生', zhtw: '醫師', en: 'Doctor' }, kind: 'text' },
      { key: 'amount', label: { zh: '金额', zhtw: '金額', en: 'Amount' }, kind: 'yuan' },
      { key: 'state', label: { zh: '状态', zhtw: '狀態', en: 'State' }, kind: 'text' },
    ],
    list: list.map((row) => ({
      key: row.id,
      cells: {
        number: row.dpNumber,
        day: dayOf(row.dpDate.getTime()),
        patient: row.patientName,
        doctor: row.workerName,
        amount: moneyToWire(moneyFromText(row.amount)),
        state: `${ctx.text(`rx.${row.rxStatus}`)} · ${ctx.text(`pay.${row.payStatus}`)}`,
      },
      opens: { menu: MENU, query: { dpId: row.id } },
    })),
    total: pagination.total,
  };
}

/** One row per file, most prescriptions first. */
async function patientRows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  if (question.part !== undefined) throw unknownFigure();
  const { list, pagination } = await selectPage(
    asked(ctx, question)
      .select([
        'p.patientId',
        sql<string>`max(p."patientName")`.as('patient_name'),
        sql<string>`count(*)`.as('prescriptions'),
        sql<string>`sum(${amountOf})`.as('amount'),
      ])
      .groupBy('p.patientId'),
    { db: ctx.db, request: question, sorts: {}, byDefault: ['prescriptions', 'desc'], tieBreaker: 'p.patientId' },
  );
  return {
    columns: [
      { key: 'patient', label: { zh: '患者', zhtw: '病患', en: 'Patient' }, kind: 'text' },
      { key: 'prescriptions', label: { zh: '处方数', zhtw: '處方數', en: 'Prescriptions' }, kind: 'count' },
      { key: 'amount', label: { zh: '金额', zhtw: '金額', en: 'Amount' }, kind: 'yuan' },
    ],
    list: list.map((row) => ({
      key: row.patientId,
      cells: { patient: row.patient_name, prescriptions: Number(row.prescriptions), amount: moneyToWire(moneyFromText(row.amount)) },
      opens: { menu: MENU, query: { patientId: row.patientId } },
    })),
    total: pagination.total,
  };
}
