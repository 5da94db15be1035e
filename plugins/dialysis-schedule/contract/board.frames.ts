import { type Frames, type Static, Type } from '@nephra/plugin-sdk/contract';
import { SLOT_STATES, type SlotState } from './board.service.ts';

/** Where a place is now and how far: whoever has it on the board already knows whose it is, and shows it at once. */
const changedPlace = Type.Object({
  slotId: Type.String(),
  date: Type.String(),
  shiftId: Type.String(),
  stationId: Type.String(),
  state: Type.Unsafe<SlotState>(Type.Union(SLOT_STATES.map((state) => Type.Literal(state)))),
  version: Type.Integer(),
});
export type ChangedPlace = Static<typeof changedPlace>;

/** Told to everybody who works in the organisation; a page that shows the day reads again what changed. Nothing of a patient is in it. */
export const boardFrames = {
  name: 'dialysis-schedule',
  hears: {},
  pushes: {
    dialysisBoardChanged: {
      summary: 'Something changed on the board of a day',
      /**
       * `slotIds`: the places that changed, came or went; absent: anything of the day may have. `places`: where these are now. `stamp` is new with every commit: sent along with what is read
       * for it, all boards of a facility share one answer.
       */
      body: Type.Object({
        orgId: Type.String(),
        date: Type.String(),
        slotIds: Type.Optional(Type.Array(Type.String())),
        places: Type.Optional(Type.Array(changedPlace)),
        stamp: Type.Optional(Type.String()),
      }),
    },
  },
} as const satisfies Frames;
