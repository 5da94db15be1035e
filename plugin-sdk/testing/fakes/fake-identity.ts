import { LEVEL_3_PASSWORDS } from '../../contract/index.ts';
import type { Identity, OnlineSession } from '../../server/index.ts';

/** What a test saw of the identity service: acts in order, as `setPassword u1`. */
export interface FakeIdentity extends Identity {
  readonly record: string[];
  /** What `onlineSessions` answers; sessions that were ended leave it. */
  sessions: OnlineSession[];
  /** What `waitingUntil` knows, by account in lower case. */
  readonly waiting: Map<string, Date>;
}

/** `coreIdentity` for tests: keeps sessions in memory and notes everything else. Hand it in as `services: [[coreIdentity, createFakeIdentity()]]`. */
export function createFakeIdentity(sessions: readonly OnlineSession[] = []): FakeIdentity {
  const record: string[] = [];
  const waiting = new Map<string, Date>();
  const fake = {
    record,
    waiting,
    sessions: [...sessions],
    passwordPolicy: LEVEL_3_PASSWORDS,
    async setPassword(userId, _clientHash, { mustChange }) {
      record.push(`setPassword ${userId}${mustChange ? ' for once' : ''}`);
    },
    async onlineSessions(orgIds, keyword) {
      return fake.sessions.filter((one) => orgIds.includes(one.orgId) && `${one.account} ${one.userName}`.includes(keyword));
    },
    async endSessions(sessionIds) {
      record.push(`endSessions ${sessionIds.join(' ')}`);
      fake.sessions = fake.sessions.filter((one) => !sessionIds.includes(one.sessionId));
    },
    async endSessionsOf(userId, reason) {
      record.push(`endSessionsOf ${userId} ${reason}`);
      fake.sessions = fake.sessions.filter((one) => one.userId !== userId);
    },
    async unlock(userId) {
      record.push(`unlock ${userId}`);
    },
    async waitingUntil(accounts) {
      return new Map(accounts.flatMap((account) => (waiting.has(account) ? [[account, waiting.get(account) as Date] as const] : [])));
    },
  } satisfies FakeIdentity as FakeIdentity;
  return fake;
}
