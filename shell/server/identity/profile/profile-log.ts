import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { containing, selectPage } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { OwnLogRow } from '../../../contract/index.ts';
import type { OpenSession } from '../../auth/session/session-store.ts';
import type { CoreTables } from '../../tables/tables.ts';

/** Acts of signing in and out, locking and unlocking. */
const COMING_AND_GOING = [
  'session.login',
  'session.logout',
  'session.lock',
  'session.unlock',
  'session.scanState',
  'session.scanConfirm',
  'session.exchangeTicket',
];
/** Classes of entries that changed nothing. */
const READING = ['read', 'read-patient', 'export', 'print'];

export interface OwnLogQuery extends PageRequest {
  readonly category?: number;
  readonly startTime?: number;
  readonly endTime?: number;
}

/** @param methodOf method of a route by its name, empty when there is no such route now */
export async function ownLog(
  db: Kysely<CoreTables>,
  { userId, userName }: Pick<OpenSession, 'userId' | 'userName'>,
  { category = 5, startTime, endTime, ...request }: OwnLogQuery,
  methodOf: (action: string) => string,
): Promise<Page<OwnLogRow>> {
  const own = sql<boolean>`user_id = ${userId}`;
  // Before a session is open nobody is known; then the entry only names whose account it was about.
  const about = sql<boolean>`(user_id = ${userId} or (user_id = '' and subject = 'user' and subject_id = ${userId}))`;
  let query = db.selectFrom('core.audit').select(['seq', 'at', 'class', 'action', 'outcome', 'body']);
  if (category === 1) query = query.where(about).where('action', 'in', COMING_AND_GOING);
  else query = query.where(own).where('action', 'not in', COMING_AND_GOING);
  if (category === 3) query = query.where('class', 'not in', READING);
  if (startTime !== undefined) query = query.where('at', '>=', new Date(startTime));
  if (endTime !== undefined) query = query.where('at', '<=', new Date(endTime));
  const keyword = request.keyword?.trim() ?? '';
  if (keyword !== '')
    query = query.where(
      sql<boolean>`(action ilike ${containing(keyword)} or body::jsonb ->> 'path' ilike ${containing(keyword)} or body::jsonb ->> 'ip' like ${containing(keyword)})`,
    );
  const { list, pagination } = await selectPage(query, { db, request, sorts: {}, byDefault: ['seq', 'desc'], tieBreaker: 'seq' });
  return { list: list.map((row) => present(row, userName, methodOf)), pagination };
}

function present(
  row: { readonly seq: string; readonly at: Date; readonly class: string; readonly action: string; readonly outcome: string; readonly body: string },
  ownName: string,
  methodOf: (action: string) => string,
): OwnLogRow {
  const body = JSON.parse(row.body) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
  return {
    id: row.seq,
    creatorTime: row.at.getTime(),
    // A try to sign in that failed names nobody who acted.
    userName: text('userName') || ownName,
    ipaddress: text('ip'),
    platForm: text('platform'),
    requestURL: text('path'),
    requestMethod: methodOf(row.action),
    requestDuration: typeof body.milliseconds === 'number' ? body.milliseconds : 0,
    moduleName: row.action,
    class: row.class,
    outcome: row.outcome,
  };
}
