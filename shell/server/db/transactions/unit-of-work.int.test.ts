import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate } from '../../../../tests/support/faults/lock-waiters.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';
import { type BankTables, bankIn, openBank, turn } from './bank.fixture.ts';

describe(`unit of work on ${testEngine}`, () => {
  let db: Database;
  const { tables, notes, add, empty } = bankIn(() => db);

  beforeAll(async () => {
    db = await openBank();
  });
  afterAll(async () => await db.close());
  beforeEach(empty);

  test('work that returns is saved, work that throws leaves nothing', async () => {
    const saved = db.transaction(async () => {
      await add(1, 'kept');
      return 'answer';
    });
    await expect(saved).resolves.toBe('answer');
    await expect(
      db.transaction(async () => {
        await add(2, 'lost');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes()).toEqual(['kept']);
  });

  test('every statement on the way belongs to the transaction, whoever issues it', async () => {
    const deepInside = async (): Promise<void> => {
      await turn();
      expect(db.inTransaction()).toBe(true);
      await add(1, 'deep');
    };
    await expect(
      db.transaction(async () => {
        await Promise.all([deepInside(), sql`select 1`.execute(db.kysely)]);
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(db.inTransaction()).toBe(false);
    expect(await notes()).toEqual([]);
  });

  test('more transactions than connections, each with waits and parallel statements inside: none waits for another for ever', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_unused, index) =>
        db.transaction(async () => {
          await add(index, 'a');
          await turn();
          await Promise.all([tables().selectFrom('bank.entry').select('id').execute(), add(100 + index, 'b')]);
        }),
      ),
    );
    expect(await notes()).toHaveLength(50);
  });

  test('a joined part that fails dooms the whole, even when its error is swallowed', async () => {
    await expect(
      db.transaction(async () => {
        await add(1, 'outer');
        await db
          .transaction(async () => {
            await add(2, 'inner');
            throw new Error('inner failed');
          })
          .catch(() => undefined);
      }),
    ).rejects.toThrow('inner failed');
    expect(await notes()).toEqual([]);
  });

  test('a swallowed statement error cannot turn into a silent rollback', async () => {
    await expect(
      db.transaction(async () => {
        await add(1, 'first');
        await add(1, 'twice').catch(() => undefined);
      }),
    ).rejects.toThrow(/rolled back.*swallowed/);
    expect(await notes()).toEqual([]);
  });

  test('a statement that was not awaited is refused after the end instead of being saved alone', async () => {
    let late: Promise<void> | undefined;
    let open = (): void => undefined;
    await db.transaction(async () => {
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      late = gate.then(() => add(1, 'late'));
    });
    open();
    await expect(late).rejects.toThrow(/transaction has ended.*Await every statement/);
    expect(await notes()).toEqual([]);
  });

  const late = () => db.lateKyselyFor<BankTables>();
  const addLate = async (id: number, note: string): Promise<void> => {
    await late().insertInto('bank.entry').values({ id, note }).execute();
  };

  test('late writes are seen by the next statement, and saved with the commit', async () => {
    await db.transaction(async () => {
      await add(1, 'first');
      await addLate(2, 'second');
      expect(await notes()).toEqual(['first', 'second']);
      await addLate(3, 'third');
    });
    expect(await notes()).toEqual(['first', 'second', 'third']);
    await addLate(4, 'alone');
    expect(await notes()).toHaveLength(4);
  });

  test('a late write that fails fails the whole, with its own error, whatever comes after it', async () => {
    const withCommit = db.transaction(async () => {
      await add(1, 'first');
      await addLate(1, 'twice');
      await addLate(2, 'behind');
    });
    await expect(withCommit).rejects.toMatchObject({ code: '23505' });
    const withNext = db.transaction(async () => {
      await add(1, 'first');
      await addLate(1, 'twice');
      await add(2, 'behind');
    });
    await expect(withNext).rejects.toMatchObject({ code: '23505' });
    const swallowed = db.transaction(async () => {
      await add(1, 'first');
      await addLate(1, 'twice');
      await add(2, 'behind').catch(() => undefined);
    });
    await expect(swallowed).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toEqual([]);
  });

  test('a late write that cannot be sent keeps the commit back', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const unsendable = db.transaction(async () => {
      await add(1, 'first');
      await late()
        .insertInto('bank.entry')
        .values({ id: 2, note: circular as unknown as string })
        .execute();
    });
    await expect(unsendable).rejects.toThrow(/circular/);
    expect(await notes()).toEqual([]);
  });

  test('a late write answers nothing: one that asks for rows is refused', async () => {
    const asking = db.transaction(async () => {
      await add(1, 'first');
      await late().insertInto('bank.entry').values({ id: 2, note: 'second' }).returning('id').execute();
    });
    await expect(asking).rejects.toThrow(/cannot answer anything/);
  });

  test('a first statement that fails leaves nothing of those issued with it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const together = db.transaction(async () => {
        const failing = sql`select 1 / ${0}::integer`.execute(db.kysely);
        await Promise.all([failing, add(round, 'beside it')]);
      });
      await expect(together).rejects.toMatchObject({ code: '22012' });
    }
    expect(await notes()).toEqual([]);
  });

  test('what waits for the commit runs after it, once, in order, outside of the transaction', async () => {
    const seen: string[] = [];
    await db.transaction(async () => {
      db.afterCommit(async () => {
        seen.push(`first ${db.inTransaction()} ${(await notes()).join()}`);
        throw new Error('a failing hook harms nobody');
      });
      await db.transaction(async () => db.afterCommit(() => void seen.push('second')));
      await add(1, 'saved');
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['first false saved', 'second']);
    await db
      .transaction(async () => {
        db.afterCommit(() => void seen.push('never'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(seen).toHaveLength(2);
  });

  test('the transaction of another database inside of ours is its own, and so is its end', async () => {
    const other = await openBank();
    onTestFinished(() => other.close());
    const inside = (): string => `${db.inTransaction() ? 'ours' : ''} ${other.inTransaction() ? 'theirs' : ''}`.trim();
    const seen: string[] = [];
    await expect(
      db.transaction(async () => {
        await add(1, 'lost');
        seen.push(inside());
        await other.transaction(async () => {
          seen.push(inside());
          await db.transaction(() => add(2, 'lost, too'));
          await other.kyselyFor<BankTables>().insertInto('bank.entry').values({ id: 3, note: 'theirs' }).execute();
          other.afterCommit(() => void seen.push(inside()));
        });
        seen.push(inside());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(seen).toEqual(['ours', 'ours theirs', 'ours', 'ours']);
    expect(await notes()).toEqual([]);
    expect(await other.kyselyFor<BankTables>().selectFrom('bank.entry').select('note').execute()).toEqual([{ note: 'theirs' }]);
  });

  test('a database that was used and closed leaves nothing that every later call would carry', async () => {
    /** What each new piece of asynchronous work takes over from the one that began it. */
    const carried = (): number => Object.getOwnPropertySymbols(new AsyncResource('probe')).length;
    await db.transaction(() => add(1, 'ours'));
    const before = carried();
    const other = await openBank();
    await other.transaction(async () => undefined);
    await other.close();
    expect(carried()).toBe(before);
  });

  test('a lost race is run again from the start, only as a whole, and not for ever', async () => {
    let attempts = 0;
    const clash = (times: number) => async (): Promise<number> => {
      attempts += 1;
      await add(attempts, 'attempt');
      if (attempts < times) await db.transaction(() => db.script("do $$ begin raise exception 'clash' using errcode = '40001'; end $$"));
      return attempts;
    };
    await expect(db.transaction(clash(3))).resolves.toBe(3);
    expect(await tables().selectFrom('bank.entry').select('id').execute()).toEqual([{ id: 3 }]);
    attempts = 10;
    await expect(db.transaction(clash(99), { retries: 1 })).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(12);
  });

  test('a stricter isolation cannot be had inside a weaker transaction', async () => {
    await expect(db.transaction(() => db.transaction(async () => undefined, { isolation: 'serializable' }))).rejects.toThrow(/cannot join/);
    await db.transaction(() => db.transaction(async () => undefined, { isolation: 'repeatable read' }), { isolation: 'serializable' });
  });

  test('a read-only transaction refuses writes', async () => {
    await expect(db.transaction(() => add(1, 'x'), { readOnly: true })).rejects.toMatchObject({ code: '25006' });
  });

  test('a transaction that takes too long is rolled back and its connection dropped; others go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stuck = db.transaction(
      async () => {
        await add(1, 'stuck');
        vi.advanceTimersByTime(100);
        await add(2, 'too late');
      },
      { limitMs: 100 },
    );
    await expect(stuck).rejects.toMatchObject({ key: 'core.database-unavailable' });
    vi.useRealTimers();
    await add(3, 'others');
    expect(await notes()).toEqual(['others']);
  });

  test('a busy database is a healthy one: nobody waits for a long transaction to learn it', async () => {
    let finish = (): void => {};
    const long = Array.from({ length: 10 }, () =>
      db.transaction(
        () =>
          new Promise<void>((resolve) => {
            const before = finish;
            finish = () => {
              before();
              resolve();
            };
          }),
      ),
    );
    expect(await db.health()).toMatchObject({ ok: true });
    const everyTurn = setInterval(() => finish(), 5);
    await Promise.all(long);
    clearInterval(everyTurn);
  });

  test('nobody can begin a transaction behind our back', async () => {
    await expect(db.kysely.transaction().execute(async () => undefined)).rejects.toThrow(/database\.transaction/);
  });

  test('the check and the act in one transaction: thirty take from the same account, none overdraws it', async () => {
    await tables().insertInto('bank.account').values({ id: 1, balance: '20.00' }).execute();
    const take = (): Promise<void> =>
      db.transaction(async () => {
        const row = await tables().selectFrom('bank.account').select('balance').where('id', '=', 1).forUpdate().executeTakeFirstOrThrow();
        if (row.balance === '0.00') throw new Error('empty');
        await tables().updateTable('bank.account').set({ balance: sql<string>`balance - 1` }).where('id', '=', 1).execute();
      });
    const results = await Promise.allSettled(Array.from({ length: 30 }, take));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await tables().selectFrom('bank.account').select('balance').execute()).toEqual([{ balance: '0.00' }]);
  });

  test.runIf(testEngine === 'postgres')('clashing serialisable transactions all succeed in the end', async () => {
    await tables()
      .insertInto('bank.account')
      .values([
        { id: 1, balance: '0.00' },
        { id: 2, balance: '0.00' },
      ])
      .execute();
    const before = (await db.stats()).retriedTransactions;
    // All three have read before one writes, so they clash however slow the machine is.
    const { opened: allHaveRead, open } = gate();
    let reads = 0;
    await Promise.all(
      [1, 2, 3].map(() =>
        db.transaction(
          async () => {
            const { total } = await tables()
              .selectFrom('bank.account')
              .select(({ fn }) => fn.sum<string>('balance').as('total'))
              .executeTakeFirstOrThrow();
            reads += 1;
            if (reads === 3) open();
            await allHaveRead;
            await tables()
              .updateTable('bank.account')
              .set({ balance: String(Number(total) + 1) })
              .where('id', '=', 1)
              .execute();
          },
          { isolation: 'serializable', retries: 10 },
        ),
      ),
    );
    expect(await tables().selectFrom('bank.account').select('balance').orderBy('id').execute()).toEqual([{ balance: '3.00' }, { balance: '0.00' }]);
    expect((await db.stats()).retriedTransactions).toBeGreaterThan(before);
  });
});
