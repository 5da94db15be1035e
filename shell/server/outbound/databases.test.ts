import { ForeignDatabaseError } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { outboundTo, raw } from './outbound-gateway.fixture.ts';
import { allowedOrigin, databaseOriginOf } from './addresses/origin.ts';

const target = (host: string, port: number) => ({ host, port, database: 'd', user: 'u', password: 'geheim-password' });
const failing = async (work: Promise<unknown>): Promise<ForeignDatabaseError> => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ForeignDatabaseError);
  return error as ForeignDatabaseError;
};
const nothing = async () => undefined;

describe('entries of the list for databases', () => {
  it.each([
    ['postgresql://10.1.2.3', 'postgresql://10.1.2.3:5432'],
    ['postgresql://DB.example:6000/', 'postgresql://db.example:6000'],
    ['private+postgresql://db.lan', 'postgresql://db.lan:5432'],
    ['postgresql://[fd12::1]:5433', 'postgresql://[fd12::1]:5433'],
  ])('%s', (entry, text) => expect(allowedOrigin(entry).text).toBe(text));

  it.each([
    ...['postgresql://user@db.example', 'postgresql://db.example/other', 'postgresql://db.example:0', 'postgresql://db.example:70000', 'postgresql://'],
    ...['postgresql://169.254.169.254', 'private+postgresql://10.1.2.3', 'postgres://db.example', 'postgresql://0x7f.1', 'postgresql:///var/run'],
  ])('not %s', (entry) => expect(() => allowedOrigin(entry)).toThrow());

  it.each(['/var/run/postgresql', '[::1]', 'a b', 'db.example.', '2130706433', 'ｄb.example', 'db.example@evil', ''])('no host %j', (host) =>
    expect(databaseOriginOf(host, 5432)).toBeUndefined(),
  );
});

describe('foreign databases', () => {
  it('a host and port of the list, and no other; one for the web opens no database, nor the other way round', () => {
    const { databases, allows } = outboundTo(['postgresql://db.example', 'https://web.example:5432', 'p=postgresql://127.0.0.1:6000']);
    expect([databases.allows('DB.example', 5432), databases.allows('127.0.0.1', 6000)]).toEqual([true, true]);
    expect([databases.allows('db.example', 5433), databases.allows('web.example', 5432), databases.allows('evil.example', 5432)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([allows('https://db.example:5432/'), allows('http://db.example:5432/'), allows('postgresql://db.example:5432')]).toEqual([false, false, false]);
  });

  it('a name that leads to metadata or into the own network is not called', async () => {
    for (const address of ['169.254.169.254', '127.0.0.1', '10.1.2.3']) {
      const { databases, lines } = outboundTo(['postgresql://db.example'], { resolve: async () => [{ address, family: 4 }] });
      expect(await failing(databases.read(target('db.example', 5432), nothing))).toMatchObject({ failure: 'not-allowed' });
      expect(JSON.stringify(lines)).not.toContain('geheim');
    }
    const { databases } = outboundTo(['postgresql://db.example']);
    expect(await failing(databases.read(target('other.example', 5432), nothing))).toMatchObject({ failure: 'not-allowed' });
  });

  it('one that hangs is given up in time, before and after it took the connection; one that drips, too', async () => {
    const port = await raw(() => undefined);
    const { databases } = outboundTo([`postgresql://127.0.0.1:${port}`, 'postgresql://db.example'], { resolve: () => new Promise(() => undefined) });
    expect(await failing(databases.read(target('127.0.0.1', port), nothing, { connectMs: 30 }))).toMatchObject({ failure: 'timeout' });
    expect(await failing(databases.read(target('db.example', 5432), nothing, { connectMs: 30 }))).toMatchObject({ failure: 'timeout' });
    const signal = AbortSignal.abort();
    expect(await failing(databases.read(target('127.0.0.1', port), nothing, { signal }))).toMatchObject({ failure: 'aborted' });
  });

  it('nobody there, no such name, something else than PostgreSQL, more than allowed: each is told apart', async () => {
    const web = await raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const flood = await raw((socket) => {
      const more = (): void => {
        if (!socket.destroyed) socket.write(Buffer.alloc(4096, 'N'), more);
      };
      socket.once('data', more);
    });
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const { databases, lines } = outboundTo(
      ['postgresql://127.0.0.1:1', `postgresql://127.0.0.1:${web}`, `postgresql://127.0.0.1:${flood}`, 'postgresql://gone.example'],
      { resolve: () => Promise.reject(unknown) },
    );
    expect(await failing(databases.read(target('127.0.0.1', 1), nothing))).toMatchObject({ failure: 'refused' });
    expect(await failing(databases.read(target('gone.example', 5432), nothing))).toMatchObject({ failure: 'unknown-host' });
    expect(await failing(databases.read(target('127.0.0.1', web), nothing))).toMatchObject({ failure: 'protocol' });
    expect(await failing(databases.read(target('127.0.0.1', flood), nothing, { maxBytes: 8_192 }))).toMatchObject({ failure: 'too-large' });
    expect(JSON.stringify(lines)).not.toContain('geheim');
  });

  it('is refused inside a transaction of ours, as a fault of the program', async () => {
    const { databases } = outboundTo(['postgresql://db.example'], { inTransaction: () => true });
    await expect(databases.read(target('db.example', 5432), nothing)).rejects.not.toBeInstanceOf(ForeignDatabaseError);
  });
});
