import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type ForeignDatabase, type ForeignLimits, type ForeignReader, isForeignDatabaseError } from '@nephra/plugin-sdk/server';
import { dataSourceTable, sourceSecretTable } from '../tables/source.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** A source that can be asked. */
export interface ReadySource {
  readonly id: string;
  readonly name: string;
  readonly schema: string;
  readonly target: ForeignDatabase;
}

/** What stands against reading a source before anybody is called; undefined: nothing. The key is below `errors.data`. */
export function obstacleOf(
  ctx: Pick<ReadCtx, 'outbound'>,
  { dbType, host, port }: { readonly dbType: string; readonly host: string; readonly port: number },
): string | undefined {
  if (dbType !== 'PostgreSQL') return 'source-no-driver';
  return ctx.outbound.databases.allows(host, port) ? undefined : 'source-not-allowed';
}

/** @returns '' where none is kept */
export async function passwordOf(ctx: Pick<ReadCtx, 'db' | 'secrets'>, sourceId: string): Promise<string> {
  const kept = await sourceSecretTable.everywhere(ctx, 'opened to call the source, and sent to nobody').where('row.sourceId', '=', sourceId).executeTakeFirst();
  return kept ? ctx.secrets.open(kept.password) : '';
}

/** @throws AppError `data.source-not-found`, `data.source-off`, `data.source-no-driver`, `data.source-not-allowed` */
export async function readySource(ctx: ReadCtx, id: string): Promise<ReadySource> {
  const row = await dataSourceTable
    .everywhere(ctx, 'sources are of the installation; routes let system administrators alone')
    .where('row.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('data.source-not-found', { code: EnvelopeCode.NotFound });
  const { fullName: name, host, port, serviceName, userName } = row;
  if (!row.enabled) throw new AppError('data.source-off', { params: { name } });
  const obstacle = obstacleOf(ctx, row);
  if (obstacle) throw new AppError(`data.${obstacle}`, { params: { name, type: row.dbType, host, port } });
  const target = { host, port, database: serviceName, user: userName, password: await passwordOf(ctx, id) };
  return { id, name, schema: row.dbSchema === '' ? 'public' : row.dbSchema, target };
}

/** Refusals that say what stands against a source, `data.source-password` and the like. */
export function sourceRefusal(error: unknown, { name, target }: Pick<ReadySource, 'name' | 'target'>): unknown {
  if (!isForeignDatabaseError(error)) return error;
  const { host, port, user, database } = target;
  return new AppError(`data.source-${error.failure}`, { params: { name, host, port, user, database, said: error.message, state: error.state }, cause: error });
}

/** Reads in one read-only transaction at the source. @throws AppError as `sourceRefusal` */
export async function readSource<T>(
  ctx: Pick<ReadCtx, 'outbound'>,
  source: ReadySource,
  work: (reader: ForeignReader) => Promise<T>,
  limits?: ForeignLimits,
): Promise<T> {
  try {
    return await ctx.outbound.databases.read(source.target, work, limits);
  } catch (error) {
    throw sourceRefusal(error, source);
  }
}
