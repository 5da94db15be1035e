import { isAppError, type OrgId } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../../tests/support/cases/effort.ts';
import { hostPlugins, type PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { catalogue } from '../../../catalogue/server/catalogue.fixture.ts';
import catalogueServer from '../../../catalogue/server/index.ts';
import fileServer from '../../../dialysis-file/server/index.ts';
import type { DialysisFileDb } from '../../../dialysis-file/server/tables/tables.ts';
import { followPlans } from '../../../dialysis-file/server/writing/follow-plan.ts';
import { keepInfection } from '../../../dialysis-file/server/writing/keep-infection.ts';
import scheduleServer from '../../../dialysis-schedule/server/index.ts';
import { patientContract } from '../../../patient/contract/index.ts';
import patientServer from '../../../patient/server/index.ts';
import { patients } from '../../../prescription/server/prescription.fixture.ts';
import prescriptionServer from '../../../prescription/server/index.ts';
import sessionServer from '../index.ts';
import { actsOf, type House, refusal, startHouse } from '../session-house.fixture.ts';

const TABLES = [
  ...['patient.patient', 'dialysis_file.file', 'dialysis_file.pattern', 'dialysis_file.prescription', 'dialysis_file.dry_weight', 'dialysis_file.access'],
  ...['dialysis_file.result', 'dialysis_file.consent', 'dialysis_schedule.slot', 'dialysis_session.session', 'dialysis_session.standing_order'],
] as const;

interface SideOfTwo {
  readonly hasFile: boolean;
  readonly markers: readonly { readonly marker: string; readonly result: string }[];
  readonly signed: number;
  readonly draft: boolean;
  readonly weights: readonly number[];
  readonly accesses: readonly string[];
  readonly pattern: boolean;
  readonly slots: readonly { readonly day: number; readonly shift: string; readonly state: string }[];
  readonly sessions: readonly number[];
  readonly orders: readonly { readonly drug: string; readonly stopped: boolean }[];
}
const side: fc.Arbitrary<SideOfTwo> = fc.record({
  hasFile: fc.boolean(),
  markers: fc.array(
    fc.record({ marker: fc.constantFrom('HBsAg', 'anti-HCV', 'HCV-RNA', 'TPPA', 'anti-HIV'), result: fc.constantFrom('positive', 'negative') }),
    { maxLength: 5 },
  ),
  signed: fc.integer({ min: 0, max: 2 }),
  draft: fc.boolean(),
  weights: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 3 }),
  accesses: fc.array(fc.constantFrom('in-use', 'failed', 'ripening'), { maxLength: 2 }),
  pattern: fc.boolean(),
  slots: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 4 }),
      shift: fc.constantFrom('early', 'noon'),
      state: fc.constantFrom('planned', 'arrived', 'treated', 'absent', 'cancelled'),
    }),
    { selector: ({ day, shift }) => `${day}${shift}`, maxLength: 4 },
  ),
  sessions: fc
    .array(fc.constantFrom(5, 5, 4, 9, 2, 3), { maxLength: 4 })
    .map((states) => states.filter((state, at) => state !== 3 || states.indexOf(3) === at)),
  orders: fc.array(fc.record({ drug: fc.constantFrom('epo', 'iron', ''), stopped: fc.boolean() }), { maxLength: 3 }),
});

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    ...{ patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer, 'dialysis-file': fileServer },
    ...{ 'dialysis-schedule': scheduleServer, 'dialysis-session': sessionServer },
  });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await catalogueServer.demo?.(catalogue, host.context('catalogue'));
  });
  await host.db.script("update patient.patient set patient_type = 'dialysis' where id = 'pat-2'");
  await host.db.script(
    "insert into dialysis_schedule.station (id, org_id, en_code, room_id, zone, created_at, updated_at) select 'st-' || n, 'org-gz', 'S' || n, 'r', 'A', now(), now() from generate_series(1, 40) n",
  );
});
afterAll(() => host.close());

async function sqlRows<Row>(text: string): Promise<Row[]> {
  const query = { sql: text, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: text } };
  return (await host.db.kysely.executeQuery<Row>(query as never)).rows;
}
/** Everything of both people as it stands, without what counts writes. */
async function snapshot(): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const table of TABLES) {
    const [row] = await sqlRows<{ all: unknown }>(
      `select jsonb_agg(to_jsonb(t) - 'version' - 'changes' ${table === 'patient.patient' ? "- 'updated_at'" : ''} order by t.id) as all from ${table} t`,
    );
    found[table] = row?.all ?? null;
  }
  return found;
}

const q = (text: string): string => `'${text}'`;
const written = "'u', '甲', '2026-03-01T00:00:00Z'";
const stamped = "'2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'";
const PLAN = JSON.stringify({ mode: 'HD', minutes: 240 });

/** What somebody has written of one of the two, some time ago. */
function writtenOf(patientId: string, of: SideOfTwo): string[] {
  const place = `'org-gz', ${q(patientId)}`;
  const key = (kind: string, at: number): string => q(`${patientId}-${kind}-${at}`);
  const file = !of.hasFile
    ? []
    : [
        `insert into dialysis_file.file (id, org_id, cause, cause_note, comorbidities, blood_group, transient, dialyser_allergies, note, zone_reason, zone_by_name, changes, created_at, updated_at)
          values (${q(patientId)}, 'org-gz', '', '', array[${q(`c-${patientId}`)}], '', false, array[${q(patientId)}], '', '', '', 0, ${stamped})`,
        ...of.markers.map(
          ({ marker, result }, at) =>
            `insert into dialysis_file.result (id, org_id, patient_id, by_id, by_name, written_at, marker, result, on_day, note, dropped_reason, created_at, updated_at)
              values (${key('r', at)}, ${place}, ${written}, ${q(marker)}, ${q(result)}, '2026-02-0${at + 1}', '', '', ${stamped})`,
        ),
        ...Array.from({ length: of.signed + (of.draft ? 1 : 0) }, (_, at) => {
          const state = of.draft && at === of.signed ? 'draft' : at === of.signed - 1 ? 'signed' : 'replaced';
          return `insert into dialysis_file.prescription (id, org_id, patient_id, by_id, by_name, written_at, version_no, state, content, signed_by_id, signed_by_name, created_at, updated_at)
            values (${key('p', at)}, ${place}, ${written}, ${at + 1}, ${q(state)}, ${q(PLAN)}::jsonb, '', '', ${stamped})`;
        }),
        ...of.weights.map(
          (day, at) =>
            `insert into dialysis_file.dry_weight (id, org_id, patient_id, by_id, by_name, written_at, kg, from_day, review_on, method, reason)
              values (${key('w', at)}, ${place}, ${written}, ${50 + day}, '2026-02-${String(day).padStart(2, '0')}', '2026-04-01', 'clinical', '')`,
        ),
        ...of.accesses.map(
          (state, at) =>
            `insert into dialysis_file.access (id, org_id, patient_id, by_id, by_name, written_at, kind, side, site, state, first_used_on, end_reason, hospital, surgeon, note, created_at, updated_at)
              values (${key('a', at)}, ${place}, ${written}, 'AVF', 'left', 'wrist', ${q(state)}, '2025-0${at + 1}-01', '', '', '', '', ${stamped})`,
        ),
        ...(of.pattern
          ? [
              `insert into dialysis_file.pattern (id, org_id, patient_id, by_id, by_name, written_at, from_day, cycle_weeks, anchor_monday, slots, remark, reason, cancelled, created_at, updated_at)
                values (${key('t', 0)}, ${place}, ${written}, '2026-01-05', 1, '2026-01-05', '[{"week":0,"weekday":1,"shiftId":"class-gz-morning","stationId":null,"mode":null}]', '', '', false, ${stamped})`,
            ]
          : []),
      ];
  const number = patientId === 'pat-1' ? 0 : 20;
  return [
    ...file,
    ...of.slots.map(
      ({ day, shift, state }, at) =>
        `insert into dialysis_schedule.slot (id, org_id, slot_day, shift_id, station_id, zone, patient_id, origin, state, created_at, updated_at)
          values (${key('s', at)}, 'org-gz', '2026-03-0${day}', ${q(shift)}, 'st-${number + at + 1}', 'A', ${q(patientId)}, 'add', ${q(state)}, ${stamped})`,
    ),
    ...of.sessions.map(
      (state, at) =>
        `insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, machine_id, patient_id, origin, mode, state, sections, created_at, updated_at)
          values (${key('x', at)}, 'org-gz', '2026-03-02', 'early', ${key('x', at)}, 'st-${number + at + 10}', '', ${key('m', at)}, ${q(patientId)}, 'add', 'HD', ${state}, '{}', ${stamped})`,
    ),
    ...of.orders.map(
      ({ drug, stopped }, at) =>
        `insert into dialysis_session.standing_order (id, org_id, patient_id, once, every_days, timing, title, dose, drug_id, high_risk, valid_from, doctor_id, doctor_name, stopped_at, created_at, updated_at)
          values (${key('o', at)}, ${place}, false, 0, 'after', ${q(drug === '' ? '吸氧' : drug)}, '1', ${q(drug)}, false, '2026-01-01', 'u', '甲', ${stopped ? 'now()' : 'null'}, ${stamped})`,
    ),
  ];
}

async function clear(): Promise<void> {
  const parts = ['pattern', 'prescription', 'dry_weight', 'access_event', 'access', 'result', 'consent', 'change', 'file'].map(
    (part) => `dialysis_file.${part}`,
  );
  for (const table of [...parts, 'dialysis_schedule.slot', 'dialysis_session.session', 'dialysis_session.standing_order'])
    await host.db.script(`delete from ${table}`);
}

const fileOf = (id: string) => host.call('patient', patientContract.routes.file, { params: { id } });
const merge = async (): Promise<void> => {
  const [into, from] = [await fileOf('pat-1'), await fileOf('pat-2')];
  const body = { from: 'pat-2', version: into.version, fromVersion: from.version, reason: '重复建档' };
  await host.call('patient', patientContract.routes.merge, { params: { id: 'pat-1' }, body });
};
const separate = async (): Promise<void> => {
  const { list } = await host.call('patient', patientContract.routes.merges, { params: { id: 'pat-1' } });
  await host.call('patient', patientContract.routes.separate, { params: { id: list[0]?.id ?? '' }, body: { reason: '合并错误' } });
};

describe('a merge of patient files moves what dialysis keeps', () => {
  it('one file, one plan, never two treatments or places at once, no drug twice, no positive marker lost; taken back all is as it was', async () => {
    let [merged, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(side, side, async (left, going) => {
        await clear();
        host.time.now = new Date(host.time.now.getTime() + 60_000);
        await host.db.transaction(async () => {
          for (const statement of [...writtenOf('pat-1', left), ...writtenOf('pat-2', going)]) await host.db.script(statement);
        });
        const ctx = host.context<DialysisFileDb>('dialysis-file');
        const by = { userId: '', userName: '' };
        await host.db.transaction(async () => {
          await followPlans(ctx, ['pat-1', 'pat-2'], ['org-gz' as OrgId], by);
          for (const id of ['pat-1', 'pat-2']) await keepInfection(ctx, id, 'org-gz' as OrgId, by);
        });
        const before = await snapshot();
        const bothRun = left.sessions.includes(3) && going.sessions.includes(3);
        const preview = await host.call('patient', patientContract.routes.mergePreview, { params: { id: 'pat-1' }, query: { from: 'pat-2' } });
        expect(preview.obstacle).toBe(bothRun ? 'patient.merge-running' : '');
        if (bothRun) {
          refused += 1;
          expect(await refusal(merge())).toBe('patient.merge-running');
          expect(await snapshot()).toEqual(before);
          return;
        }
        merged += 1;
        host.time.now = new Date(host.time.now.getTime() + 60_000);
        await merge();
        const files = await sqlRows<{ id: string }>('select id from dialysis_file.file where deleted_at is null');
        expect(files.map(({ id }) => id)).toEqual(left.hasFile || going.hasFile ? ['pat-1'] : []);
        const left2 = await sqlRows<{ n: string }>("select count(*)::text as n from dialysis_session.session where patient_id = 'pat-2'");
        expect(left2[0]?.n).toBe('0');
        const signed = await sqlRows<{ n: string }>(
          "select count(*)::text as n from dialysis_file.prescription where patient_id = 'pat-1' and state = 'signed'",
        );
        expect(Number(signed[0]?.n)).toBeLessThanOrEqual(1);
        const markers = await sqlRows<{ n: string }>("select count(*)::text as n from dialysis_file.result where patient_id = 'pat-1'");
        expect(Number(markers[0]?.n)).toBe((left.hasFile ? left.markers.length : 0) + (going.hasFile ? going.markers.length : 0));
        const patterns = await sqlRows<{ n: string }>("select count(*)::text as n from dialysis_file.pattern where patient_id = 'pat-1' and not cancelled");
        expect(Number(patterns[0]?.n)).toBeLessThanOrEqual(1);
        const doubled = await sqlRows(
          "select drug_id from dialysis_session.standing_order where patient_id = 'pat-1' and stopped_at is null and id like 'pat-2%' and drug_id in (select drug_id from dialysis_session.standing_order where patient_id = 'pat-1' and stopped_at is null and id like 'pat-1%')",
        );
        expect(doubled).toEqual([]);
        await separate();
        expect(await snapshot()).toEqual(before);
      }),
      { numRuns: effort('merges of dialysis patients', 12, 150) },
    );
    expect([merged > 0, refused >= 0]).toEqual([true, true]);
  });

  it('is refused when one of two dialysis files has an outcome and the other has none, and cannot be taken back once somebody wrote', async () => {
    await clear();
    const bare: SideOfTwo = {
      hasFile: true,
      markers: [],
      signed: 0,
      draft: false,
      weights: [],
      accesses: [],
      pattern: false,
      slots: [],
      sessions: [5],
      orders: [],
    };
    for (const statement of [...writtenOf('pat-1', bare), ...writtenOf('pat-2', bare)]) await host.db.script(statement);
    await host.db.script("update dialysis_file.file set outcome_on = '2026-02-01', outcome = '{}' where id = 'pat-2'");
    expect(await refusal(merge())).toBe('patient.merge-outcome');
    await host.db.script("update dialysis_file.file set outcome_on = null, outcome = null where id = 'pat-2'");
    host.time.now = new Date(host.time.now.getTime() + 60_000);
    await merge();
    await host.db.script(`update dialysis_session.session set updated_at = '${new Date(host.time.now.getTime() + 1000).toISOString()}' where id = 'pat-2-x-0'`);
    expect(await refusal(separate())).toBe('patient.separate-late');
    await host.db.script(`update dialysis_session.session set updated_at = '2026-03-01' where id = 'pat-2-x-0'`);
    await separate();
  });
});

describe('at the same moment', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
    await house.host.db.script("update patient.patient set patient_type = 'dialysis' where id = 'pat-2'");
  });
  afterAll(() => house.host.close());

  it('two treatments start and the files are merged: whatever comes first, nobody has two that run', async () => {
    const acts = actsOf(() => house);
    const ready = async (slotId: string): Promise<string> => {
      const { session } = await acts.checkIn(slotId);
      await acts.save(session.id, 'arrival', { scale: 63 });
      await acts.save(session.id, 'access', { thrill: 'strong', skin: 'clean' });
      await acts.save(session.id, 'before', { systolic: 140, diastolic: 85 });
      await acts.confirm(session.id);
      await acts.check1(session.id);
      return session.id;
    };
    const ids = [await ready('slot-1'), await ready('slot-2')];
    const look = (id: string) => house.host.call('patient', patientContract.routes.file, { params: { id } });
    const [into, from] = [await look('pat-1'), await look('pat-2')];
    const body = { from: 'pat-2', version: into.version, fromVersion: from.version, reason: '重复建档' };
    const outcomes = await Promise.all(
      [
        () => acts.start(ids[0] ?? ''),
        () => house.host.call('patient', patientContract.routes.merge, { params: { id: 'pat-1' }, body }),
        () => acts.start(ids[1] ?? ''),
      ].map((act) =>
        act().then(
          () => 'done',
          (error: unknown) => (isAppError(error) ? error.key : Promise.reject(error)),
        ),
      ),
    );
    const db = house.host.db.kyselyFor<{ 'dialysis_session.session': { patient_id: string; state: number } }>();
    const running = await db.selectFrom('dialysis_session.session').select('patient_id').where('state', '=', 3).execute();
    expect(new Set(running.map(({ patient_id }) => patient_id)).size).toBe(running.length);
    if (outcomes[1] === 'done') expect(running.length).toBeLessThanOrEqual(1);
    else expect(outcomes).toEqual(['done', 'patient.merge-running', 'done']);
  });
});
