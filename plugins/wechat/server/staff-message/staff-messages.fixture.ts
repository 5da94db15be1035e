import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import type { WechatSimulator } from '../../../../tools/sim/wechat/index.ts';
import type { StaffMessageRow, StaffReceiver } from '../../contract/work/staff-message.contract.ts';

const AT = '/api/WeChat/QYMessage';

interface House {
  readonly server: TestServer;
  readonly sim: WechatSimulator;
  readonly admin: TestClient;
  readonly nurse: TestClient;
}

/** Messages that people write to staff, on the server of the tests of the work account. */
export function describeStaffMessages(open: () => Promise<House>): void {
  describe('a message that a person writes to staff', () => {
    let server: TestServer;
    let sim: WechatSimulator;
    let admin: TestClient;
    let nurse: TestClient;
    beforeAll(async () => {
      ({ server, sim, admin, nurse } = await open());
    });
    let keys = 0;
    const nextKey = (): string => {
      keys += 1;
      return `qy-${String(keys).padStart(24, '0')}`;
    };
    const send = (by: TestClient, userIds: readonly string[], content: string, key = nextKey()) =>
      by.post<StaffMessageRow>(`${AT}/Actions/Send`, { userIds, content }, { 'idempotency-key': key });
    const errorOf = async (answer: ReturnType<typeof send>) => (await answer).extras?.error;
    const listed = async (by: TestClient) => (await by.get<{ list: StaffMessageRow[] }>(AT)).data.list;

    it('[2.5-07] goes to each of them as it is, once, and the log says whom it reached', async () => {
      const before = sim.work.sent.length;
      const content = '明早 8 点在示教室开会，请准时参加';
      const first = await send(admin, ['user-doctor', 'user-nurse'], ` ${content}\n`, 'qy-once-0000000000000000');
      expect(first.data).toMatchObject({ content, state: 'sent', receivers: 2, unreached: 0, reason: '' });
      // The answer was lost: the same press is the same message.
      expect((await send(admin, ['user-doctor', 'user-nurse'], ` ${content}\n`, 'qy-once-0000000000000000')).data.id).toBe(first.data.id);
      expect(sim.work.sent.length).toBe(before + 1);
      expect(sim.work.sent.at(-1)).toMatchObject({ touser: 'SIM.doctor|SIM.nurse', msgtype: 'text' });
      expect(sim.work.sent.at(-1)?.content.content?.startsWith(content)).toBe(true);
      // The same words again are a message of their own.
      expect((await send(admin, ['user-doctor', 'user-nurse'], content)).data.state).toBe('sent');
      expect(sim.work.sent.length).toBe(before + 2);
      const { people } = (await admin.get<{ people: StaffReceiver[] }>(`${AT}/${first.data.id}`)).data;
      expect(people).toEqual([
        { userId: 'user-doctor', realName: expect.any(String), qyWxUserId: 'SIM.doctor', reached: 1 },
        { userId: 'user-nurse', realName: expect.any(String), qyWxUserId: 'SIM.nurse', reached: 1 },
      ]);
      const { rows } = await sql<{ text: string }>`select string_agg(entry::text, ' ') as text from core.audit as entry`.execute(server.db);
      expect(rows[0]?.text).not.toContain('示教室');
    });

    it('names of patients, numbers, diagnoses and infections do not leave, nor does what is empty or too long', async () => {
      const { rows } = await sql<{ name: string }>`
      select patient_name as name from patient.patient where org_id = 'org-gz' and enabled and char_length(patient_name) = 3 limit 1`.execute(server.db);
      const name = rows[0]?.name ?? '';
      const before = sim.work.sent.length;
      for (const [content, key] of [
        [`${name}今天改上午透析`, 'leak-name'],
        [`请联系${[...name].join(' ')}`, 'leak-name'],
        ['请打 138 0013 8000', 'leak-number'],
        ['3 床乙 肝转阴', 'leak-infection'],
        ['5 床糖尿病足换药', 'leak-diagnosis'],
        ['  \n ', 'text-long'],
        ['😀'.repeat(501), 'text-long'],
      ] as const)
        expect([content, await errorOf(send(admin, ['user-nurse'], content))]).toEqual([content, `wechat.qy-${key}`]);
      expect(sim.work.sent.length).toBe(before);
    });

    it('is for staff whom one may write to and who are bound; the page is for whoever has its right, and the log for their organisations', async () => {
      expect(await errorOf(send(admin, ['user-nurse', 'user-nobody'], '开会'))).toBe('wechat.qy-person-unknown');
      await sql`update core.user_account set qywx_user_id = '' where account = 'clerk'`.execute(server.db);
      const unbound = await send(admin, ['user-nurse', 'user-clerk'], '开会');
      const { rows } = await sql<{ name: string }>`select real_name as name from core.user_account where account = 'clerk'`.execute(server.db);
      expect([unbound.extras?.error, unbound.msg.includes(rows[0]?.name ?? '?')]).toEqual(['wechat.qy-unbound', true]);
      expect(await errorOf(send(nurse, ['user-doctor'], '开会'))).toBe('core.forbidden');
      const right = { subject_type: 'user' as const, subject_id: 'user-nurse', menu_code: 'weChat.qyMessage' };
      await server.db
        .insertInto('core.permission_grant')
        .values([
          { ...right, kind: 'menu' },
          { ...right, kind: 'button', item_code: 'btn_send' },
        ])
        .execute();
      const writer = await server.signIn('nurse');
      // Of another centre.
      expect(await errorOf(send(writer, ['user-manager'], '开会'))).toBe('wechat.qy-person-unknown');
      const { data: own } = await send(writer, ['user-doctor'], '开会');
      expect((await listed(writer)).map(({ id }) => id)).toContain(own.id);
      await sql`update wechat.staff_message set org_id = 'org-wh' where id = ${own.id}`.execute(server.db);
      expect((await listed(writer)).map(({ id }) => id)).not.toContain(own.id);
      expect((await writer.get(`${AT}/${own.id}`)).extras?.error).toBe('wechat.qy-not-found');
      await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-nurse').where('menu_code', '=', 'weChat.qyMessage').execute();
    });

    it('whom the service does not know is told, what it refuses has its sentence, and what nobody knows is doubtful', async () => {
      await sql`update core.user_account set qywx_user_id = 'SIM.gone' where account = 'cashier'`.execute(server.db);
      expect((await send(admin, ['user-nurse', 'user-cashier'], '领取新工牌')).data).toMatchObject({ state: 'sent', receivers: 2, unreached: 1 });
      await sql`update core.user_account set qywx_user_id = 'SIM.cashier' where account = 'cashier'`.execute(server.db);
      sim.work.refuseNext(60_020);
      const refused = await send(admin, ['user-nurse'], '领取新工牌');
      expect([refused.extras?.error, refused.msg.includes('127.0.0.1')]).toEqual(['wechat.work-ip', true]);
      expect((await listed(admin))[0]).toMatchObject({ state: 'refused', unreached: 1, reason: expect.stringMatching(/IP/) });
      await sql`update wechat.staff_message set state = 'sending', reason = '' where state = 'refused'`.execute(server.db);
      expect((await listed(admin))[0]).toMatchObject({ state: 'sending' });
      server.time.advance(11 * 60_000);
      expect((await listed(admin))[0]).toMatchObject({ state: 'doubtful', reason: expect.stringMatching(/可能已送达/) });
    });
  });
}
