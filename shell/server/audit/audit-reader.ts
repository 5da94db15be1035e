import { MAX_COUNTED, type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import {
  containing,
  type AuditedRoute,
  type AuditKind,
  type AuditLine,
  type Auditor,
  type AuditQuestion,
  type AuditReader,
  orderedQuery,
  orderedRows,
  pageBounds,
  streamRows,
} from '@nephra/plugin-sdk/server';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import { MAX_SEARCHED } from './audit-search.ts';
import { AUDIT_COLUMNS, type ShownEntry } from './audit-view.ts';

/** Acts of signing in and out, locking and unlocking. The partial indexes of migration 0015 name the same. */
export const COMING_AND_GOING = [
  'session.login',
  'session.logout',
  'session.lock',
  'session.unlock',
  'session.scanState',
  'session.scanConfirm',
  'session.exchangeTicket',
] as const;
/** Classes of entries that changed something; likewise. */
const CHANGING = ['write', 'money', 'stock', 'security'] as const;

/** As literals: a partial index serves only a condition that is known when the statement is planned. */
const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));
const OF_KIND = {
  login: sql<boolean>`action in (${literals(COMING_AND_GOING)})`,
  operation: sql<boolean>`(class in (${literals(CHANGING)}) and action not in (${literals(COMING_AND_GOING)}))`,
} as const satisfies Record<AuditKind, unknown>;

const NEWEST_FIRST = [
  ['at', 'desc'],
  ['seq', 'desc'],
] as const;

type EntriesOfOrgs = (orgIds: readonly string[]) => SelectQueryBuilder<CoreTables, 'core.audit', { seq: string; at: Date }>;

/** Method and address of routes by their names, for entries that tell the name alone. */
export type KnownRoutes = () => ReadonlyMap<string, AuditedRoute & { readonly path: string; readonly audit: string }>;

const filled = (text: string | undefined): string => text?.trim() ?? '';

const isSearched = ({ keyword, userName, ip, action, method, actions }: AuditQuestion): boolean =>
  actions !== undefined || [keyword, userName, ip, action, method].some((text) => filled(text) !== '');

/** The audit log by kinds, walked in the order of time of each organisation: pages and spans of ten years are found by an index. */
export function auditReaderOver(db: Kysely<CoreTables>, routes: KnownRoutes): AuditReader {
  const orgsOf = ({ orgIds, isAdministrator }: Auditor): readonly string[] => (isAdministrator ? [...orgIds, '' as OrgId] : orgIds);

  const within = ({ kind, startTime, endTime }: AuditQuestion, orgIds: readonly string[]) => {
    // rows: entries of the organisations that the auditor works for; acts of nobody are for administrators (`orgsOf`)
    let found = db.selectFrom('core.audit').where('org_id', 'in', orgIds).where(OF_KIND[kind]);
    if (startTime !== undefined) found = found.where('at', '>=', new Date(startTime));
    if (endTime !== undefined) found = found.where('at', '<=', new Date(endTime));
    return found;
  };

  const worded = (question: AuditQuestion, orgIds: readonly string[]) => {
    let found = within(question, orgIds);
    const [keyword, userName, ip, action, method] = [question.keyword, question.userName, question.ip, question.action, question.method].map(filled);
    if (keyword) found = found.where(sql<boolean>`body like ${containing(keyword)}`);
    if (userName)
      found = found.where(
        sql<boolean>`(body::jsonb ->> 'userName' like ${containing(userName)} or body::jsonb ->> 'userAccount' ilike ${containing(userName)})`,
      );
    if (ip) found = found.where(sql<boolean>`body::jsonb ->> 'ip' like ${containing(ip)}`);
    const { actions } = question;
    const called = [
      ...(action ? [sql<boolean>`action ilike ${containing(action)}`] : []),
      ...(actions ? [sql<boolean>`action = any(${[...actions]}::text[])`] : []),
    ];
    if (called.length > 0) found = found.where(({ or }) => or(called));
    if (method) {
      const names = [...routes()].flatMap(([name, route]) => (route.method === method.toUpperCase() ? name : []));
      found = found.where(sql<boolean>`action = any(${names}::text[])`);
    }
    return found;
  };

  /** The oldest moment that a search for words still looks at; undefined when nothing is left out. */
  const searchEnd = async (question: AuditQuestion, orgIds: readonly string[]): Promise<Date | undefined> => {
    const slice = { order: NEWEST_FIRST, limit: 2, offset: MAX_SEARCHED - 1 };
    const last = await orderedRows((some) => within(question, some).select(['at', 'seq']), orgIds, slice);
    return last.length < 2 ? undefined : last[0]?.at;
  };

  /**
   * How many entries there are, at most MAX_COUNTED. Walked in the order of the list, each organisation for itself: counted as `org_id in (…)` without
   * an order the whole table would be read, entries of all kinds, for a kind that few of them are of.
   */
  const counted = async (rowsOf: EntriesOfOrgs, orgIds: readonly string[]): Promise<number> => {
    const entries = orderedQuery(rowsOf, orgIds, { order: NEWEST_FIRST, limit: MAX_COUNTED, offset: 0 });
    const { total } = await db.selectFrom(entries.as('counted')).select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return Number(total);
  };

  const lineOf = (
    { body: text, seq, at, userId, action, class: kind, outcome, subject, subjectId }: ShownEntry,
    body = JSON.parse(text) as Body,
  ): AuditLine => {
    const known = routes().get(action);
    return {
      seq: String(seq),
      at,
      userId,
      userName: textOf(body.userName),
      ip: textOf(body.ip),
      platform: textOf(body.platform),
      action,
      method: known?.method ?? '',
      path: known?.path ?? '',
      milliseconds: typeof body.milliseconds === 'number' ? body.milliseconds : 0,
      class: kind,
      outcome,
      error: textOf(body.error),
      subject,
      subjectId,
      note: textOf(body.note),
    };
  };

  return {
    async page(who, question) {
      const orgIds = orgsOf(who);
      const { currentPage, pageSize, offset } = pageBounds(question);
      const searched = isSearched(question);
      const end = searched ? await searchEnd(question, orgIds) : undefined;
      // Numbers are read off the index; whole entries are read for the page alone.
      const rowsOf = (some: readonly string[]) => {
        const found = worded(question, some).select(['seq', 'at']);
        return end ? found.where('at', '>=', end) : found;
      };
      const list = offset >= MAX_COUNTED ? [] : await orderedRows(rowsOf, orgIds, { order: NEWEST_FIRST, limit: pageSize, offset });
      // A short page tells the total by itself.
      const isLast = list.length > 0 && list.length < pageSize;
      const total = isLast ? Math.min(offset + list.length, MAX_COUNTED) : orgIds.length === 0 ? 0 : await counted(rowsOf, orgIds);
      const numbers = list.map(({ seq }) => seq);
      const stored = numbers.length === 0 ? [] : await db.selectFrom('core.audit').select(AUDIT_COLUMNS).where('seq', 'in', numbers).execute();
      const bySeq = new Map(stored.map((row) => [String(row.seq), lineOf(row)]));
      const rows = numbers.flatMap((seq) => bySeq.get(String(seq)) ?? []);
      return { ...toPage(rows, total, { currentPage, pageSize }), searchedBackTo: end ? end.getTime() : null };
    },
    async *lines(who, question) {
      const found = worded(question, orgsOf(who)).select(AUDIT_COLUMNS).orderBy('at', 'desc').orderBy('seq', 'desc');
      for await (const row of streamRows(found)) yield lineOf(row);
    },
    async one(who, seq) {
      // rows: entries of the organisations that the auditor works for; acts of nobody are for administrators (`orgsOf`)
      const row = await db.selectFrom('core.audit').select(AUDIT_COLUMNS).where('seq', '=', seq).where('org_id', 'in', orgsOf(who)).executeTakeFirst();
      if (!row) return undefined;
      const body = JSON.parse(row.body) as Body;
      return { ...lineOf(row, body), before: body.before, after: body.after };
    },
    route: (action) => routes().get(action),
    actions(kind) {
      const coming = new Set<string>(COMING_AND_GOING);
      const changing = new Set<string>(CHANGING);
      if (kind === 'login') return COMING_AND_GOING;
      return [...routes()].flatMap(([name, { audit }]) => (changing.has(audit) && !coming.has(name) ? name : [])).sort();
    },
  };
}

type Body = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
