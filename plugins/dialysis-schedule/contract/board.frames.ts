import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to everybody who works in the organisation; a page that shows the day reads again what changed. Nothing of a patient is in it. */
export const boardFrames = {
  name: 'dialysis-schedule',
  hears: {},
  pushes: {
    dialysisBoardChanged: {
      summary: 'Something changed on the board of a day',
      /** `slotIds`: the places that changed, came or went; absent: anything of the day may have. */
      body: Type.Object({ orgId: Type.String(), date: Type.String(), slotIds: Type.Optional(Type.Array(Type.String())) }),
    },
  },
} as const satisfies Frames;
