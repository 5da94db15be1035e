import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccessRule, decideAccess } from '../../shell/server/http/pipeline/access.ts';
import { shareOf } from '../support/cases/effort.ts';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../support/server.ts';
import { CALLERS, type CallerKind } from './declared-access.ts';
import { checkMatrix, stoppingBehind, turnedAway } from './permission-matrix.ts';

const forbidden = () => new AppError('core.forbidden', { code: EnvelopeCode.Forbidden });
const inverted: AccessRule = (question) => (decideAccess(question) ? undefined : forbidden());

/** Routes that are called for good in a run of `npm test`. */
const CALLED_FOR_GOOD = 45;

let server: TestServer;
let rule: AccessRule;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000 }, accessRule: (question) => rule(question) });
});
beforeEach(() => {
  rule = stoppingBehind(decideAccess);
});
afterAll(() => server.close());

describe('permission matrix', () => {
  it('holds every plugin and every route', () => {
    const { live, routes, plugins } = server.server.plugins.host.snapshot;
    expect(plugins.map(({ entry, state }) => `${entry.id} ${state}`)).toEqual(ALL_PLUGINS.map((id) => `${id} active`));
    for (const one of live) expect(one.routes.length, one.id).toBeGreaterThan(0);
    expect(routes.length * CALLERS.length).toBeGreaterThan(500);
  });

  it('lets nobody through but those whom contracts and manifests name, and all of those', async () => {
    expect(await checkMatrix(server)).toEqual([]);
  }, 900_000);

  it('and those come to the handlers', async () => {
    rule = decideAccess;
    const { routes } = server.server.plugins.host.snapshot;
    expect(await turnedAway(server, shareOf('permission matrix: routes called for good', routes, CALLED_FOR_GOOD))).toEqual([]);
  }, 900_000);

  it('turns red on every single route whose guard is inverted', async () => {
    rule = stoppingBehind(inverted);
    // One caller who may not and one who may tell it of every route.
    const wrong = await checkMatrix(server, { callers: ['nobody', 'role admin'] });
    const guarded = server.server.plugins.host.snapshot.routes
      .filter(({ route }) => route.need !== 'public')
      .map(({ route }) => `${route.method} ${route.path}`);
    expect(guarded.filter((name) => !wrong.some((line) => line.startsWith(`${name} (`)))).toEqual([]);
  }, 900_000);

  it('knows every permission code that a route asks for', () => {
    const { live, routes } = server.server.plugins.host.snapshot;
    const declared = new Set(
      live.flatMap(({ found }) => [
        ...found.manifest.contributes.menus.flatMap((menu) => [menu.enCode, ...(menu.buttons ?? []).map((button) => `${menu.enCode}:${button.enCode}`)]),
        ...found.manifest.contributes.permissions.map((item) => item.enCode),
      ]),
    );
    const asked = routes
      .filter(({ owner }) => owner.id !== 'core')
      .flatMap(({ route: { need } }): readonly string[] => (typeof need === 'object' ? need.anyOf : [need]))
      .filter((need) => need.startsWith('perm:'));
    expect([...new Set(asked)].filter((need) => !declared.has(need.slice('perm:'.length)))).toEqual([]);
  });
});

describe('a wrong guard turns the matrix red', () => {
  /** Each with callers who must notice; one of several is enough where grants decide who does. */
  const mutants: Record<string, readonly [AccessRule, ...CallerKind[]]> = {
    inverted: [inverted, 'nobody'],
    'everybody may': [() => undefined, 'nobody'],
    'nobody may': [forbidden, 'role admin'],
    'signed in is enough': [(question) => (question.caller.kind === 'signed-in' ? undefined : decideAccess(question)), 'role nurse'],
    'the lock is forgotten': [(question) => (question.caller.kind === 'locked' ? undefined : decideAccess(question)), 'locked'],
    'the lock holds unlock and log-out, too': [(question) => decideAccess({ ...question, allowedWhileLocked: false }), 'locked'],
    'everything passes the lock': [(question) => decideAccess({ ...question, allowedWhileLocked: true }), 'locked'],
    'a due password is forgotten': [(question) => (question.caller.kind === 'password-due' ? undefined : decideAccess(question)), 'password due'],
    'everything passes a due password': [(question) => decideAccess({ ...question, allowedBeforePassword: true }), 'password due'],
    'a due password holds its own form, too': [(question) => decideAccess({ ...question, allowedBeforePassword: false }), 'password due'],
    'an ended session counts': [(question) => (question.caller.kind === 'ended' ? undefined : decideAccess(question)), 'logged out'],
    'public needs a session': [(question) => decideAccess({ ...question, need: question.need === 'public' ? 'session' : question.need }), 'nobody'],
    'a button needs only its page': [
      (question) => {
        const { need } = question;
        const page = typeof need === 'string' && need.startsWith('perm:') ? (need.split(':').slice(0, 2).join(':') as typeof need) : need;
        return decideAccess({ ...question, need: page });
      },
      'role nurse',
      'role clerk',
      'role doctor',
    ],
    'permission is inverted': [
      (question) => {
        const { caller } = question;
        return decideAccess(caller.kind === 'signed-in' ? { ...question, caller: { ...caller, can: (code) => !caller.can(code) } } : question);
      },
      'role nurse',
    ],
  };

  it.each(Object.entries(mutants))('%s', async (_name, [mutant, ...callers]) => {
    rule = stoppingBehind(mutant);
    expect(await checkMatrix(server, { callers, firstOnly: true })).not.toEqual([]);
  });
});
