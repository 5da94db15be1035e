import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { CoSignAsked } from '@nephra/plugin-sdk/server';
import { clockFrom } from '../core/clock/clock.ts';
import { currentRightsOf } from '../identity/rights/current-rights.ts';
import { RightsReader } from '../identity/rights/rights.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { Accounts } from './accounts.ts';
import { CoSigning, isSimplePin } from './co-sign.ts';
import { clientHash, PasswordHasher } from './password/password-hash.ts';
import { LoginThrottle } from './throttle/login-throttle.ts';
import { Tickets } from './tickets.ts';

let server: TestServer;
let nurse: TestClient;
let doctor: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['patient'] });
  [nurse, doctor] = [await server.signIn('nurse'), await server.signIn('doctor')];
});
afterAll(() => server.close());

const signed = { act: 'test.second', subject: 'record-1' };
const sign = (by: TestClient, body: object) => by.post<{ signature: string; userName: string }>('/api/oauth/CoSign', { ...signed, ...body });
const redeem = (signature: string, over: Partial<CoSignAsked> = {}) =>
  signing().redeem(signature, { ...signed, right: 'his.patient', orgId: 'org-gz', besides: 'user-nurse', ...over });
/** What plugins are offered, over the same rows. */
function signing(): CoSigning {
  const clock = clockFrom(
    () => server.time.now,
    () => new Date(server.time.now.getTime() - server.time.stepped),
  );
  const { db, database, config } = server;
  return new CoSigning({
    ...{ db, clock, accounts: new Accounts(db), tickets: new Tickets(db, clock), passwords: new PasswordHasher(10) },
    throttle: new LoginThrottle(database, clock, config),
    secrets: new SecretBox(() => Buffer.alloc(32, 7)).forPlugin('core'),
    rightsOf: (userId) => currentRightsOf(db, new RightsReader(db), userId),
  });
}

describe('a second person at the same device', () => {
  it('sets a number with the own password; simple ones and a wrong password are refused', async () => {
    const set = (password: string, pin: string) => doctor.put('/api/oauth/CoSignPin', { password: clientHash(password), pin });
    expect((await set('wrong', '2580')).extras).toMatchObject({ error: 'core.old-password-wrong' });
    expect((await set(DEMO_PASSWORD, '1234')).extras).toMatchObject({ error: 'core.pin-simple' });
    expect((await set(DEMO_PASSWORD, '2580')).code).toBe(200);
    expect((await doctor.get<{ setAt: number }>('/api/oauth/CoSignPin')).data.setAt).toBeGreaterThan(0);
    const { pin_sealed } = await server.db.selectFrom('core.sign_pin').select('pin_sealed').where('user_id', '=', 'user-doctor').executeTakeFirstOrThrow();
    expect(pin_sealed).not.toContain('scrypt');
  });

  it('signs once, for this act on this record at this device, and never for oneself', async () => {
    expect((await sign(nurse, { account: 'nurse', way: 'password', secret: clientHash(DEMO_PASSWORD) })).extras).toMatchObject({ error: 'core.co-sign-same' });
    const one = await sign(nurse, { account: ' Doctor ', way: 'pin', secret: '2580' });
    expect(one.data.userName).not.toBe('');
    const { signature } = one.data;
    for (const over of [{ subject: 'record-2' }, { act: 'test.other' }, { besides: 'user-cashier' }])
      await expect(redeem(signature, over)).rejects.toMatchObject({ key: 'core.ticket-invalid' });
    await expect(redeem(signature)).resolves.toMatchObject({ userId: 'user-doctor' });
    await expect(redeem(signature)).rejects.toMatchObject({ key: 'core.ticket-invalid' });
    const late = await sign(nurse, { account: 'doctor', way: 'password', secret: clientHash(DEMO_PASSWORD) });
    server.time.advance(181_000);
    await expect(redeem(late.data.signature)).rejects.toMatchObject({ key: 'core.ticket-invalid' });
  });

  it('needs the right of whoever signs, in the organisation of the record', async () => {
    const fresh = async () => (await sign(nurse, { account: 'doctor', way: 'pin', secret: '2580' })).data.signature;
    await expect(redeem(await fresh(), { right: 'his.charging:btn_charge' })).rejects.toMatchObject({ key: 'core.co-sign-right' });
    await expect(redeem(await fresh(), { orgId: 'org-wh' })).rejects.toMatchObject({ key: 'core.co-sign-right' });
  });

  it('counts wrong numbers and shuts, for signing alone: signing in goes on', async () => {
    const wrong = () => sign(nurse, { account: 'doctor', way: 'pin', secret: '9999' });
    const answers: unknown[] = [];
    for (let time = 0; time < 8; time += 1) answers.push((await wrong()).extras);
    expect(answers[0]).toMatchObject({ error: 'core.co-sign-failed' });
    expect(answers.at(-1)).toMatchObject({ error: 'core.login-wait' });
    expect((await sign(nurse, { account: 'doctor', way: 'pin', secret: '2580' })).extras).toMatchObject({ error: 'core.login-wait' });
    await expect(server.signIn('doctor')).resolves.toBeDefined();
  });

  it('what everybody tries first is simple', () => {
    for (const pin of ['0000', '1234', '4321', '9012', '121212', '7531']) expect(isSimplePin(pin), pin).toBe(true);
    for (const pin of ['2580', '1379', '40517']) expect(isSimplePin(pin), pin).toBe(false);
  });
});

it('the key of what lies on a device is that of the person: the same at every sign-in, and another one for everybody else', async () => {
  const key = async (who: TestClient) => (await who.get<{ key: string }>('/api/oauth/DeviceKey')).data?.key;
  const [first, again, other] = [await key(nurse), await key(await server.signIn('nurse')), await key(doctor)];
  expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32);
  expect([again === first, other === first]).toEqual([true, false]);
  expect((await server.nobody.get('/api/oauth/DeviceKey')).code).not.toBe(200);
  const box = new SecretBox(() => Buffer.alloc(32, 7));
  expect(box.keyOf('device', 'a').equals(new SecretBox(() => Buffer.alloc(32, 7)).keyOf('device', 'a'))).toBe(true);
  expect(box.keyOf('device', 'a').equals(new SecretBox(() => Buffer.alloc(32, 8)).keyOf('device', 'a'))).toBe(false);
  expect(box.keyOf('device', 'a').equals(box.keyOf('other', 'a'))).toBe(false);
});
