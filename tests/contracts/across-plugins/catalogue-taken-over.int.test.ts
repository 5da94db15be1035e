import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import catalogueMigrations from '../../../plugins/catalogue/server/migrations';
import prescriptionMigrations from '../../../plugins/prescription/server/migrations';
import { coreMigrations } from '../../../shell/server/core/core-migrations.ts';
import { type Database, type PluginMigrations, runMigrations } from '../../../shell/server/db/index.ts';
import { openTestDatabase } from '../../support/databases/test-database.ts';

// The plugin `catalogue` keeps what `prescription` kept up to its migration 0012: whichever way an installation comes to it, it has the same tables and all its rows.

const LAST_WITH_CATALOGUE = 12;
const prescriptionUpTo = (last: number): PluginMigrations => ({
  plugin: 'prescription',
  schema: 'prescription',
  migrations: prescriptionMigrations.slice(0, last),
});
const now: PluginMigrations[] = [
  { plugin: 'catalogue', schema: 'catalogue', migrations: catalogueMigrations },
  { plugin: 'prescription', schema: 'prescription', migrations: prescriptionMigrations },
];

let db: Database;
afterEach(() => db?.close());

/** Columns, constraints, indexes, triggers, functions and sequences of the two schemas, as text. */
async function shape(): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    with part as (
      select format('column %s.%s.%s %s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default, is_identity) as part
        from information_schema.columns where table_schema in ('catalogue', 'prescription')
      union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace in ('catalogue'::regnamespace, 'prescription'::regnamespace)
      union all select 'index ' || indexdef from pg_indexes where schemaname in ('catalogue', 'prescription')
      union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
        where not tgisinternal and relnamespace in ('catalogue'::regnamespace, 'prescription'::regnamespace)
      union all select format('function %s %s', oid::regprocedure, prosrc) from pg_proc
        where pronamespace in ('catalogue'::regnamespace, 'prescription'::regnamespace)
      union all select format('sequence %s.%s', sequence_schema, sequence_name) from information_schema.sequences
        where sequence_schema in ('catalogue', 'prescription'))
    select part from part order by part`.execute(db.kysely);
  return rows.map(({ part }) => part);
}

async function freshShape(): Promise<string[]> {
  db = await openTestDatabase([coreMigrations]);
  await runMigrations(db, now);
  const found = await shape();
  await db.close();
  return found;
}

const ENTRY = `insert into prescription.catalogue (org_id, drug_id, kind, drug_name, drug_type, prepara_unit, stock_unit, stock_dmin, rounding)
  values ('org-1', 'd-1', 'drug', '药', '西药', '片', '盒', 20, 'total');`;
const PRICES = `insert into prescription.catalogue_price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at) values
    ('p-1', 'org-1', 'd-1', '2026-01-01', 12.5, 'u', '药师', now()), ('p-2', 'org-1', 'd-1', '2026-02-01', 13.5, 'u', '药师', now());
  insert into prescription.catalogue_price_withdrawal (price_id, reason, creator_id, creator_name, created_at) values ('p-2', '误', 'u', '药师', now());
  insert into prescription.package (org_id, package_id, package_name) values ('org-1', 'k-1', '套餐');
  insert into prescription.package_line (org_id, package_id, line_no, drug_id) values ('org-1', 'k-1', 1, 'd-1');
  insert into prescription.interaction (id, ingredient_a, ingredient_b, level, note) values ('i-1', '甲', '乙', 'block', '禁');`;

const count = async (...tables: string[]): Promise<number[]> =>
  await Promise.all(
    tables.map(async (table) => Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db.kysely)).rows[0]?.n)),
  );
const FILLED = ['catalogue.entry', 'catalogue.price', 'catalogue.price_withdrawal', 'catalogue.package', 'catalogue.package_line', 'catalogue.interaction'];

describe('a catalogue that prescriptions kept', () => {
  it('goes over whole, with its settings and with what roles were offered, and once', async () => {
    const fresh = await freshShape();
    db = await openTestDatabase([coreMigrations]);
    await runMigrations(db, [prescriptionUpTo(LAST_WITH_CATALOGUE)]);
    await db.script(`${ENTRY}${PRICES}
      insert into prescription.diagnosis (id, code, name) values ('N18', 'N18', '肾病');
      insert into prescription.price_proposal (id, org_id, many, valid_from, reason, creator_id, creator_name, created_at)
        values ('a-1', 'org-1', false, '2026-03-01', '涨价', 'u', '药师', now());
      insert into prescription.price_proposal_line (proposal_id, line_no, org_id, drug_id, before, after) values ('a-1', 1, 'org-1', 'd-1', 12.5, 25);
      insert into core.plugin_setting (plugin_id, org_id, set_values, version) values ('prescription', 'org-1', '{"priceChangeLimit":{"value":5}}', 1);
      insert into core.role (id, en_code, full_name, hints_from) values ('r-1', 'sim', '角色', '{patient,prescription}'), ('r-2', 'old', '旧角色', null);`);
    expect(await runMigrations(db, now)).toHaveLength(catalogueMigrations.length + prescriptionMigrations.length - LAST_WITH_CATALOGUE);
    expect(await shape()).toEqual(fresh);
    // waits: counts in the order in which the tables were named
    expect(await count(...FILLED, 'catalogue.diagnosis', 'catalogue.price_proposal', 'catalogue.price_proposal_line')).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1]);
    const settings = await sql`select plugin_id, org_id, set_values from core.plugin_setting`.execute(db.kysely);
    expect(settings.rows).toEqual([{ plugin_id: 'catalogue', org_id: 'org-1', set_values: { priceChangeLimit: { value: 5 } } }]);
    const roles = await sql`select hints_from from core.role where id in ('r-1', 'r-2') order by id`.execute(db.kysely);
    expect(roles.rows).toEqual([{ hints_from: ['patient', 'prescription', 'catalogue'] }, { hints_from: null }]);
    // Prices go on being added after those that are there, and are never changed.
    const added = await sql<{ seq: string }>`insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
      values ('p-3', 'org-1', 'd-1', '2026-03-01', 14, 'u', '药师', now()) returning seq`.execute(db.kysely);
    expect(Number(added.rows[0]?.seq)).toBe(3);
    await expect(db.script('update catalogue.price set price = 0')).rejects.toThrow(/never changed/);
    expect(await runMigrations(db, now)).toEqual([]);
  });

  it('goes over from a version before the last one, too', async () => {
    const fresh = await freshShape();
    db = await openTestDatabase([coreMigrations]);
    await runMigrations(db, [prescriptionUpTo(7)]);
    await db.script(`${ENTRY}${PRICES} insert into prescription.diagnosis (code, name) values ('N18', '肾病');`);
    await runMigrations(db, now);
    expect(await shape()).toEqual(fresh);
    // waits: counts in the order in which the tables were named
    expect(await count(...FILLED, 'catalogue.diagnosis')).toEqual([1, 2, 1, 1, 1, 1, 1]);
  });

  it('is not mixed with another one: prescriptions stay off, nothing is lost', async () => {
    db = await openTestDatabase([coreMigrations]);
    await runMigrations(db, [prescriptionUpTo(7)]);
    await db.script(ENTRY);
    await runMigrations(db, now.slice(0, 1));
    await db.script(ENTRY.replace('prescription.catalogue', 'catalogue.entry'));
    await expect(runMigrations(db, now)).rejects.toThrow(/both hold a catalogue/);
    // waits: counts in the order in which the tables were named
    expect(await count('prescription.catalogue', 'catalogue.entry')).toEqual([1, 1]);
  });
});
