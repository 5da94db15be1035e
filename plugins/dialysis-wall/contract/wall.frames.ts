import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to who works in the facility, screens among them. Who is called is read, not told. */
export const wallFrames = {
  name: 'dialysis-wall',
  hears: {},
  pushes: { dialysisWallCalled: { summary: 'A patient was called, or a call was taken back', body: Type.Object({ orgId: Type.String() }) } },
} as const satisfies Frames;
