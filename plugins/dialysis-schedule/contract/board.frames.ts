import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to everybody who works in the organisation; a page that shows the day reads again what changed. Nothing of a patient is in it. */
export const boardFrames = {
  name: 'dialysis-schedule',
  hears: {},
  pushes: {
    dialysisBoardChanged: {
      summary: 'Something changed on the board of a day',
      /**
       * `slotIds`: the places that changed, came or went; absent: anything of the day may have. `stamp` is new with every commit: sent along with what is read
       * for it, all boards of a facility share one answer.
       */
      body: Type.Object({ orgId: Type.String(), date: Type.String(), slotIds: Type.Optional(Type.Array(Type.String())), stamp: Type.Optional(Type.String()) }),
    },
  },
} as const satisfies Frames;
