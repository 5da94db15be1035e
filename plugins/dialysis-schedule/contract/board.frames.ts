import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to everybody who works in the organisation; the page reads that day again. Nothing of a patient is in it. */
export const boardFrames = {
  name: 'dialysis-schedule',
  hears: {},
  pushes: {
    dialysisBoardChanged: { summary: 'Something changed on the board of a day', body: Type.Object({ orgId: Type.String(), date: Type.String() }) },
  },
} as const satisfies Frames;
