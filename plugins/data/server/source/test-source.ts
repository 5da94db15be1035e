import type { BodyOf, ReplyOf } from '@nephra/plugin-sdk/contract';
import { isForeignDatabaseError } from '@nephra/plugin-sdk/server';
import type { dataSourceContract } from '../../contract/source/data-source.contract.ts';
import { dataSourceTable } from '../tables/source.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { obstacleOf, passwordOf } from './read-source.ts';

type TestRoute = typeof dataSourceContract.routes.test;
type Reply = ReplyOf<TestRoute>;

const CONNECT_MS = 8_000;
const STATEMENT_MS = 3_000;

/** POST Actions/Test: whether a source answers, and in plain words why not. What is not sent is taken from the row. */
export async function testSource(ctx: Ctx, body: BodyOf<TestRoute>): Promise<Reply> {
  const began = ctx.clock.steady().getTime();
  const row = body.id ? await dataSourceTable.one(ctx, body.id) : undefined;
  const port = body.port === undefined || body.port === '' ? (row?.port ?? 5432) : Number(body.port);
  const asked = {
    dbType: body.dbType ?? row?.dbType ?? 'PostgreSQL',
    host: body.host ?? row?.host ?? '',
    port,
    database: body.serviceName ?? row?.serviceName ?? '',
    user: body.userName ?? row?.userName ?? '',
  };
  ctx.audit({ subject: 'data-source', subjectId: row?.id ?? '', after: { ...asked } });
  const answer = (failure: string, said = '', serverVersion = ''): Reply => {
    const { host, database, user, dbType: type } = asked;
    const params = { name: row?.fullName ?? host, host, port, user, database, type, said, state: '' };
    const message = failure === '' ? ctx.text('source.testOk', { version: serverVersion }) : ctx.text(`errors.data.source-${failure}`, params);
    return { ok: failure === '', failure, message, serverVersion, milliseconds: ctx.clock.steady().getTime() - began };
  };
  const obstacle = obstacleOf(ctx, asked);
  if (obstacle) return answer(obstacle.replace('source-', ''));
  // A password that is kept goes nowhere else than where it was kept for.
  const sameServer = row !== undefined && row.host === asked.host && row.port === asked.port;
  const password = body.password ? body.password : sameServer ? await passwordOf(ctx, row.id) : '';
  if (password === '') return answer('no-password');
  try {
    const version = await ctx.outbound.databases.read(
      { host: asked.host, port, database: asked.database, user: asked.user, password },
      async ({ rows }) => (await rows(`select current_setting('server_version') as version`))[0]?.version ?? '',
      { connectMs: CONNECT_MS, statementMs: STATEMENT_MS },
    );
    return answer('', '', version);
  } catch (error) {
    if (!isForeignDatabaseError(error)) throw error;
    return answer(error.failure, error.message);
  }
}
