/**
 * The chat on PostgreSQL: people in pairs, the two of a pair on different servers, write to each other at a steady rate. Nothing may be lost or stored or pushed
 * twice, places of a conversation are without holes, and a message is on the other screen soon. `npm run bench -- --only chat` runs it small; by itself:
 *
 *     node tools/bench/chat/chat.bench.mjs --people 2000 --rate 50 --seconds 300 --servers 2 --kills 20
 *
 * `--kills`: so often one server after the other ends without a word and comes back; windows come back by themselves, to one that stands as a proxy would send
 * them, and send again what they have no word about. Then frames may be missed, which windows read again as pages do; what was acknowledged must be there once,
 * and on the other screen (`acknowledgedButNotSeen`). How long processes stood in line for a processor says what of the times is the machine's.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { familyMs, processMs } from '../load/processor-time.mjs';
import { watchProcessorWait } from '../load/processor-wait.mjs';
import { ChatLedger, readBack } from './chat-ledger.mjs';
import { addPeople, personId, signInAll } from './chat-people.mjs';
import { residentMb, startServers } from './chat-servers.mjs';
import { verdictOf, wrongIn } from './chat-verdict.mjs';
import { ChatWindow } from './chat-window.mjs';

export const title = 'Chat: messages to the other screen over two servers';

/** A server that was killed last has all its windows to greet again, on a machine that does nothing else for them. */
const settleMs = (windows) => 30_000 + windows * 30;
const CATCH_UP_TRIES = 50;
/** Greetings that are under way at once. */
const OPENING = 50;

async function openWindows(count, windowOf) {
  const windows = [];
  for (let from = 0; from < count; from += OPENING) {
    const some = Array.from({ length: Math.min(OPENING, count - from) }, (_none, at) => windowOf(from + at));
    await Promise.all(some.map((window) => window.open()));
    windows.push(...some);
  }
  return windows;
}

async function untilSettled(windows, ledger) {
  const end = performance.now() + settleMs(windows.length);
  while (windows.some((window) => window.unanswered > 0) && performance.now() < end) await pause(50);
  // What was acknowledged last is still on its way to the other screen, and what was pushed twice would follow it.
  const seen = performance.now() + settleMs(windows.length);
  while (ledger.unseen > 0 && performance.now() < seen) await pause(50);
  await pause(2_000);
}

/** @returns what `ChatLedger.report` says, with memory and processor time */
export async function measureChat(databaseUrl, postmasterPid, { people, rate, seconds, servers: serverCount, kills }) {
  const servers = await startServers(databaseUrl, serverCount);
  try {
    await addPeople(databaseUrl, people);
    const homeOf = (at) => at % serverCount;
    const sessions = await signInAll((at) => servers.urlOf(homeOf(at)), people);
    const ledger = new ChatLedger();
    const partnerOf = (at) => (at % 2 === 0 ? at + 1 : at - 1);
    /** What a page does that came back: reads behind the newest message that it has. */
    const readMissed = async (at) => {
      const peerId = personId(partnerOf(at));
      let after = ledger.wholeUpTo(at, peerId);
      const headers = { Authorization: sessions[at].token };
      for (let more = true; more; ) {
        const url = `${servers.urlOf(homeOf(at))}/api/chat/Messages?peerId=${peerId}&afterSeq=${after}&pageSize=200`;
        const { data } = await (await fetch(url, { headers })).json();
        for (const message of data.list) {
          ledger.readAgain(at, peerId, message);
          after = message.seq;
        }
        more = data.more;
      }
    };
    const unopened = { servers: servers.pids().map(processMs), postgres: familyMs(postmasterPid) };
    /** A server that is killed meanwhile lets it come back once more; one that was killed before it was asked is asked elsewhere. */
    const catchUp = async (at) => {
      for (let tries = 0; tries < CATCH_UP_TRIES; tries += 1) {
        const done = await readMissed(at).then(
          () => true,
          () => false,
        );
        if (done) return;
        await pause(200);
      }
    };
    const windows = await openWindows(
      people,
      (at) =>
        new ChatWindow({
          urlOf: () => servers.urlOf(homeOf(at)),
          token: sessions[at].token,
          heard: (ref, when) => ledger.heard(ref, when),
          refused: (frame) => ledger.refused.push(frame.msg),
          hears: (frame, when) => ledger.pushed(frame, at, when),
          back: () => void catchUp(at),
        }),
    );
    // What a centre that comes back after a restart costs, by the account of the processes: other work on the machine hardly moves it.
    const windowMs = {
      servers: servers.pids().reduce((sum, pid, at) => sum + processMs(pid) - unopened.servers[at], 0) / people,
      postgres: (familyMs(postmasterPid) - unopened.postgres) / people,
    };
    let number = 0;
    const write = () => {
      // Spread over all, so that many conversations are at work at once.
      const at = (number * 7) % people;
      const ref = `m-${number}`;
      ledger.sent(ref);
      windows[at].send(ref, { toUserId: personId(partnerOf(at)), messageContent: `${ref} 第 ${number} 条，测试消息` });
      number += 1;
    };
    const memory = [];
    const look = () => memory.push(servers.pids().map(residentMb));
    for (let n = 0; n < Math.min(people, rate * 3); n += 1) {
      write();
      await pause(1000 / rate);
    }
    await untilSettled(windows, ledger);
    ledger.warm();
    look();
    const before = { servers: servers.pids().map(processMs), postgres: familyMs(postmasterPid), sent: number };
    const tellWait = watchProcessorWait(servers.pids);
    const began = performance.now();
    let killed = 0;
    const restartMs = [];
    let restarting = Promise.resolve();
    for (let lookedAt = began; performance.now() - began < seconds * 1000; ) {
      const due = Math.floor(((performance.now() - began) / 1000) * rate) - (number - before.sent);
      for (let n = 0; n < due; n += 1) write();
      if (performance.now() - lookedAt > 1_000) {
        look();
        lookedAt = performance.now();
      }
      const share = (performance.now() - began) / (seconds * 1000);
      if (killed < kills && share > (killed + 0.5) / kills) {
        const at = killed % serverCount;
        killed += 1;
        restarting = restarting.then(async () => void restartMs.push(Math.round(await servers.killAndRestart(at))));
      }
      await pause(5);
    }
    await restarting;
    const wait = tellWait();
    await untilSettled(windows, ledger);
    look();
    const sent = number - before.sent;
    const cpu = kills > 0 ? 0 : servers.pids().reduce((sum, pid, at) => sum + processMs(pid) - before.servers[at], 0) / sent;
    const pairs = Array.from({ length: people / 2 }, (_none, at) => [at * 2, at * 2 + 1]);
    const urls = (at) => servers.urlOf(homeOf(at));
    const readers = kills > 0 ? await signInAll(urls, people) : sessions;
    const report = ledger.report(await readBack(pairs, readers, personId));
    for (const window of windows) window.close();
    const largest = memory.map((one) => Math.round(Math.max(...one)));
    return {
      ...report,
      kills: killed,
      restartMs,
      wait,
      serverMsPerWindow: windowMs.servers,
      postgresMsPerWindow: windowMs.postgres,
      serverMsPerMessage: cpu,
      postgresMsPerMessage: kills > 0 ? 0 : (familyMs(postmasterPid) - before.postgres) / sent,
      memoryMb: { first: largest[0], middle: largest[Math.floor(largest.length / 2)], last: largest.at(-1), most: Math.max(...largest) },
    };
  } finally {
    await servers.stop();
  }
}

export async function run() {
  const found = await onPostgres((url, pid) => measureChat(url, pid, { people: 40, rate: 20, seconds: 15, servers: 2, kills: 0 }));
  if (!found) return [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }];
  return [
    { what: 'to the other screen, half of them within', value: found.p50ms, unit: 'ms' },
    { what: 'to the other screen, 99 of 100 within', value: found.p99ms, unit: 'ms', budget: 500 },
    { what: 'lost, stored or pushed twice, out of order', value: wrongIn(found), unit: '', budget: 0 },
    { what: 'processor time of the servers for a message', value: found.serverMsPerMessage, unit: 'ms' },
    { what: 'processor time of the servers for a window that comes', value: found.serverMsPerWindow, unit: 'ms' },
    { what: 'memory of the larger server', value: found.memoryMb.most, unit: 'MB' },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '40' },
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '20' },
      servers: { type: 'string', default: '2' },
      kills: { type: 'string', default: '0' },
    },
  });
  const asked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const found = await onPostgres((url, pid) => measureChat(url, pid, asked));
  if (!found) {
    console.error('PostgreSQL: none on this machine');
    process.exit(1);
  }
  console.log(JSON.stringify({ ...asked, ...found }, null, 2));
  const { good, text } = verdictOf({ ...asked, ...found });
  console.log(text);
  process.exit(good ? 0 : 1);
}
