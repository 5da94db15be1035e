/** The only door of this plugin for others. */
export { type DialysisAttendance, dialysisAttendance, type MissedPlace } from './attendance.service.ts';
export {
  type BoardChanged,
  boardChanged,
  type DialysisBoard,
  dialysisBoard,
  type MachineState,
  type ShiftFacts,
  type SlotFacts,
  type SlotOrigin,
  type SlotState,
  type StationFacts,
} from './board.service.ts';
export { boardFrames } from './board.frames.ts';
export { type DialysisDuties, dialysisDuties, type Duty } from './duty.service.ts';
