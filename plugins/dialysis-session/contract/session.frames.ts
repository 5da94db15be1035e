import { type Frames, Type } from '@nephra/plugin-sdk/contract';

/** Told to who works in the facility: what is shown of this treatment is old. Nothing of it is in the frame; whoever may see it reads it again. */
export const sessionFrames = {
  name: 'dialysisSession',
  hears: {},
  pushes: {
    dialysisSessionChanged: {
      summary: 'A treatment changed',
      body: Type.Object({ sessionId: Type.String(), slotId: Type.String(), date: Type.String(), red: Type.Boolean() }),
    },
  },
} as const satisfies Frames;
