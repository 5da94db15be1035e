import { afterAll, beforeAll, expect, it } from 'vitest';
import fileMigrations from '../../../plugins/dialysis-file/server/migrations';
import { accessEventTable, consentTable, patternTable } from '../../../plugins/dialysis-file/server/tables/part.tables.ts';
import roundMigrations from '../../../plugins/dialysis-round/server/migrations';
import scheduleMigrations from '../../../plugins/dialysis-schedule/server/migrations';
import { stationTable } from '../../../plugins/dialysis-schedule/server/tables/place.tables.ts';
import { slotTable } from '../../../plugins/dialysis-schedule/server/tables/plan.tables.ts';
import sessionMigrations from '../../../plugins/dialysis-session/server/migrations';
import { givenTable, kitTable, orderTable } from '../../../plugins/dialysis-session/server/tables/order.table.ts';
import { sessionTable } from '../../../plugins/dialysis-session/server/tables/session.table.ts';
import wallMigrations from '../../../plugins/dialysis-wall/server/migrations';
import { type Database, type PluginMigrations, runMigrations } from '../../../shell/server/db/index.ts';
import { openTestDatabase } from '../../support/databases/test-database.ts';

// Every migration of the dialysis plugins that changes tables which a version before may have filled, run on such rows. What comes out is read as today's server reads it.

const PLUGINS = {
  'dialysis-file': ['dialysis_file', fileMigrations],
  'dialysis-schedule': ['dialysis_schedule', scheduleMigrations],
  'dialysis-session': ['dialysis_session', sessionMigrations],
  'dialysis-round': ['dialysis_round', roundMigrations],
  'dialysis-wall': ['dialysis_wall', wallMigrations],
} as const;
/** All plugins as a version had them whose highest migration bore this number. */
const upTo = (last: number): PluginMigrations[] =>
  Object.entries(PLUGINS).map(([plugin, [schema, migrations]]) => ({ plugin, schema, migrations: migrations.slice(0, last) }));

const AT = `'2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z'`;
const WRITTEN = `'user-1', '甲', '2026-03-02T00:00:00Z'`;
/** Rows as the first versions of the plugins could hold them: several to a table, empty and full, ended and retired ones among them. */
const FIRST = `
  insert into dialysis_file.file (id, org_id, cause, cause_note, comorbidities, blood_group, transient, dialyser_allergies, note, zone_reason, zone_by_name, changes, created_at, updated_at)
    values ('pat-1', 'org-1', '', '', '{}', '', false, '{}', '', '', '', 0, ${AT}), ('pat-2', 'org-1', '', '', '{}', '', true, '{聚砜膜}', '', '', '', 3, ${AT});
  insert into dialysis_file.pattern (id, org_id, patient_id, by_id, by_name, written_at, from_day, to_day, cycle_weeks, anchor_monday, every_days, slots, remark, reason, cancelled, created_at, updated_at)
    values ('pt-1', 'org-1', 'pat-1', ${WRITTEN}, '2026-03-02', null, 1, '2026-03-02', null, '[]', '电话约定', '', false, ${AT});
  insert into dialysis_file.prescription (id, org_id, patient_id, by_id, by_name, written_at, version_no, state, content, signed_by_id, signed_by_name, created_at, updated_at)
    values ('rx-1', 'org-1', 'pat-1', ${WRITTEN}, 1, 'draft', '{}', '', '', ${AT});
  insert into dialysis_file.dry_weight (id, org_id, patient_id, by_id, by_name, written_at, kg, from_day, review_on, method, reason)
    values ('w-1', 'org-1', 'pat-1', ${WRITTEN}, 60.5, '2026-03-02', '2026-04-01', 'clinical', '');
  insert into dialysis_file.access (id, org_id, patient_id, by_id, by_name, written_at, kind, side, site, state, end_reason, hospital, surgeon, note, created_at, updated_at)
    values ('a-1', 'org-1', 'pat-1', ${WRITTEN}, 'AVF', 'left', '前臂', 'in-use', '', '', '', '', ${AT});
  insert into dialysis_file.access_event (id, org_id, patient_id, by_id, by_name, written_at, access_id, kind, on_day, note)
    values ('e-1', 'org-1', 'pat-1', ${WRITTEN}, 'a-1', 'stenosis', '2026-03-02', '');
  insert into dialysis_file.result (id, org_id, patient_id, by_id, by_name, written_at, marker, result, on_day, note, dropped_reason, created_at, updated_at)
    values ('r-1', 'org-1', 'pat-1', ${WRITTEN}, 'HBsAg', 'negative', '2026-03-02', '', '', ${AT});
  insert into dialysis_file.consent (id, org_id, patient_id, by_id, by_name, written_at, kind, modes, signed_on, signer, withdrawn_on, withdrawn_reason, created_at, updated_at)
    values ('c-1', 'org-1', 'pat-1', ${WRITTEN}, 'dialysis', '{HD,HDF}', '2026-03-02', '乙', null, '', ${AT}),
      ('c-2', 'org-1', 'pat-2', ${WRITTEN}, 'catheter', '{}', '2025-03-02', '丙', '2026-01-01', '本人要求', ${AT});
  insert into dialysis_file.change (id, org_id, patient_id, by_id, by_name, written_at, act, params, reason) values ('h-1', 'org-1', 'pat-1', ${WRITTEN}, 'opened', '{}', '');

  insert into dialysis_schedule.station (id, org_id, en_code, room_id, zone, enabled, created_at, updated_at, deleted_at)
    values ('s-a', 'org-1', 'A01', 'room-1', 'A', true, ${AT}, null), ('s-b', 'org-1', 'B01', 'room-1', 'B', false, ${AT}, null),
      ('s-gone', 'org-1', 'C01', 'room-1', 'C', true, ${AT}, '2026-03-03T00:00:00Z');
  insert into dialysis_schedule.slot (id, org_id, slot_day, shift_id, station_id, patient_id, origin, state, zone_reason, created_at, updated_at)
    values ('slot-a', 'org-1', '2026-03-02', 'early', 's-a', 'pat-1', 'pattern', 'treated', '', ${AT}),
      ('slot-b', 'org-1', '2026-03-02', 'noon', 's-b', 'pat-2', 'added', 'planned', '床位紧张', ${AT}),
      ('slot-left', 'org-1', '2026-03-02', 'early', 's-a', 'pat-2', 'pattern', 'cancelled', '', ${AT}),
      ('slot-gone', 'org-1', '2026-03-01', 'early', 's-gone', 'pat-1', 'pattern', 'absent', '', ${AT});
  insert into dialysis_schedule.disinfection (id, org_id, machine_id, kind, started_at, ended_at, residue, created_at, updated_at)
    values ('d-1', 'org-1', 'm-1', 'heat', ${AT}, 'passed', ${AT});

  insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, patient_id, origin, mode, state, plan, sections, created_at, updated_at)
    values ('t-b', 'org-1', '2026-03-02', 'early', 'slot-a', 's-a', 'A01', 'pat-1', 'pattern', 'HD', 5, '{"zone": "B"}', '{}', ${AT}),
      ('t-came', 'org-1', '2026-03-02', 'noon', 'slot-b', 's-b', 'B01', 'pat-2', 'added', 'HD', 1, null, '{}', ${AT}),
      ('t-none', 'org-1', '2026-03-01', 'noon', 't-none', 's-b', 'B01', 'pat-2', 'added', 'HD', 5, '{"mode": "HD"}', '{}', ${AT}),
      ('t-null', 'org-1', '2026-02-28', 'noon', 't-null', 's-b', 'B01', 'pat-2', 'added', 'HD', 5, '{"zone": null}', '{}', ${AT}),
      ('t-empty', 'org-1', '2026-02-27', 'noon', 't-empty', 's-b', 'B01', 'pat-2', 'added', 'HD', 7, '{"zone": ""}', '{}', ${AT}),
      ('t-words', 'org-1', '2026-02-25', 'noon', 't-words', 's-b', 'B01', 'pat-2', 'added', 'HD', 5, '{"zone": "isolation"}', '{}', ${AT});
  insert into dialysis_session.standing_order (id, org_id, patient_id, once, every_days, timing, title, dose, high_risk, valid_from, doctor_id, doctor_name, stopped_at, created_at, updated_at)
    values ('o-1', 'org-1', 'pat-1', false, 0, 'after', '促红素', '10000 IU', false, '2026-03-01', 'doc', '丁', null, ${AT}),
      ('o-2', 'org-1', 'pat-1', true, 0, 'any', '左卡尼汀', '1 g', false, '2026-03-01', 'doc', '丁', '2026-03-01T00:00:00Z', ${AT});
  insert into dialysis_session.given (id, org_id, session_id, order_id, entry_id, day, outcome, dose, reason, checker_id, checker_name, by_id, by_name, at, single)
    values ('g-1', 'org-1', 't-b', 'o-1', 'en-1', '2026-03-02', 'given', '10000 IU', '', '', '', 'n', '戊', '2026-03-02T00:00:00Z', false);
  insert into dialysis_session.kit_line (id, org_id, mode, part, drug_id, drug_kind, drug_name, quantity, created_at, updated_at, deleted_at)
    values ('k-1', 'org-1', 'HD', 'treatment', 'i-1', 'item', '血液透析', 1, ${AT}, null), ('k-2', 'org-1', 'HD', 'lines', 'i-2', 'goods', '管路', 1, ${AT}, now());

  insert into dialysis_round.lab (id, org_id, patient_id, test, on_day, value, by_id, by_name, written_at, withdrawn_reason, created_at, updated_at)
    values ('l-1', 'org-1', 'pat-1', 'Hb', '2026-03-02', 108, ${WRITTEN}, '', ${AT}), ('l-2', 'org-1', 'pat-1', 'Hb', '2026-03-02', 18, ${WRITTEN}, '录错', ${AT});
`;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase(upTo(1));
  await db.script(FIRST);
});
afterAll(() => db?.close());

const here = () => ({ db: db.kyselyFor<never>() });
const WHY = 'rows of a version before, read as they are now';
const byId = <T extends { readonly id: string }>(rows: readonly T[]): Record<string, T> => Object.fromEntries(rows.map((row) => [row.id, row]));

it('knows every migration that changes such tables: whoever writes another one adds its rows here', () => {
  const changing = Object.entries(PLUGINS).flatMap(([plugin, [, migrations]]) =>
    migrations.slice(1).flatMap(({ name, sql }) => (/^\s*(alter|update|delete|insert)\b/im.test(sql) ? [`${plugin} ${name}`] : [])),
  );
  expect(changing).toEqual([
    'dialysis-file 0002-follow-patient',
    'dialysis-file 0003-consents',
    'dialysis-file 0005-consent-papers',
    'dialysis-schedule 0002-public-name',
    'dialysis-schedule 0003-slot-zone',
    'dialysis-session 0002-use-orders-rules',
    'dialysis-session 0003-session-zone',
  ]);
});

it('takes over what the first versions held, once, and reads it as rows of today', async () => {
  // A text of consents, which came later, before it had papers.
  await runMigrations(db, upTo(4));
  await db.script(`insert into dialysis_file.consent_form (id, org_id, kind, version_no, from_day, created_at, updated_at)
    values ('f-1', 'org-1', 'dialysis', '2025-1', '2025-01-01', ${AT})`);
  await runMigrations(db, upTo(99));
  expect(await runMigrations(db, upTo(99))).toEqual([]);

  const stations = byId(await stationTable.everywhere(here(), WHY, 's').execute());
  expect([stations['s-a']?.publicName, stations['s-b']?.publicName]).toEqual(['', '']);
  const slots = byId(await slotTable.everywhere(here(), WHY, 's').execute());
  // Of places that were given up, and of a station that is gone, too.
  expect(Object.fromEntries(Object.entries(slots).map(([id, { zone }]) => [id, zone]))).toEqual({
    'slot-a': 'A',
    'slot-b': 'B',
    'slot-left': 'A',
    'slot-gone': 'C',
  });
  expect(slots['slot-b']).toMatchObject({ state: 'planned', zoneReason: '床位紧张', version: 1 });

  const sessions = byId(await sessionTable.everywhere(here(), WHY, 's').execute());
  // The zone that was confirmed; of who only came, and of what is no zone, none.
  expect(Object.fromEntries(Object.entries(sessions).map(([id, { zone }]) => [id, zone]))).toEqual({
    ...{ 't-b': 'B', 't-came': '', 't-none': '', 't-null': '', 't-empty': '', 't-words': '' },
  });

  const consents = byId(await consentTable.everywhere(here(), WHY, 'c').execute());
  const asSigned = { decision: 'signed', refusedReason: '', formVersion: '', validTo: null, files: [] };
  expect(consents['c-1']).toMatchObject({ ...asSigned, modes: ['HD', 'HDF'], signer: '乙', withdrawnOn: null });
  expect(consents['c-2']).toMatchObject({ ...asSigned, withdrawnOn: '2026-01-01', withdrawnReason: '本人要求' });
  expect(
    await db.kyselyFor<{ 'dialysis_file.consent_form': { papers: unknown } }>().selectFrom('dialysis_file.consent_form').select('papers').execute(),
  ).toEqual([{ papers: [] }]);

  const kit = await kitTable.everywhere(here(), WHY, 'k').execute();
  expect(kit.map(({ id, used, charged }) => [id, used, charged])).toContainEqual(['k-1', true, true]);
  const orders = byId(await orderTable.everywhere(here(), WHY, 'o').execute());
  expect([orders['o-1'], orders['o-2']]).toMatchObject([{ groupId: '', groupPlace: 0, method: '' }, { groupId: '' }]);
  expect((await givenTable.everywhere(here(), WHY, 'g').execute()).map(({ codes }) => codes)).toEqual([[]]);
});

it('lets the parts of a file that a version before wrote follow it to another patient', async () => {
  await runMigrations(db, upTo(99));
  await db.script(`update dialysis_file.file set id = 'pat-9' where id = 'pat-1'`);
  const owners = [];
  for (const part of ['pattern', 'prescription', 'dry_weight', 'access', 'access_event', 'result', 'consent', 'change'])
    owners.push(...(await db.kyselyFor<Record<string, { patient_id: string }>>().selectFrom(`dialysis_file.${part}`).select('patient_id').execute()));
  expect(owners.map(({ patient_id }) => patient_id).toSorted()).toEqual(['pat-2', ...Array.from({ length: 8 }, () => 'pat-9')]);
  expect(
    await patternTable
      .everywhere(here(), WHY, 'p')
      .where('p.patientId', '=', 'pat-9' as never)
      .execute(),
  ).toHaveLength(1);
  expect(await accessEventTable.everywhere(here(), WHY, 'e').execute()).toMatchObject([{ patientId: 'pat-9', accessId: 'a-1' }]);
});
