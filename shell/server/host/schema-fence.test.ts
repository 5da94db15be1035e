import { isAppError } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { schemaFence } from './schema-fence.ts';

const owners: Readonly<Record<string, string>> = { patient: 'patient', charging: 'charging' };
const fenceOf = (privileges: readonly 'identity'[] = []) => schemaFence({ id: 'charging', schema: 'charging', privileges }, (schema) => owners[schema]);
const verdict = (sql: string, privileges: readonly 'identity'[] = []): string => {
  try {
    fenceOf(privileges)(sql);
    return 'runs';
  } catch (error) {
    return isAppError(error) ? `${error.key} ${String(error.params.table)}` : String(error);
  }
};

it('lets a plugin at its own tables, however they are written', () => {
  for (const sql of [
    'select "id" from "charging"."bill" where "org_id" in ($1, $2)',
    'with recursive up as (select id from charging.bill) select * from up join charging.bill_line as line on line.bill_id = up.id',
    `insert into charging.bill (id, note) values ($1, 'from core.user_account')`,
    'select extract(epoch from bill.created_at) from charging.bill as bill -- join patient.patient',
    'select pg_advisory_xact_lock($1)',
    'select relname from pg_catalog.pg_class',
  ])
    expect([sql, verdict(sql)]).toEqual([sql, 'runs']);
});

it('keeps it from those of the shell and of other plugins', () => {
  for (const [sql, table] of [
    ['select "real_name" from "core"."user_account"', 'core.user_account'],
    ['update "core"."user_account" set "is_administrator" = true', 'core.user_account'],
    ['select 1 from charging.bill, core.session', 'core.session'],
    ['select b.id from charging.bill b join Patient . patient p on p.id = b.patient_id', 'patient.patient'],
    ['delete from only patient.patient', 'patient.patient'],
    ['with gone as (delete from "patient"."patient" returning id) select id from gone', 'patient.patient'],
  ] as const)
    expect([sql, verdict(sql)]).toEqual([sql, `core.foreign-table ${table}`]);
});

it('the privilege of identity opens people, places and rights, and no more of the shell', () => {
  expect(verdict('select id from core.user_account join core.user_role on true', ['identity'])).toBe('runs');
  for (const table of ['audit', 'session', 'plugin_state', 'idempotency'])
    expect(verdict(`select 1 from core.${table}`, ['identity'])).toBe(`core.foreign-table core.${table}`);
});

it('tables of the site are for whoever has their privilege', () => {
  const verdictOf = (privileges: readonly 'site-tables'[]): string => {
    try {
      schemaFence({ id: 'data', schema: 'data', privileges }, () => undefined)('select "id" from "site"."ward"');
      return 'runs';
    } catch (error) {
      return isAppError(error) ? `${error.key} ${String(error.params.table)}` : String(error);
    }
  };
  expect([verdictOf([]), verdictOf(['site-tables'])]).toEqual(['core.foreign-table site.ward', 'runs']);
});

it('an alias may be called like a schema', () => {
  expect(verdict('select patient.id from charging.debtor as patient where now() is distinct from patient.gone_at')).toBe('runs');
});

it('looks at each text once', () => {
  let asked = 0;
  const fence = schemaFence({ id: 'charging', schema: 'charging', privileges: [] }, () => {
    asked += 1;
    return undefined;
  });
  for (let time = 0; time < 3; time += 1) fence('select 1 from other.place');
  expect(asked).toBe(1);
});
