import { type Envelope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import { proofHolds } from '../../shell/server/auth/captcha/login-proof.ts';
import { createServer, type NephraServer } from '../../shell/server/index.ts';
import { prepareAdministrator } from '../../shell/server/first-start/administrator.ts';
import { DEMO_PASSWORD, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

const WRONG = 'Nobody7Uses';
const DAY = 24 * 3_600_000;

type Refused = Envelope;
type Post = (url: string, payload: string | object, ip: string) => Promise<Refused>;

const postTo =
  ({ app }: Pick<NephraServer, 'app'>): Post =>
  async (url, payload, remoteAddress) => {
    const headers = typeof payload === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    return (await app.inject({ method: 'POST', url, remoteAddress, headers, payload })).json() as Refused;
  };
const signInWith = (post: Post, account: string, password: string, ip: string, more: Record<string, string> = {}) =>
  post('/api/oauth/Login', new URLSearchParams({ account, password: clientHash(password), ...more }).toString(), ip);
const count = (answers: readonly Pick<Envelope, 'extras'>[], ...errors: string[]): number =>
  answers.filter(({ extras }) => errors.includes(extras?.error ?? '')).length;

/** The work of our own log-in page, done for one picture. */
function workFor(timestamp: string): string {
  for (let proof = 0; ; proof += 1) if (proofHolds(timestamp, String(proof))) return String(proof);
}

/** Reads pictures for the people of a test. */
async function readPicture(server: TestServer): Promise<{ timestamp: string; code: string }> {
  const timestamp = `picture-${Math.random()}`.slice(0, 30);
  await server.nobody.raw({ method: 'GET', url: `/api/oauth/ImageCode/4/${timestamp}` });
  const { answer } = await server.db.selectFrom('core.captcha').select('answer').where('key', '=', timestamp).executeTakeFirstOrThrow();
  return { timestamp, code: answer };
}

describe('many guesses at the same moment', () => {
  let server: TestServer;
  let nodes: readonly Post[];
  let second: NephraServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100 } });
    const { parts } = server.server.core;
    second = await createServer({
      config: server.config,
      database: server.database,
      log: parts.log,
      clock: parts.clock,
      packages: server.packages,
      keepDatabaseOpen: true,
    });
    nodes = [postTo(server.server), postTo(second)];
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });
  const node = (turn: number): Post => nodes[turn % nodes.length] as Post;

  it.each(['pharmacist', 'no-such-account'])(
    'of 44 at %s over two nodes no more are judged than are allowed, and the right one behind them is not',
    async (account) => {
      const wrong = Array.from({ length: 44 }, (_, turn) => signInWith(node(turn), account, WRONG, '203.0.113.5'));
      const right = signInWith(node(44), account, DEMO_PASSWORD, '203.0.113.5');
      const answers = await Promise.all(wrong);
      expect(count(answers, 'core.login-failed')).toBe(server.config.loginFailuresAllowed);
      // On a slow machine some give up before the others are judged.
      expect(count(answers, 'core.login-wait') + count(answers, 'core.login-busy')).toBe(44 - server.config.loginFailuresAllowed);
      expect(['core.login-wait', 'core.login-busy']).toContain((await right).extras?.error);
    },
  );

  it('of 40 from as many addresses at one account no more are judged than from one', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, turn) => signInWith(node(turn), 'clerk', WRONG, `198.51.100.${turn}`)));
    expect(count(answers, 'core.login-failed')).toBe(server.config.loginFailuresAllowed);
  });

  it('a dozen colleagues who sign in to one account at once are all let in', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => signInWith(node(turn), 'developer', DEMO_PASSWORD, '10.0.0.9')));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => EnvelopeCode.Ok));
  });

  it('the picture is asked for by the same count', async () => {
    const strict = await startTestServer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInWith(postTo(strict.server), 'clerk', WRONG, '203.0.113.6')));
    expect([count(answers, 'core.login-failed'), count(answers, 'core.captcha-wrong')]).toEqual([3, 17]);
    await strict.close();
  });

  it('at the lock screen five are judged and the session is over', async () => {
    const nurse = await server.signIn('nurse');
    await nurse.post('/api/oauth/LockScreen/Actions/Lock');
    const unlock = (password: string) => nurse.post('/api/oauth/LockScreen', { account: 'nurse', password: clientHash(password) });
    const answers = await Promise.all(Array.from({ length: 44 }, () => unlock(WRONG)));
    expect(count(answers, 'core.unlock-failed')).toBeLessThan(5);
    expect((await unlock(DEMO_PASSWORD)).code).toBe(EnvelopeCode.ForcedOut);
  });

  it('at the old password in an open session', async () => {
    const cashier = await server.signIn('cashier');
    const change = (oldPassword: string) =>
      cashier.post('/api/permission/Users/Current/Actions/ModifyPassword', { oldPassword: clientHash(oldPassword), password: clientHash('Lotus7River') });
    const answers = await Promise.all(Array.from({ length: 30 }, () => change(WRONG)));
    expect(count(answers, 'core.old-password-wrong')).toBe(server.config.loginFailuresAllowed);
    expect((await change(DEMO_PASSWORD)).extras?.error).toBe('core.login-wait');
  });

  it('at a code that was sent: five tries in all; of many requests one message is sent', async () => {
    const doctor = await server.db.selectFrom('core.user_account').select('mobile').where('account', '=', 'doctor').executeTakeFirstOrThrow();
    const sent = () => server.db.selectFrom('core.sms_outbox').select('text').where('mobile', '=', doctor.mobile).execute();
    const asked = await Promise.all(Array.from({ length: 20 }, (_, turn) => node(turn)('/api/oauth/MobileCode', { mobile: doctor.mobile }, '203.0.113.7')));
    expect([asked.filter(({ code }) => code === EnvelopeCode.Ok).length, (await sent()).length]).toEqual([1, 1]);
    const code = /\d{6}/.exec((await sent())[0]?.text ?? '')?.[0] ?? '';
    const give = (text: string, turn: number) =>
      node(turn)(
        '/api/oauth/Login',
        new URLSearchParams({ account: doctor.mobile, password: '', code: text, grant_type: 'sms_code' }).toString(),
        '203.0.113.7',
      );
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => give(code === '000000' ? '000001' : '000000', turn)));
    expect(count(answers, 'core.sms-code-wrong')).toBeLessThanOrEqual(5);
    expect((await give(code, 0)).code).not.toBe(EnvelopeCode.Ok);
  });
});

describe('one address from which much is guessed', () => {
  let server: TestServer;
  let post: Post;
  const CENTRE = '192.0.2.10';
  const login = (account: string, password: string, more?: Record<string, string>, ip = CENTRE) => signInWith(post, account, password, ip, more);
  const withPicture = async (account: string, password: string, ip = CENTRE) => await login(account, password, await readPicture(server), ip);
  const asksForPicture = async (account: string, remoteAddress = CENTRE) => {
    const answer = await server.server.app.inject({ method: 'GET', url: `/api/oauth/getConfig/${account}`, remoteAddress });
    return (answer.json() as { data: { enableVerificationCode: number } }).data.enableVerificationCode === 1;
  };
  beforeAll(async () => {
    server = await startTestServer();
    post = postTo(server.server);
    expect((await login('nurse', DEMO_PASSWORD)).code).toBe(EnvelopeCode.Ok);
    for (let turn = 0; turn < 70; turn += 1) await (turn < 50 ? login(`guess${turn}`, WRONG) : withPicture(`guess${turn}`, WRONG));
  });
  afterAll(() => server.close());

  it('lets in whoever knows the password of an account that nobody guessed at: our page works for a place, who is known there has one', async () => {
    for (const account of ['doctor', 'nurse']) {
      expect((await login(account, DEMO_PASSWORD)).extras).toEqual({ error: 'core.captcha-wrong', params: { needCode: 1 } });
      const picture = await readPicture(server);
      const work: Record<string, string> = account === 'doctor' ? { proof: workFor(picture.timestamp) } : {};
      expect((await login(account, DEMO_PASSWORD, { ...picture, ...work })).code).toBe(EnvelopeCode.Ok);
    }
  });

  it('asks everybody there for a picture, those alike who do not exist; nobody elsewhere', async () => {
    for (const account of ['clerk', 'no-such-account']) {
      expect([await asksForPicture(account), await asksForPicture(account, '192.0.2.11')], account).toEqual([true, false]);
      expect((await login(account, WRONG)).extras?.error, account).toBe('core.captcha-wrong');
    }
  });

  it('slows one password at very many accounts down to a trickle, pictures read or not, and says until when', async () => {
    const answers: Refused[] = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push(await withPicture(`spray${turn}`, WRONG));
    const judged = count(answers, 'core.login-failed');
    expect(judged).toBeLessThan(20);
    expect(count(answers, 'core.login-queue')).toBe(40 - judged);
    const { params = {} } = answers.at(-1)?.extras ?? {};
    expect(Number(params.seconds)).toBeLessThanOrEqual(40);
    expect(params.until).toMatch(/^2026-03-02 10:0\d$/);
    expect(answers.at(-1)?.msg).toContain(String(params.until));
  });

  it('does not let those who work there wait behind the guesses, nor whom the administrator lets in', async () => {
    expect((await withPicture('pharmacist', DEMO_PASSWORD)).extras?.error).toBe('core.login-queue');
    expect((await withPicture('nurse', DEMO_PASSWORD)).code).toBe(EnvelopeCode.Ok);
    await server.server.core.identity.unlock('user-pharmacist');
    expect((await withPicture('pharmacist', DEMO_PASSWORD)).code).toBe(EnvelopeCode.Ok);
  });

  it('has forgotten it two days later', async () => {
    server.time.advance(2 * DAY);
    expect(await asksForPicture('clerk')).toBe(false);
    expect((await login('clerk', DEMO_PASSWORD)).code).toBe(EnvelopeCode.Ok);
  });
});

describe('who is kept out by the guesses of others', () => {
  let server: TestServer;
  let post: Post;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100 } });
    post = postTo(server.server);
  });
  afterAll(() => server.close());

  it('is told until when, and gets in at once when an administrator unlocks, from wherever', async () => {
    for (let turn = 0; turn < 5; turn += 1) await signInWith(post, 'doctor', WRONG, '203.0.113.9');
    const refused = await signInWith(post, 'doctor', DEMO_PASSWORD, '203.0.113.9');
    expect(refused.extras).toEqual({ error: 'core.login-wait', params: { minutes: 10, until: '2026-03-02 10:10' } });
    expect(refused.msg).toContain('2026-03-02 10:10');
    expect(refused.msg).toContain('管理员');
    await server.server.core.identity.unlock('user-doctor');
    expect((await signInWith(post, 'doctor', DEMO_PASSWORD, '203.0.113.9')).code).toBe(EnvelopeCode.Ok);
  });

  it('is never somebody at a locked screen, whatever is typed elsewhere at the same address', async () => {
    const clerk: TestClient = await server.signIn('clerk');
    await clerk.post('/api/oauth/LockScreen/Actions/Lock');
    for (let turn = 0; turn < 6; turn += 1) await signInWith(post, 'clerk', WRONG, '127.0.0.1');
    expect((await signInWith(post, 'clerk', DEMO_PASSWORD, '127.0.0.1')).extras?.error).toBe('core.login-wait');
    expect((await clerk.post('/api/oauth/LockScreen', { account: 'clerk', password: clientHash(DEMO_PASSWORD) })).code).toBe(EnvelopeCode.Ok);
  });

  it('is never the person who sets a new system up', async () => {
    const fresh = await startTestServer({ demo: false });
    const setupCode = (await prepareAdministrator(fresh.server.core)) ?? '';
    const give = (code: string, ip: string) => postTo(fresh.server)('/api/oauth/Setup', { setupCode: code, password: clientHash('Lotus7River') }, ip);
    for (let turn = 0; turn < 12; turn += 1) await give('1111-1111-1111', `203.0.113.${turn % 2}`);
    expect((await give(setupCode, '203.0.113.1')).extras?.error).toBe('core.login-wait');
    expect((await give(setupCode, '192.0.2.1')).code).toBe(EnvelopeCode.Ok);
    await fresh.close();
  });

  it('a picture that was not read is not counted as a guess, and takes nobody else’s', async () => {
    const strict = await startTestServer({ config: { loginNeedCode: true } });
    for (let turn = 0; turn < 12; turn += 1)
      expect((await signInWith(postTo(strict.server), 'doctor', DEMO_PASSWORD, '203.0.113.9')).extras?.error).toBe('core.captcha-wrong');
    expect((await signInWith(postTo(strict.server), 'doctor', DEMO_PASSWORD, '203.0.113.9', await readPicture(strict))).code).toBe(EnvelopeCode.Ok);
    await strict.close();
  });
});
