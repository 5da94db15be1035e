import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to who works in the facility: something of the round of this patient changed. Nothing of it is in the frame; whoever may see it reads it again. */
export const roundFrames = {
  name: 'dialysisRound',
  hears: {},
  pushes: { dialysisRoundChanged: { summary: 'Notes, proposals or values of a patient changed', body: Type.Object({ patientId: Type.String() }) } },
} as const satisfies Frames;
