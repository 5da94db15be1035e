import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { AuditEntryView, AuditRow, ChainState } from '../../contract/index.ts';
import type { AuditEntry } from './audit-log.ts';
import { verifyChain } from './verify-chain.ts';

interface Listed {
  readonly list: AuditRow[];
  readonly pagination: { readonly total: number };
}

let server: TestServer;
let admin: TestClient;
let doctor: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  doctor = await server.signIn('doctor');
  await server.nobody.post('/api/oauth/Login', undefined);
  await doctor.put('/api/permission/Users/Current/BaseInfo', { signature: 'signed' });
  await server.server.core.parts.audit.settled();
});
afterAll(() => server.close());

const list = async (client: TestClient, query = ''): Promise<Listed> => {
  const answer = await client.get<Listed>(`/api/system/AuditLog?pageSize=500${query}`);
  expect(answer.code).toBe(200);
  return answer.data;
};

describe('the audit log for administrators', () => {
  it('shows who did what, newest first', async () => {
    const { list: rows } = await list(admin);
    expect(rows.map((row) => Number(row.seq))).toEqual([...rows].map((row) => Number(row.seq)).sort((a, b) => b - a));
    expect(rows.find((row) => row.action === 'session.saveProfile')).toMatchObject({ class: 'write', outcome: 'ok', userName: expect.stringMatching(/./) });
  });

  it('names the account beside the name, whatever somebody is called today, of calls, work without a call and older entries', async () => {
    const { audit } = server.server.core.parts;
    const work: AuditEntry = {
      class: 'money',
      action: 'sim.work',
      outcome: 'ok',
      userId: 'user-doctor',
      userName: '同名',
      orgId: 'org-gz',
      ip: '',
      path: '',
      requestId: '',
      subject: '',
      subjectId: '',
      patientId: '',
      error: '',
    };
    await audit.appendApart(work);
    const [older] = (await list(admin, '&action=saveProfile')).list;
    const stored = await server.db
      .selectFrom('core.audit')
      .select('body')
      .where('seq', '=', older?.seq ?? '')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(stored.body)).toMatchObject({ userAccount: 'doctor' });
    expect((await list(admin, '&action=sim.work')).list).toMatchObject([{ userName: '同名', userAccount: 'doctor' }]);
    expect((await list(admin, '&action=session.login')).list.filter((row) => row.outcome === 'ok').map((row) => row.userAccount)).toContain('doctor');
    expect((await list(admin, '&keyword=doctor&action=sim.work')).list).toHaveLength(1);
    // An entry of before the account was kept says nothing of it.
    await audit.appendApart({ ...work, action: 'sim.older', userAccount: '' });
    expect((await list(admin, '&action=sim.older&keyword=DOCTOR')).list).toMatchObject([{ userAccount: 'doctor' }]);
  });

  it('stores what an address bore that no row keeps without it, and what waits beside it', async () => {
    const { audit } = server.server.core.parts;
    const odd: AuditEntry = {
      ...{ class: 'write', action: 'sim.odd', outcome: 'refused', userId: 'user-doctor', userName: '', orgId: 'org-gz', ip: '', path: '/api/a%00' },
      ...{ requestId: '', subject: 'sim', subjectId: 'a\u0000b', patientId: '', error: '', note: 'c\u0000d' },
    };
    await Promise.all([audit.appendApart(odd), audit.appendApart({ ...odd, action: 'sim.beside', subjectId: 'beside', note: '' })]);
    expect((await list(admin, '&action=sim.odd')).list).toMatchObject([{ subjectId: 'ab', note: 'cd' }]);
    expect((await list(admin, '&action=sim.beside')).list).toHaveLength(1);
  });

  it('names nobody where a sign-in failed: only the account that it was tried with', async () => {
    await server.signIn('doctor', 'Wrong2026').catch(() => undefined);
    await server.server.core.parts.audit.settled();
    const [refused] = (await list(admin, '&outcome=refused&action=session.login')).list;
    expect(refused).toMatchObject({ userId: '', userName: '', orgId: '', subjectId: 'user-doctor', note: 'doctor' });
  });

  it('filters by class, act, time and any words', async () => {
    const signIns = await list(admin, '&class=security&action=login');
    expect(signIns.list.length).toBeGreaterThan(1);
    for (const row of signIns.list) expect(row).toMatchObject({ class: 'security', action: 'session.login' });
    const own = signIns.list.find((row) => row.note === 'doctor' && row.outcome === 'ok');
    expect(own).toMatchObject({ userId: 'user-doctor', userName: expect.stringMatching(/./), orgId: expect.stringMatching(/./) });
    expect((await list(admin, '&keyword=100%25')).list).toEqual([]);
    expect((await list(admin, `&startTime=${server.time.now.getTime() + 1000}`)).list).toEqual([]);
  });

  it('shows one entry whole, and a missing one like one hidden', async () => {
    const [row] = (await list(admin, '&action=saveProfile')).list;
    const entry = await admin.get<AuditEntryView>(`/api/system/AuditLog/${row?.seq}`);
    expect(entry.data).toMatchObject({ action: 'session.saveProfile', hash: expect.stringMatching(/^[0-9a-f]{64}$/), requestId: expect.stringMatching(/./) });
    expect(await admin.get('/api/system/AuditLog/999999')).toMatchObject({ code: 404 });
  });

  it('is closed to everybody else', async () => {
    expect((await doctor.get('/api/system/AuditLog')).code).toBe(403);
  });

  it('shows what was done in the own organisations; what nobody of any organisation did is for administrators', async () => {
    const granted = [
      { kind: 'menu' as const, item_code: '' },
      { kind: 'button' as const, item_code: 'btn_download' },
    ].map((right) => ({ subject_type: 'user' as const, subject_id: 'user-doctor', menu_code: 'system.audit', ...right }));
    await server.db.insertInto('core.permission_grant').values(granted).execute();
    const reader = await server.signIn('doctor');
    await server.signIn('manager');
    await server.server.core.parts.audit.settled();
    const all = await server.db.selectFrom('core.audit').select(['seq', 'org_id']).execute();
    expect(new Set(all.map((row) => row.org_id))).toEqual(new Set(['', 'org-gz', 'org-wh']));
    const seen = async (client: TestClient) => new Set((await list(client)).list.map((row) => row.orgId));
    expect(await seen(reader)).toEqual(new Set(['org-gz']));
    expect(await seen(admin)).toEqual(new Set(['', 'org-gz']));
    for (const [orgId, byReader, byAdmin] of [
      ['org-gz', 200, 200],
      ['org-wh', 404, 404],
      ['', 404, 200],
    ] as const) {
      const url = `/api/system/AuditLog/${all.find((row) => row.org_id === orgId)?.seq}`;
      expect([orgId, (await reader.get(url)).code, (await admin.get(url)).code]).toEqual([orgId, byReader, byAdmin]);
    }
    const answer = await reader.raw({ method: 'GET', url: '/api/system/AuditLog/Actions/Export' });
    const [sheet] = await readXlsx(answer.rawPayload);
    const [titles = [], ...rows] = sheet?.rows ?? [];
    expect(new Set(rows.map((row) => row[titles.indexOf('机构')]))).toEqual(new Set(['康源血液透析中心(广州)']));
    await server.db.deleteFrom('core.permission_grant').where('subject_type', '=', 'user').where('subject_id', '=', 'user-doctor').execute();
  });

  it('checks the chain on demand and tells how it went', async () => {
    const started = await admin.post<ChainState>('/api/system/AuditLog/Actions/Verify');
    expect(started.code).toBe(200);
    await expect.poll(async () => (await admin.get<ChainState>('/api/system/AuditLog/Actions/Chain')).data).toMatchObject({ running: false, broken: null });
    const { data } = await admin.get<ChainState>('/api/system/AuditLog/Actions/Chain');
    expect(data.checked).toBeGreaterThan(2);
    expect(data.finishedAt).toBe(server.time.now.getTime());
  });

  it('exports what the list shows as a workbook', async () => {
    const answer = await admin.raw({ method: 'GET', url: '/api/system/AuditLog/Actions/Export?class=security' });
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});

describe('the verifier names what was done to the log', () => {
  /** Does harm behind the triggers, looks, and takes it back. */
  async function breakAfter(harm: string): Promise<unknown> {
    let found: unknown;
    await server.database
      .transaction(async () => {
        await server.database.script('alter table core.audit disable trigger all');
        await server.database.script(harm);
        found = (await verifyChain(server.db)).broken;
        throw new Error('take it back');
      })
      .catch((error: Error) => expect(error.message).toBe('take it back'));
    return found;
  }

  it('a deleted, an altered and two swapped entries', async () => {
    await server.server.core.parts.audit.settled();
    expect(await breakAfter('delete from core.audit where seq = 2')).toMatchObject({ seq: 2, reason: 'missing' });
    expect(await breakAfter(`update core.audit set body = replace(body, '"ok"', '"no"') where seq = 2`)).toMatchObject({ seq: 2, reason: 'changed' });
    const swap = `update core.audit set seq = -seq where seq in (2, 3);
      update core.audit set seq = case seq when -2 then 3 else 2 end where seq < 0`;
    expect(await breakAfter(swap)).toMatchObject({ seq: 2, reason: 'changed' });
  });

  it('a column beside the text, whichever it is', async () => {
    for (const column of ['class', 'action', 'outcome', 'user_id', 'org_id', 'subject', 'subject_id', 'patient_id', 'request_id']) {
      expect(await breakAfter(`update core.audit set ${column} = 'other' where seq = 3`)).toMatchObject({ seq: 3, reason: 'column' });
    }
    expect(await breakAfter(`update core.audit set at = at + interval '1 hour' where seq = 3`)).toMatchObject({ seq: 3, reason: 'column' });
  });

  it('a tail that was cut off', async () => {
    const { entries } = await verifyChain(server.db);
    expect(await breakAfter(`delete from core.audit where seq = ${entries}`)).toMatchObject({ seq: entries, reason: 'tail' });
  });
});
