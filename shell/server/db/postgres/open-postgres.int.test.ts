import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../tests/support/databases/postgres-server.ts';
import { silentLog, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { openDatabase } from '../index.ts';

/** A server of its own, because its safety is switched off. */
describe.runIf(testEngine === 'postgres')('opening a PostgreSQL server', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    const started = await startPostgres();
    if (typeof started === 'string') throw new Error(started);
    server = started;
  });
  afterAll(async () => await server.stop());

  test('one that does not force commits to disk is refused with the name of the setting', async () => {
    const db = await openDatabase({ kind: 'postgres', url: server.url }, silentLog);
    await db.script('alter system set fsync = off');
    await db.script('select pg_reload_conf()');
    await db.close();
    // The server reads its settings again when it next looks; each new connection starts with what it then has.
    await expect
      .poll(() =>
        openDatabase({ kind: 'postgres', url: server.url }, silentLog)
          .then((opened) => opened.close())
          .catch(String),
      )
      .toMatch(/cannot be used: setting fsync is "off" but must be "on"/);
  });

  test('a session that is told to confirm too early is refused, too', async () => {
    const url = `${server.url}&options=${encodeURIComponent('-c synchronous_commit=off')}`;
    const opened = openDatabase({ kind: 'postgres', url }, silentLog);
    await expect(opened).rejects.toThrow(/cannot be used/);
  });

  test('a wrong password or database is told in the words of the server, at once', async () => {
    await expect(openDatabase({ kind: 'postgres', url: server.urlOf('missing') }, silentLog)).rejects.toThrow(/database "missing" does not exist/);
  });
});
