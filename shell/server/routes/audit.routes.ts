import { AppError, dayOf, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { selectPage, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import { type AuditRow, auditContract } from '../../contract/index.ts';
import { searchEnd } from '../audit/audit-search.ts';
import { AUDIT_COLUMNS, type AuditFilter, filtered, type Onlooker, presentEntry, presentRow, seenBy } from '../audit/audit-view.ts';
import type { ChainKeeper } from '../audit/chain-keeper.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { textFrom } from '../i18n/texts.ts';

/** The audit log for administrators. */
export function auditRoutes(owner: RouteOwner, { db, clock, texts }: CoreParts, keeper: ChainKeeper): BoundRoute[] {
  const entries = (filter: AuditFilter, onlooker: Onlooker) => filtered(seenBy(db.selectFrom('core.audit').select(AUDIT_COLUMNS), onlooker), filter);

  async function organizationNames(): Promise<(orgId: string) => string> {
    const rows = await db.selectFrom('core.org').select(['id', 'full_name']).execute();
    const names = new Map(rows.map((row) => [row.id, row.full_name]));
    return (orgId) => names.get(orgId) ?? '';
  }

  return bindCore(owner, auditContract, {
    list: async ({ query }, ctx) => {
      const nameOf = await organizationNames();
      const end = await searchEnd(db, query, ctx.user);
      // Numbers are read off the index; whole entries are read for the page alone.
      const found = filtered(seenBy(db.selectFrom('core.audit').select('seq'), ctx.user), query);
      const page = await selectPage(end ? found.where('seq', '>=', end.seq) : found, {
        db,
        request: query,
        sorts: { at: 'seq' },
        byDefault: ['seq', 'desc'],
        tieBreaker: 'seq',
      });
      const numbers = page.list.map(({ seq }) => seq);
      const stored = numbers.length === 0 ? [] : await entries({}, ctx.user).where('seq', 'in', numbers).execute();
      const bySeq = new Map(stored.map((row) => [String(row.seq), presentRow(row, nameOf(row.orgId))]));
      const rows = numbers.flatMap((seq) => bySeq.get(seq) ?? []);
      return { ...toPage(rows, page.pagination.total, query), searchedBackTo: end ? end.at.getTime() : null };
    },
    entry: async ({ params }, ctx) => {
      const row = await entries({}, ctx.user).where('seq', '=', params.seq).executeTakeFirst();
      if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
      const nameOf = await organizationNames();
      return presentEntry(row, nameOf(row.orgId));
    },
    chain: async () => keeper.state,
    verify: async () => await keeper.start(),
    export: async ({ query }, ctx) => {
      const nameOf = await organizationNames();
      const text = (key: string): string => textFrom([texts], ctx.language, `audit.${key}`) ?? key;
      const found = streamRows(entries(query, ctx.user).orderBy('seq', 'desc'));
      async function* rows(): AsyncGenerator<AuditRow> {
        for await (const row of found) yield presentRow(row, nameOf(row.orgId));
      }
      return xlsxReply<AuditRow>({
        fileName: `${text('title')} ${dayOf(clock.now().getTime())}.xlsx`,
        sheetName: text('title'),
        columns: [
          { key: 'seq', title: text('seq'), kind: 'text' },
          { key: 'at', title: text('at'), kind: 'datetime' },
          { key: 'userName', title: text('userName'), kind: 'text' },
          { key: 'userAccount', title: text('userAccount'), kind: 'text' },
          { key: 'organizeName', title: text('organizeName'), kind: 'text' },
          { key: 'ip', title: text('ip'), kind: 'text' },
          { key: 'class', title: text('class'), kind: 'text' },
          { key: 'action', title: text('action'), kind: 'text' },
          { key: 'outcome', title: text('outcome'), kind: 'text' },
          { key: 'error', title: text('error'), kind: 'text' },
          { key: 'subject', title: text('subject'), kind: 'text' },
          { key: 'subjectId', title: text('subjectId'), kind: 'text' },
          { key: 'patientId', title: text('patientId'), kind: 'text' },
          { key: 'note', title: text('note'), kind: 'text' },
        ],
        rows: rows(),
      });
    },
  });
}
