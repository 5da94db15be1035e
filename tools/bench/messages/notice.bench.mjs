/**
 * One notice for 10,000 people on PostgreSQL: how long its release takes, when it is on the screens that are open, what a person's counter and the writer's list
 * of readers cost, and whether all of them are right. Nothing is written for a person before they read it. `npm run bench -- --only notice`, or by itself:
 *
 *     node tools/bench/messages/notice.bench.mjs --people 10000 --screens 200
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { addPeople, personId, signInAll } from '../chat/chat-people.mjs';
import { startServers } from '../chat/chat-servers.mjs';
import { ChatWindow } from '../chat/chat-window.mjs';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { signIn } from '../system.mjs';

export const title = 'Notice: released to 10,000 people, counters and readers';

const ROUNDS = 5;
const GREETINGS = 40;
const ON_SCREENS_MS = 30_000;
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

let keys = 0;
const key = () => {
  keys += 1;
  return { 'idempotency-key': `notice-${process.pid}-${String(keys).padStart(12, '0')}` };
};

/** One call, its milliseconds, and what it answers. @throws Error what is refused */
async function timed({ call }, method, url, body, headers) {
  const began = performance.now();
  const { code, msg, data } = await call(method, url, body, headers);
  if (code !== 200) throw new Error(`${method} ${url}: ${msg}`);
  return { ms: performance.now() - began, data };
}

/** From a new socket to `initMessage`, milliseconds: what each window of a centre asks after a restart. */
function greeted(url, token) {
  const began = performance.now();
  return new Promise((resolve) => {
    const hears = ({ method }, at) => {
      if (method !== 'initMessage') return;
      window.close();
      resolve(at - began);
    };
    const window = new ChatWindow({ urlOf: () => url, token, heard() {}, refused() {}, hears });
    void window.open();
  });
}

/** @returns times in ms, and `wrong`: how many counters and lists said something else than what was done */
export async function measureNotice(url, { people, screens }) {
  const servers = await startServers(url, 1);
  try {
    await addPeople(url, people);
    const admin = await signIn(servers.urlOf(0), 'admin', 'Erste2026');
    const sessions = await signInAll(() => servers.urlOf(0), screens);
    const pushed = new Map();
    const windows = sessions.map(({ token }, at) => {
      const hears = (frame, when) => frame.method === 'messagePush' && pushed.get(frame.id)?.set(at, when);
      return new ChatWindow({ urlOf: () => servers.urlOf(0), token, heard() {}, refused() {}, hears });
    });
    for (let from = 0; from < windows.length; from += 50) await Promise.all(windows.slice(from, from + 50).map((window) => window.open()));
    const unreadOf = async (session) => (await timed(session, 'GET', '/api/message/Actions/Unread')).data.unreadNoticeCount;
    const { data: orgs } = await timed(sessions[0], 'GET', '/api/oauth/CurrentUser');
    const organisation = orgs.userInfo.organizeId;
    const found = { everybody: [], organisation: [], named: [], onScreens: [], greeting: [], counter: [], list: [], readers: [] };
    let wrong = 0;
    const expectTo = (right) => {
      if (!right) wrong += 1;
    };
    const receivers = {
      everybody: undefined,
      organisation: [{ kind: 'organisation', id: organisation }],
      named: Array.from({ length: 500 }, (_none, at) => ({ kind: 'user', id: personId(at) })),
    };
    for (const [whom, named] of Object.entries(receivers))
      for (let round = 0; round < ROUNDS; round += 1) {
        const content = { ops: [{ insert: 'SIM\n' }] };
        const body = { title: `SIM ${whom} ${round}`, content, ...(named && { receivers: named }) };
        const before = await Promise.all(sessions.slice(0, 10).map(unreadOf));
        const { id } = (await timed(admin, 'POST', '/api/message', body, key())).data;
        pushed.set(id, new Map());
        const began = performance.now();
        const release = await timed(admin, 'PUT', `/api/message/${id}/Actions/Release`, undefined, key());
        found[whom].push(release.ms);
        const reached = Math.min(people, named?.length === 500 ? 500 : people);
        // Whoever was there before, such as the administrator, counts as well.
        expectTo(release.data.receivers >= reached && release.data.receivers <= reached + 10);
        while (pushed.get(id).size < screens && performance.now() - began < ON_SCREENS_MS) await pause(2);
        expectTo(pushed.get(id).size === screens);
        found.onScreens.push(Math.max(...pushed.get(id).values()) - began);
        for (const [at, session] of sessions.slice(0, 10).entries()) {
          const counter = await timed(session, 'GET', '/api/message/Actions/Unread');
          found.counter.push(counter.ms);
          expectTo(counter.data.unreadNoticeCount === before[at] + 1);
          const list = await timed(session, 'GET', '/api/message?pageSize=20');
          found.list.push(list.ms);
          expectTo(list.data.list[0].id === id && list.data.list[0].isRead === '0');
          await timed(session, 'GET', `/api/message/ReadInfo/${id}`);
          expectTo((await unreadOf(session)) === before[at]);
        }
        const readers = await timed(admin, 'GET', `/api/message/${id}/Actions/Readers`);
        found.readers.push(readers.ms);
        expectTo(readers.data.read === 10 && readers.data.unread === release.data.receivers - 10);
      }
    for (const window of windows) window.close();
    for (let round = 0; round < GREETINGS; round += 1) found.greeting.push(await greeted(servers.urlOf(0), sessions[round % screens].token));
    return {
      ...Object.fromEntries(Object.entries(found).map(([name, times]) => [name, median(times)])),
      most: Math.max(...found.everybody, ...found.organisation, ...found.named),
      wrong,
    };
  } finally {
    await servers.stop();
  }
}

const rowsOf = (found) => [
  { what: 'release to everybody', value: found.everybody, unit: 'ms', budget: 2_000 },
  { what: 'release to their organisation', value: found.organisation, unit: 'ms', budget: 2_000 },
  { what: 'release to 500 named people', value: found.named, unit: 'ms', budget: 2_000 },
  { what: 'the slowest release', value: found.most, unit: 'ms', budget: 2_000 },
  { what: 'on the last of the open screens after', value: found.onScreens, unit: 'ms', budget: 2_000 },
  { what: 'a window is greeted after', value: found.greeting, unit: 'ms' },
  { what: "a person's counters", value: found.counter, unit: 'ms' },
  { what: "a person's first page", value: found.list, unit: 'ms' },
  { what: 'who has read it, counted', value: found.readers, unit: 'ms' },
  { what: 'counters, lists and screens that were wrong', value: found.wrong, unit: '', budget: 0 },
];

export async function run() {
  const found = await onPostgres((url) => measureNotice(url, { people: 10_000, screens: process.env.BENCH_SHORT ? 20 : 100 }));
  return found ? rowsOf(found) : [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' }, screens: { type: 'string', default: '100' } } });
  const asked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const found = await onPostgres((url) => measureNotice(url, asked));
  if (!found) {
    console.error('PostgreSQL: none on this machine');
    process.exit(1);
  }
  console.log(JSON.stringify({ ...asked, ...found }, null, 2));
}
