import { MAX_COUNTED, type OrgId } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { AuditRow } from '../../contract/index.ts';
import { auditReaderOver } from './audit-reader.ts';
import { MAX_SEARCHED } from './audit-search.ts';

interface Listed {
  readonly list: AuditRow[];
  readonly pagination: { readonly total: number };
  readonly searchedBackTo: number | null;
}

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  await server.server.core.parts.audit.settled();
});
afterAll(() => server.close());

const list = async (query: string): Promise<Listed> => {
  const answer = await admin.get<Listed>(`/api/system/AuditLog?${query}`);
  expect(answer.code).toBe(200);
  return answer.data;
};

/** Entries of a minute each before today, the first one oldest. */
const OLDEST = Date.UTC(2020, 0, 1);
const fill = (count: number) => sql`
  insert into core.audit (seq, at, class, action, outcome, user_id, org_id, subject, subject_id, patient_id, request_id, body, hash)
  select -n, to_timestamp(${OLDEST / 1000}::bigint + (${count}::int - n) * 60), 'write', case when n = ${count}::int then 'sim.oldest' else 'sim.work' end, 'ok', 'user-doctor', 'org-gz',
    '', '', '', '', '{"note":"SIM"}', '' from generate_series(1, ${count}::int) as n`;

describe('a search for words in a log of years', () => {
  it('looks at everything as long as there is little, then at the newest and says how far back', async () => {
    expect((await list('keyword=nothing-has-this')).searchedBackTo).toBeNull();
    await fill(MAX_SEARCHED + 50).execute(server.db);
    expect((await list('pageSize=20')).searchedBackTo).toBeNull();
    const stopped = await list('action=sim.oldest');
    expect(stopped.list).toEqual([]);
    const backTo = stopped.searchedBackTo ?? 0;
    expect(backTo).toBeGreaterThan(OLDEST);
    // From there on the search finds what it had not reached.
    const earlier = await list(`action=sim.oldest&endTime=${backTo}`);
    expect(earlier.list).toMatchObject([{ action: 'sim.oldest' }]);
    expect(earlier.searchedBackTo).toBeNull();
  });

  it('2.5-05: changes of all facilities are counted together up to the limit, sign-ins apart from them', async () => {
    const reader = auditReaderOver(server.db, () => new Map());
    const who = { orgIds: ['org-gz', 'org-wh'] as OrgId[], isAdministrator: true };
    const changes = await reader.page(who, { kind: 'operation', currentPage: 1, pageSize: 20 });
    expect([changes.list.length, changes.pagination.total]).toEqual([20, MAX_COUNTED]);
    const signIns = await reader.page(who, { kind: 'login', currentPage: 1, pageSize: 20 });
    expect(signIns.list.every(({ action }) => action.startsWith('session.'))).toBe(true);
    expect(signIns.pagination.total).toBe(signIns.list.length);
  });
});
