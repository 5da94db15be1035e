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
    /** Also where a test let so much time pass that their sessions are over. */
    const signIn = async () => {
      ({ server, sim, admin, nurse } = await open());
    };
    beforeAll(signIn);
    let keys = 0;
    const nextKey = (): string => {
      keys += 1;
      return `qy-${String(keys).padStart(24, '0')}`;
    };
    const send = (by: TestClient, userIds: readonly string[], content: string, key = nextKey()) =>
      by.post<StaffMessageRow>(`${AT}/Actions/Send`, { userIds, content }, { 'idempotency-key': key });
    const again = (by: TestClient, id = '', key = nextKey()) => by.post<StaffMessageRow>(`${AT}/${id}/Actions/Again`, {}, { 'idempotency-key': key });
    const decide = (by: TestClient, id: string, arrived: 0 | 1) => by.post<StaffMessageRow>(`${AT}/${id}/Actions/Decide`, { arrived });
    const bind = (account: string, member: string) => sql`update core.user_account set qywx_user_id = ${member} where account = ${account}`.execute(server.db);
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
      const foreign = [await writer.get(`${AT}/${own.id}`), await again(writer, own.id), await decide(writer, own.id, 1)];
      expect(foreign.map(({ extras }) => extras?.error)).toEqual(foreign.map(() => 'wechat.qy-not-found'));
      await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-nurse').where('menu_code', '=', 'weChat.qyMessage').execute();
    });

    it('whom the service does not know is told, and what it refuses has its sentence and is sent again to those who are bound then', async () => {
      await sql`update core.user_account set qywx_user_id = 'SIM.gone' where account = 'cashier'`.execute(server.db);
      expect((await send(admin, ['user-nurse', 'user-cashier'], '领取新工牌')).data).toMatchObject({ state: 'sent', receivers: 2, unreached: 1 });
      await sql`update core.user_account set qywx_user_id = 'SIM.cashier' where account = 'cashier'`.execute(server.db);
      sim.work.refuseNext(60_020);
      const refused = await send(admin, ['user-nurse'], '领取新工牌');
      expect([refused.extras?.error, refused.msg.includes('127.0.0.1')]).toEqual(['wechat.work-ip', true]);
      const [kept] = await listed(admin);
      expect(kept).toMatchObject({ state: 'refused', unreached: 1, reason: expect.stringMatching(/IP/), mayAgain: 1 });
      const before = sim.work.sent.length;
      // Refused for another reason meanwhile: bound to somebody whom the app may not see.
      await bind('nurse', 'SIM.gone');
      expect([(await again(admin, kept?.id)).extras?.error, (await listed(admin))[0]?.state]).toEqual(['wechat.work-nobody', 'refused']);
      await bind('nurse', 'SIM.nurse');
      expect((await again(nurse, kept?.id)).extras?.error).toBe('core.forbidden');
      expect((await again(admin, kept?.id)).data).toMatchObject({
        id: kept?.id,
        state: 'sent',
        unreached: 0,
        msgId: expect.stringMatching(/^SIM-msg/),
        mayAgain: 0,
      });
      expect((await again(admin, kept?.id)).extras?.error).toBe('wechat.qy-not-again');
      expect(sim.work.sent.length).toBe(before + 1);
    });

    it('whose answer was lost is doubtful and never there twice: asked for again while the service drops repeats, decided by a person after that', async () => {
      const before = sim.work.sent.length;
      const arrived = () => sim.work.sent.length - before;
      const cutOff = async (content: string) => {
        // Taken by the service; the connection is cut before it says so, both times.
        sim.breakNext('cut-after', 'cut-after');
        expect(await errorOf(send(admin, ['user-nurse'], content))).toBe('wechat.work-no-answer');
        const [row] = await listed(admin);
        expect(row).toMatchObject({ content, state: 'doubtful', reason: expect.stringMatching(/可能已送达/), unreached: 0, msgId: '', mayAgain: 1 });
        return row?.id ?? '';
      };
      const first = await cutOff('请补签考勤');
      expect(arrived()).toBe(1);
      // Refused now, it may have arrived before all the same.
      sim.work.refuseNext(60_020);
      expect([(await again(admin, first)).extras?.error, (await listed(admin))[0]?.state]).toEqual(['wechat.work-ip', 'doubtful']);
      // Bound to another member meanwhile: it stays the message that it was, or the service would not know it again.
      await bind('nurse', 'SIM.stranger');
      expect((await again(admin, first)).data).toMatchObject({ state: 'sent', unreached: 0, msgId: expect.stringMatching(/^SIM-msg/) });
      await bind('nurse', 'SIM.nurse');
      expect(arrived()).toBe(1);

      const [second, third] = [await cutOff('请核对库存'), await cutOff('请交回钥匙')];
      server.time.advance(26 * 60_000);
      await signIn();
      expect((await listed(admin)).slice(0, 2).map(({ mayAgain }) => mayAgain)).toEqual([0, 0]);
      expect((await again(admin, second)).extras?.error).toBe('wechat.qy-not-again');
      expect((await decide(nurse, second, 1)).extras?.error).toBe('core.forbidden');
      expect((await decide(admin, second, 1)).data).toMatchObject({ state: 'sent', unreached: 0, reason: '人工确认已送达', mayAgain: 0 });
      expect((await decide(admin, second, 1)).code).toBe(200);
      expect((await decide(admin, second, 0)).extras?.error).toBe('wechat.qy-decided');
      expect(arrived()).toBe(3);
      // Nobody has it, somebody says, so it is a message that goes out; the service forgot it long ago.
      expect((await decide(admin, third, 0)).data).toMatchObject({ state: 'refused', unreached: 1, mayAgain: 1 });
      server.time.advance(6 * 60_000);
      await signIn();
      const both = await Promise.all([again(admin, third), again(admin, third)]);
      expect(both.map(({ code, extras }) => (code === 200 ? 'sent' : extras?.error)).sort()).toEqual(['sent', 'wechat.qy-not-again']);
      expect(arrived()).toBe(4);

      // A process ended between sending and noting.
      const fourth = (await send(admin, ['user-nurse'], '请核对班次')).data.id;
      await sql`update wechat.staff_message set state = 'sending', msg_id = '', tried_at = ${server.time.now} where id = ${fourth}`.execute(server.db);
      expect((await listed(admin))[0]).toMatchObject({ state: 'sending', mayAgain: 0 });
      server.time.advance(11 * 60_000);
      await signIn();
      expect((await listed(admin))[0]).toMatchObject({ state: 'doubtful', reason: expect.stringMatching(/可能已送达/), mayAgain: 1 });
      expect([(await again(admin, fourth)).data.state, arrived()]).toEqual(['sent', 5]);
    });

    it('goes to a department with those below it: to whoever is bound there, and of the others the log tells', async () => {
      const dep = 'dep-sim-qy';
      await sql`insert into core.department (id, org_id, en_code, full_name) values (${dep}, 'org-gz', 'SIM.QY', 'SIM 通知组')`.execute(server.db);
      await sql`insert into core.department (id, org_id, parent_id, en_code, full_name) values (${`${dep}-b`}, 'org-gz', ${dep}, 'SIM.QYB', 'SIM 下级组')`.execute(
        server.db,
      );
      const place = (account: string, departmentId: string) =>
        sql`
        insert into core.user_org (user_id, org_id, department_id, is_major) select id, 'org-gz', ${departmentId}, false from core.user_account where account = ${account}`.execute(
          server.db,
        );
      await place('doctor', dep);
      await place('nurse', `${dep}-b`);
      await place('developer', `${dep}-b`);
      const toDepartments = (userIds: readonly string[], departmentIds: readonly string[]) =>
        admin.post<StaffMessageRow>(`${AT}/Actions/Send`, { userIds, departmentIds, content: '消防演练' }, { 'idempotency-key': nextKey() });
      const before = sim.work.sent.length;
      const { data } = await toDepartments(['user-doctor'], [dep]);
      expect(data).toMatchObject({ state: 'sent', receivers: 3, unreached: 1 });
      expect(sim.work.sent.slice(before).map(({ touser }) => touser)).toEqual(['SIM.doctor|SIM.nurse']);
      const { people } = (await admin.get<{ people: StaffReceiver[] }>(`${AT}/${data.id}`)).data;
      expect(people.map(({ userId, qyWxUserId, reached }) => [userId, qyWxUserId, reached])).toEqual([
        ['user-developer', '', 0],
        ['user-doctor', 'SIM.doctor', 1],
        ['user-nurse', 'SIM.nurse', 1],
      ]);
      // Without a licence there the service takes it and delivers nothing.
      sim.work.reorganise(sim.work.members.map((one) => (one.userid === 'SIM.nurse' ? { ...one, licensed: false } : one)));
      expect((await toDepartments([], [`${dep}-b`])).data).toMatchObject({ state: 'sent', receivers: 2, unreached: 2 });
      sim.work.reorganise(sim.work.members.map((one) => ({ ...one, licensed: true })));
      expect((await toDepartments([], [])).extras?.error).toBe('wechat.qy-nobody');
      // Of another centre it is a department that there is none of.
      await sql`update core.department set org_id = 'org-wh' where id in (${dep}, ${`${dep}-b`})`.execute(server.db);
      expect((await toDepartments([], [dep])).extras?.error).toBe('wechat.qy-nobody');
      expect(sim.work.sent.length).toBe(before + 1);
      await sql`delete from core.user_org where department_id in (${dep}, ${`${dep}-b`})`.execute(server.db);
    });
  });
}
