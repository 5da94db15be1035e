import { DAY_MS, dayAfter, mondayOf, type OrgId, weekdayOf } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { DialysisMode, Zone } from '../../dialysis-file/contract/index.ts';
import { demoRestDay } from '../../patient/contract/index.ts';
import { contacts } from '../../permission/contract/index.ts';
import type { MachineState } from '../contract/index.ts';
import { closeFor } from './plan/closure.command.ts';
import { materialise } from './plan/materialise.ts';
import { machineTable, roomTable, stationTable } from './tables/place.tables.ts';
import { rotaTable } from './tables/plan.tables.ts';
import type { WorkCtx } from './tables/tables.ts';

/** Generated data for a demo system, `plugins/dialysis-schedule` part (`tools/seed/schedule.mjs`). */
export interface ScheduleDemo {
  readonly rooms: readonly { readonly id: string; readonly orgId: OrgId; readonly enCode: string; readonly fullName: string; readonly sortCode: number }[];
  readonly stations: readonly {
    readonly id: string;
    readonly orgId: OrgId;
    readonly roomId: string;
    readonly enCode: string;
    readonly zone: Zone;
    readonly sortCode: number;
  }[];
  readonly machines: readonly {
    readonly id: string;
    readonly orgId: OrgId;
    readonly enCode: string;
    readonly model: string;
    readonly modes: readonly DialysisMode[];
    readonly zone: '' | Zone;
    readonly stationId: string | null;
    readonly state: MachineState;
  }[];
  readonly rota: {
    readonly orgId: OrgId;
    readonly shifts: readonly {
      readonly shiftId: string;
      readonly people: readonly { readonly userId: string; readonly duty: 'nurse' | 'doctor'; readonly zone: '' | Zone }[];
    }[];
  };
}

const DAYS_AHEAD = 60;
/** The closed day of the demo, counted from the first start. */
const CLOSED_IN_DAYS = 20;
const ROTA_WEEKS = 3;

/** Fills the demo system: the board from the Monday of last week on, what is past treated, a few of it missed. */
export async function fillDemo({ rooms, stations, machines, rota }: ScheduleDemo, ctx: WorkCtx): Promise<void> {
  const today = ctx.clock.today();
  const now = ctx.clock.now();
  await roomTable.insertAll(
    ctx,
    rooms.map((one) => ({ ...one, description: '', enabled: true })),
  );
  await stationTable.insertAll(
    ctx,
    stations.map((one) => ({ ...one, publicName: '', description: '', enabled: true })),
  );
  await machineTable.insertAll(
    ctx,
    machines.map((one) => ({
      ...{ ...one, maker: 'SIM', serialNo: one.enCode.replaceAll('-', ''), description: '', sessionId: '', usedAt: null },
      ...{ reason: one.state === 'maintenance' ? 'SIM 等待更换血泵' : '', disinfectedAt: new Date(now.getTime() - DAY_MS / 2) },
    })),
  );
  const first = dayAfter(mondayOf(today), -7);
  for (const orgId of new Set(stations.map((one) => one.orgId))) await materialise(ctx, orgId, first, dayAfter(today, DAYS_AHEAD), { quiet: true });
  // rows: the demo's own past, in a database that nobody else has used
  await sql`update dialysis_schedule.slot set state = 'treated', held = true where slot_day < ${today}`.execute(ctx.db);
  // rows: the demo's own past; about every fortieth treatment was missed
  await sql`update dialysis_schedule.slot set state = 'absent', reason = 'refused' where slot_day < ${today} and patient_id in ('patient-0020', 'patient-0033')
    and extract(isodow from slot_day) > 3`.execute(ctx.db);
  const restDay = demoRestDay(today);
  await fillRota(ctx, rota, first, restDay);
  const closed = dayAfter(today, CLOSED_IN_DAYS + (weekdayOf(dayAfter(today, CLOSED_IN_DAYS)) === restDay ? 1 : 0));
  const movedTo = dayAfter(closed, (restDay - weekdayOf(closed) + 7) % 7);
  await closeFor(ctx, rota.orgId, { byId: 'user-gz03', byName: '' }, { date: closed, shiftId: '', movedTo, reason: 'SIM 停水检修' });
}

async function fillRota(ctx: WorkCtx, { orgId, shifts }: ScheduleDemo['rota'], first: string, restDay: number): Promise<void> {
  const ids = [...new Set(shifts.flatMap(({ people }) => people.map(({ userId }) => userId)))];
  const names = await ctx.service(contacts).look({ userId: 'user-admin', orgIds: [orgId] }, ids);
  const days = Array.from({ length: ROTA_WEEKS * 7 }, (_, at) => dayAfter(first, at)).filter((date) => weekdayOf(date) !== restDay);
  const tomorrow = dayAfter(ctx.clock.today(), 1);
  await rotaTable.insertAll(
    ctx,
    days.flatMap((date) =>
      shifts.flatMap(({ shiftId, people }, shift) =>
        people.map(({ userId, duty, zone }, at) => ({
          ...{ orgId, date, shiftId, userId, userName: names.get(userId)?.realName ?? userId, duty, zone },
          absent: date === tomorrow && shift === 1 && at === 1,
          note: date === tomorrow && shift === 1 && at === 1 ? 'SIM 病假' : '',
        })),
      ),
    ),
  );
}
