import fc from 'fast-check';
import { type CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Given, prepared, preparedFor } from './prepared.ts';

interface Tables {
  'his.visit': { id: string; day: string; note: string | null; bed: number };
}
interface Visit {
  id: string;
  day: string;
  note: string | null;
  ids: readonly string[];
}

/** What was sent, and a database that answers nothing. */
function recording(): { db: Kysely<Tables>; sent: CompiledQuery[] } {
  const sent: CompiledQuery[] = [];
  class Driver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      const connection = await super.acquireConnection();
      return {
        executeQuery: (query) => {
          sent.push(query);
          return connection.executeQuery(query);
        },
        streamQuery: () => {
          throw new Error('no streams here');
        },
      };
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, sent };
}

const told = ({ sql: text, parameters }: CompiledQuery) => ({ text, parameters: [...parameters] });

const insert = (db: Kysely<Tables>, value: Given<Visit>) =>
  db
    .insertInto('his.visit')
    .values({ id: value('id'), day: value('day'), note: value('note'), bed: 7 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ note: value('note') }))
    .returning('id');
const select = (db: Kysely<Tables>, value: Given<Visit>) =>
  db
    .selectFrom('his.visit')
    .select('id')
    .where('day', '=', value('day'))
    .where(sql<boolean>`id = any(${value('ids')})`)
    .limit(3);
const update = (db: Kysely<Tables>, value: Given<Visit>) =>
  db
    .updateTable('his.visit')
    .set({ note: value('note') })
    .where('id', '=', value('id'));
const raw = (_db: Kysely<Tables>, value: Given<Visit>) => sql<{ id: string }>`select id from his.visit where day = ${value('day')} or id = ${value('id')}`;

const visits = fc.record({ id: fc.string(), day: fc.string(), note: fc.option(fc.string()), ids: fc.array(fc.string()) });

describe('a prepared statement', () => {
  for (const [name, build] of Object.entries({ insert, select, update, raw })) {
    it(`sends what building it for each call sends: ${name}`, async () => {
      const { db, sent } = recording();
      const run = prepared(build as typeof raw);
      await fc.assert(
        fc.asyncProperty(visits, async (visit) => {
          await run(db, visit);
          const plainly = (build as typeof raw)(db, (key) => visit[key]).compile(db);
          expect(told(sent.at(-1) as CompiledQuery)).toEqual(told(plainly));
        }),
      );
    });
  }

  it('is built once', async () => {
    const { db, sent } = recording();
    let built = 0;
    const run = prepared((own: Kysely<Tables>, given: Given<Visit>) => {
      built += 1;
      return select(own, given);
    });
    await run(db, { id: '1', day: '2026-11-24', note: null, ids: ['1'] });
    await run(db, { id: '2', day: '2026-11-25', note: null, ids: [] });
    expect(built).toBe(1);
    expect(sent.map((one) => one.parameters[0])).toEqual(['2026-11-24', '2026-11-25']);
  });
});

describe('a statement prepared for lists', () => {
  const among = (db: Kysely<Tables>, ids: readonly string[], value: Given<Pick<Visit, 'day'>>) =>
    db.selectFrom('his.visit').select('id').where('id', 'in', ids).where('day', '=', value('day'));

  it('asks for the items of the list and no others, in few shapes', async () => {
    const { db, sent } = recording();
    const run = preparedFor(among);
    const lists = fc.array(fc.string(), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(lists, fc.string(), async (ids, day) => {
        await run(db, ids, { day });
        const { parameters } = sent.at(-1) as CompiledQuery;
        expect(new Set(parameters.slice(0, -1))).toEqual(new Set(ids));
        expect(parameters.at(-1)).toBe(day);
      }),
    );
    expect(new Set(sent.map((one) => one.sql)).size).toBeLessThanOrEqual(7);
  });

  it('refuses an empty list', async () => {
    const { db } = recording();
    await expect(preparedFor(among)(db, [], { day: '' })).rejects.toThrow(RangeError);
  });
});
