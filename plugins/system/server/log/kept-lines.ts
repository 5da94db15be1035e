import { EnvelopeCode, type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import { containing, selectPage, sql, streamRows } from '@nephra/plugin-sdk/server';
import type { LogRow } from '../../contract/log/log.contract.ts';
import type { Ctx } from '../tables/tables.ts';
import { exceptionLogTable, requestLogTable } from '../tables/log.table.ts';

export interface LogQuestion extends PageRequest {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly userName?: string;
  readonly ipaddress?: string;
  readonly moduleName?: string;
  /** Acts by their names; with `moduleName`, what either finds. */
  readonly actions?: readonly string[];
  readonly requestMethod?: string;
}
/** A line as it is kept: what its act is called depends on the reader. */
export type UntitledRow = Omit<LogRow, 'moduleTitle'>;
export type KeptKind = 'request' | 'exception';

const piece = (text: string): string => containing(text.trim());
const has = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const FAILED: readonly number[] = [EnvelopeCode.Fault, EnvelopeCode.Unavailable];
const outcomeOf = (code: number): string => (code === EnvelopeCode.Ok ? 'ok' : FAILED.includes(code) ? 'failed' : 'refused');

/** Requests that were kept, as the caller may see them. */
function requestsOf(ctx: Ctx, { keyword, startTime, endTime, userName, ipaddress, moduleName, actions = [], requestMethod }: LogQuestion) {
  let found = requestLogTable
    .everywhere(ctx, 'lines of the own organisations, and those of nobody for administrators: `seen` stands in the same statement', 'line')
    .where(seen(ctx));
  if (startTime !== undefined) found = found.where('line.at', '>=', new Date(startTime));
  if (endTime !== undefined) found = found.where('line.at', '<=', new Date(endTime));
  if (has(keyword))
    found = found.where(sql<boolean>`(line.path ilike ${piece(keyword)} or line.module ilike ${piece(keyword)} or line."userName" ilike ${piece(keyword)})`);
  if (has(userName)) found = found.where('line.userName', 'ilike', piece(userName));
  if (has(ipaddress)) found = found.where('line.ip', 'like', piece(ipaddress));
  if (has(moduleName)) found = found.where(sql<boolean>`(line.module ilike ${piece(moduleName)} or line.module = any(${[...actions]}::text[]))`);
  if (has(requestMethod)) found = found.where('line.method', '=', requestMethod.trim().toUpperCase());
  return found;
}

/** Exceptions that were kept, as the caller may see them; they have no method, so one that is asked for finds none. */
function exceptionsOf(ctx: Ctx, { keyword, startTime, endTime, userName, ipaddress, moduleName, actions = [], requestMethod }: LogQuestion) {
  let found = exceptionLogTable
    .everywhere(ctx, 'lines of the own organisations, and those of nobody for administrators: `seen` stands in the same statement', 'line')
    .where(seen(ctx));
  if (startTime !== undefined) found = found.where('line.at', '>=', new Date(startTime));
  if (endTime !== undefined) found = found.where('line.at', '<=', new Date(endTime));
  if (has(keyword))
    found = found.where(sql<boolean>`(line.message ilike ${piece(keyword)} or line.module ilike ${piece(keyword)} or line.body ilike ${piece(keyword)})`);
  if (has(userName)) found = found.where('line.userName', 'ilike', piece(userName));
  if (has(ipaddress)) found = found.where('line.ip', 'like', piece(ipaddress));
  if (has(moduleName)) found = found.where(sql<boolean>`(line.module ilike ${piece(moduleName)} or line.module = any(${[...actions]}::text[]))`);
  if (has(requestMethod)) found = found.where(sql<boolean>`false`);
  return found;
}

const seen = ({ user }: Pick<Ctx, 'user'>) => {
  const orgIds = user.isAdministrator ? [...user.orgIds, ''] : [...user.orgIds];
  return sql<boolean>`line."orgId" = any(${orgIds}::text[])`;
};

type Request = Parameters<typeof requestLogTable.wire>[0];
type Exception = Parameters<typeof exceptionLogTable.wire>[0];

const requestRow = (line: Request): UntitledRow => ({
  id: `request-${line.seq}`,
  creatorTime: line.at.getTime(),
  userName: line.userName,
  ipaddress: line.ip,
  platForm: line.platform,
  requestURL: line.path,
  requestMethod: line.method,
  requestDuration: line.milliseconds,
  moduleName: line.module,
  outcome: outcomeOf(line.code),
  abstracts: String(line.code),
  json: '',
});

const exceptionRow = (line: Exception): UntitledRow => ({
  id: `exception-${line.seq}`,
  creatorTime: line.at.getTime(),
  userName: line.userName,
  ipaddress: line.ip,
  platForm: '',
  requestURL: '',
  requestMethod: '',
  requestDuration: 0,
  moduleName: line.module,
  outcome: 'failed',
  abstracts: line.message,
  json: line.body,
});

const order = { sorts: {}, byDefault: ['at', 'desc'], tieBreaker: 'seq' } as const;

export async function keptPage(ctx: Ctx, kind: KeptKind, question: LogQuestion): Promise<Page<UntitledRow>> {
  const options = { db: ctx.db, request: question, ...order };
  if (kind === 'request') {
    const { list, pagination } = await selectPage(requestsOf(ctx, question), options);
    return toPage(list.map(requestRow), pagination.total, question);
  }
  const { list, pagination } = await selectPage(exceptionsOf(ctx, question), options);
  return toPage(list.map(exceptionRow), pagination.total, question);
}

export async function* keptLines(ctx: Ctx, kind: KeptKind, question: LogQuestion): AsyncGenerator<UntitledRow> {
  if (kind === 'request') for await (const line of streamRows(requestsOf(ctx, question).orderBy('at', 'desc').orderBy('seq', 'desc'))) yield requestRow(line);
  else for await (const line of streamRows(exceptionsOf(ctx, question).orderBy('at', 'desc').orderBy('seq', 'desc'))) yield exceptionRow(line);
}

export async function keptLine(ctx: Ctx, kind: KeptKind, seq: number): Promise<UntitledRow | undefined> {
  if (kind === 'request') {
    const line = await requestsOf(ctx, {}).where('line.seq', '=', seq).executeTakeFirst();
    return line && requestRow(line);
  }
  const line = await exceptionsOf(ctx, {}).where('line.seq', '=', seq).executeTakeFirst();
  return line && exceptionRow(line);
}

/** Removes lines that the caller sees. @param seqs all when left out @returns how many */
export async function removeKept(ctx: Ctx, kind: KeptKind, seqs?: readonly number[]): Promise<number> {
  const orgIds = ctx.user.isAdministrator ? [...ctx.user.orgIds, ''] : [...ctx.user.orgIds];
  const chosen = seqs ? sql`and seq = any(${[...seqs]}::bigint[])` : sql``;
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(`system.${kind}_log`)} where org_id = any(${orgIds}::text[]) ${chosen}`.execute(ctx.db);
  return Number(numAffectedRows);
}
