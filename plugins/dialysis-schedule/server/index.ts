import { defineServerPlugin, extend, hear, provide } from '@nephra/plugin-sdk/server';
import { mergeFollowers } from '../../patient/contract/index.ts';
import { boardFrames, dialysisAttendance, dialysisBoard, dialysisDuties } from '../contract/index.ts';
import { attendanceOf } from './board/attendance.service.ts';
import { dialysisBoardOf } from './board/dialysis-board.service.ts';
import { boardRoutes, planRoutes } from './board.routes.ts';
import { fillDemo, type ScheduleDemo } from './demo.ts';
import { slotMerges } from './merge/merge-follower.ts';
import migrations from './migrations';
import { dutiesOf } from './plan/duty.service.ts';
import { onPlanningChanged, planAheadJob } from './plan/plan-ahead.job.ts';
import { disinfectionRoutes, machineRoutes, roomRoutes, stationRoutes } from './records/place.routes.ts';
import { slotTable } from './tables/plan.tables.ts';
import { type ScheduleDb, tableSizes } from './tables/tables.ts';

const dataModels = [slotTable.dataModel].filter((model) => model !== undefined);

export default defineServerPlugin<ScheduleDb>({
  schema: 'dialysis_schedule',
  migrations,
  tableSizes,
  dataModels,
  implementations: [boardRoutes, planRoutes, roomRoutes, stationRoutes, machineRoutes, disinfectionRoutes],
  extensions: [extend(mergeFollowers, slotMerges)],
  services: [provide(dialysisBoard, dialysisBoardOf), provide(dialysisDuties, dutiesOf), provide(dialysisAttendance, attendanceOf)],
  subscribers: [onPlanningChanged],
  jobs: [planAheadJob],
  sockets: [hear<ScheduleDb>()(boardFrames, {})],
  demo: (data, ctx) => fillDemo(data as ScheduleDemo, ctx),
});
