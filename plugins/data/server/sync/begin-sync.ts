import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { syncRunWaiting } from '../../contract/sync/data-sync.contract.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import { isSiteName } from '../../domain/model/table-shape.ts';
import { mappedColumns, SyncVerdict, syncVerdict } from '../../domain/sync/map-type.ts';
import { hasRows, ownPlace } from '../model/catalogue.ts';
import { makeTable } from '../model/change-table.ts';
import { siteTableOf } from '../model/site-table.ts';
import { type ReadySource, readSource, readySource } from '../source/read-source.ts';
import { syncRunTable } from '../tables/sync.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { assertCopyable } from './assert-copyable.ts';
import { describeForeign, type ForeignTable } from './foreign-table.ts';

export interface SyncQuestion {
  readonly dbConnectionFrom: string;
  readonly dbConnectionTo: string;
  readonly dbTable: string;
}

const STATEMENT_MS = 8_000;

interface Looked {
  readonly source: ReadySource;
  readonly foreign: ForeignTable;
  readonly sourceHasRows: boolean;
}

/** Looks at the source, outside of any transaction of ours. @throws AppError what can never be copied */
async function lookAtSource(ctx: Ctx, { dbConnectionFrom, dbConnectionTo, dbTable }: SyncQuestion): Promise<Looked> {
  if (dbConnectionTo !== OWN_SOURCE) throw new AppError('data.sync-target-foreign');
  if (dbConnectionFrom === OWN_SOURCE) throw new AppError('data.sync-source-own');
  if (!isSiteName(dbTable)) throw new AppError('data.name-form', { code: EnvelopeCode.Invalid, params: { name: dbTable } });
  const source = await readySource(ctx, dbConnectionFrom);
  return await readSource(
    ctx,
    source,
    async (reader) => {
      const foreign = await describeForeign(reader, source.schema, dbTable);
      if (!foreign) throw new AppError('data.sync-source-missing', { params: { name: dbTable } });
      if (foreign.key.length === 0) throw new AppError('data.sync-no-key', { params: { name: dbTable } });
      const { odd } = mappedColumns(foreign.columns);
      if (odd !== undefined) throw new AppError('data.name-form', { code: EnvelopeCode.Invalid, params: { name: odd } });
      return { source, foreign, sourceHasRows: await hasRows({ schema: source.schema, ask: reader.rows }, dbTable) };
    },
    { statementMs: STATEMENT_MS },
  );
}

async function verdictOf(ctx: Ctx, table: string, sourceHasRows: boolean): Promise<SyncVerdict> {
  const target = await siteTableOf(ctx, table);
  return syncVerdict(sourceHasRows, target && { hasRows: await hasRows(ownPlace(ctx), table) });
}

/** POST DataSync */
export async function checkSync(ctx: Ctx, question: SyncQuestion): Promise<SyncVerdict> {
  ctx.audit({ subject: 'data-sync', subjectId: `${question.dbConnectionFrom}/${question.dbTable}` });
  const { foreign, sourceHasRows } = await lookAtSource(ctx, question);
  const verdict = await verdictOf(ctx, question.dbTable, sourceHasRows);
  if (verdict !== SyncVerdict.targetMissing && verdict !== SyncVerdict.sourceEmpty)
    assertCopyable(question.dbTable, foreign.columns, foreign.key.length, await siteTableOf(ctx, question.dbTable));
  return verdict;
}

/**
 * POST DataSync/Actions/Execute: writes the run down; a worker copies.
 * @param agreed what the check answered when a person agreed
 * @throws AppError `data.sync-changed` where it would answer otherwise by now, `data.sync-running`, `data.sync-empty`
 */
export async function beginSync(ctx: Ctx, question: SyncQuestion, agreed: number): Promise<{ readonly id: string }> {
  const { dbTable: table } = question;
  const { source, foreign, sourceHasRows } = await lookAtSource(ctx, question);
  if (!sourceHasRows) throw new AppError('data.sync-empty', { params: { name: table } });
  const id = ctx.newId();
  await ctx.transaction(async () => {
    const verdict = await verdictOf(ctx, table, sourceHasRows);
    if (verdict !== agreed) throw new AppError('data.sync-changed', { code: EnvelopeCode.Conflict, params: { name: table } });
    const { columns } = mappedColumns(foreign.columns);
    if (verdict === SyncVerdict.targetMissing) await makeTable(ctx, { table, tableName: table, columns });
    assertCopyable(table, foreign.columns, foreign.key.length, await siteTableOf(ctx, table));
    const { user, clock } = ctx;
    await syncRunTable.insert(ctx, {
      ...{ id, sourceId: source.id, sourceName: source.name, tableName: table, clearFirst: verdict === SyncVerdict.targetHasRows, state: 'waiting' },
      ...{ position: [], rowsExpected: foreign.rows, rowsRead: 0, rowsWritten: 0, rowsRefused: 0, problem: '', problemDetail: '', cancel: false },
      ...{ creatorId: user.userId, creatorUser: user.userName.slice(0, 50), orgId: user.orgId, startedAt: clock.now(), endedAt: null },
      ...{ leaseOwner: '', leaseUntil: clock.steady() },
    });
    ctx.publish(syncRunWaiting, { runId: id });
  });
  ctx.audit({ subject: 'data-sync', subjectId: id, after: { source: source.name, table, type: agreed } });
  ctx.message('sync.started', { name: table });
  return { id };
}
