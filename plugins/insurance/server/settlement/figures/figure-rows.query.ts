import { addMoney, AppError, EnvelopeCode, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type FigureQuestion, type FigureRows, selectPage, wordOf } from '@nephra/plugin-sdk/server';
import type { SettlementState } from '../../../contract/index.ts';
import { DOUBTFUL_STATES } from '../../../domain/settlement/settlement-states.ts';
import { settlementTable } from '../../tables/settlement.table.ts';
import { ofSeenPatients } from '../../patient-row-filter.ts';
import type { CallCtx } from '../ledger/settlement-context.ts';
import { FIGURE_COLUMNS, STATE_GROUPS } from './figure-words.ts';
import { spanOf } from '../ledger/settlement.query.ts';

/** Which settlements a figure is made of; `always` whenever they were begun. */
interface FigureSettlements {
  readonly states: readonly SettlementState[];
  readonly medType?: string;
  readonly always?: true;
}

/** @throws AppError `insurance.figure-unknown` */
function settlementsOfFigure({ figure, part }: FigureQuestion): FigureSettlements {
  if (figure === 'settled' || figure === 'fund' || figure === 'own') return { states: ['settled'] };
  if (figure === 'doubtful') return { states: DOUBTFUL_STATES, always: true };
  if ((figure === 'type' || figure === 'share') && part !== undefined) return { states: ['settled'], medType: part };
  const group = figure === 'state' ? STATE_GROUPS.find(({ key }) => key === part) : undefined;
  if (!group) throw new AppError('insurance.figure-unknown', { code: EnvelopeCode.NotFound });
  return group;
}

const COLUMNS = ['id', 'patientName', 'state', 'medType', 'createdAt', 'settledAt', 'medfee', 'fundPay', 'acctPay', 'cashPay'] as const;

/** Settlements that a figure is made of, newest first. @throws AppError `insurance.figure-unknown` */
export async function figureRows(ctx: CallCtx, question: FigureQuestion): Promise<FigureRows> {
  const { states, medType, always } = settlementsOfFigure(question);
  const { from, before } = spanOf({ startDate: question.day ?? question.startDate, endDate: question.day ?? question.endDate });
  let query = ctx.db
    .selectFrom(settlementTable.as(ctx, 'settlement'))
    .select(COLUMNS)
    .where('state', 'in', [...states])
    .where(await ofSeenPatients(ctx));
  if (medType !== undefined) query = query.where('medType', '=', medType);
  if (!always && from) query = query.where('createdAt', '>=', from);
  if (!always && before) query = query.where('createdAt', '<', before);
  const { currentPage, pageSize } = question;
  const page = await selectPage(query, { db: ctx.db, request: { currentPage, pageSize }, sorts: {}, byDefault: ['createdAt', 'desc'], tieBreaker: 'id' });
  const list = page.list
    .map((found) => settlementTable.fromSql(found))
    .map((row) => ({
      key: row.id,
      cells: {
        patient: row.patientName,
        time: (row.settledAt ?? row.createdAt).getTime(),
        type: wordOf(ctx, `medType.${row.medType}`, row.medType),
        state: wordOf(ctx, `state.${row.state}`, row.state),
        total: moneyToWire(row.medfee),
        fund: moneyToWire(row.fundPay),
        own: moneyToWire(addMoney(row.acctPay, row.cashPay)),
      },
      opens: { menu: 'his.insurance', query: { settlementId: row.id } },
    }));
  return { columns: FIGURE_COLUMNS, list, total: page.pagination.total };
}
