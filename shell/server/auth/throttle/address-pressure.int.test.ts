import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/databases/test-database.ts';
import { clockFrom } from '../../core/clock/clock.ts';
import { coreMigrations } from '../../core/core-migrations.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';
import { AddressPressure, type Lane } from './address-pressure.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('an address from which much is guessed', () => {
  let database: Database;
  let now = new Date('2026-03-02T02:00:00Z');
  let pressure: AddressPressure;
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  beforeAll(async () => {
    database = await openTestDatabase([coreMigrations]);
    pressure = new AddressPressure(
      database.kyselyFor<CoreTables>(),
      clockFrom(() => now),
      { addressFailuresAllowed: 50 },
    );
  });
  afterAll(() => database.close());

  const fail = async (network: string, times: number) => {
    for (let turn = 1; turn < times; turn += 1) await pressure.add(network);
    return await pressure.add(network);
  };

  it('is asked for pictures from the first failure over its limit, and no longer once half of them have faded', async () => {
    expect((await fail('a', 50)).strained).toBe(false);
    expect(await pressure.isStrained('a')).toBe(true);
    expect((await pressure.add('a')).strained).toBe(true);
    advance(4 * HOUR);
    expect(await pressure.isStrained('a')).toBe(false);
    expect((await pressure.add('a')).pressure).toBeCloseTo(26.5, 1);
  });

  it('what proved right, or was not tried, does not count', async () => {
    const share = await fail('b', 51);
    await pressure.giveBack(share, undefined);
    await pressure.giveBack(share, undefined);
    expect(await pressure.isStrained('b')).toBe(false);
  });

  it.each<[Lane, number, number]>([
    ['worked', 51, 600 + 60],
    ['idle', 51, 150 + 15],
    ['worked', 600, 60 + 6],
    ['idle', 600, 15 + 2],
  ])('in the lane “%s” after %i failures gives at most %i places in ten minutes', async (lane, failures, most) => {
    const share = await fail(`${lane}${failures}`, failures);
    let places = 0;
    for (let second = 0; second < 600; second += 10) {
      while ((await pressure.takePlace(share, lane)) === undefined) places += 1;
      advance(10 * SECOND);
    }
    expect(places).toBeLessThanOrEqual(most + 1);
    expect(places).toBeGreaterThan(most * 0.8);
  });

  it('says when there is a place again, never later than its slowest pace, and a place that is given back is free at once', async () => {
    const share = await fail('c', 51);
    while ((await pressure.takePlace(share, 'idle')) === undefined);
    const free = await pressure.takePlace(share, 'idle');
    const wait = (free?.getTime() ?? 0) - now.getTime();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(5 * SECOND);
    expect(await pressure.takePlace(share, 'worked')).toBeUndefined();
    await pressure.giveBack(share, 'idle');
    expect(await pressure.takePlace(share, 'idle')).toBeUndefined();
    await pressure.takePlace(share, 'idle');
    advance(wait);
    expect(await pressure.takePlace(share, 'idle')).toBeUndefined();
  });

  it('is forgotten two days after the worst attack', async () => {
    await fail('d', 600);
    advance(48 * HOUR);
    expect(await pressure.isStrained('d')).toBe(false);
    await pressure.forgetOld();
    expect(await database.kyselyFor<CoreTables>().selectFrom('core.login_address').select('network').execute()).toEqual([]);
  });
});
