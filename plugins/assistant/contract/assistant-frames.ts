import { type Frames, Type } from '@nephra/plugin-sdk/contract';
import { MAX_ANSWER, MAX_ASK_ID } from './limits.ts';

/** An answer while it comes, to the open pages of whoever asked. What counts is the reply of the call: a frame that is missed is missed for a moment. */
export const assistantFrames = {
  name: 'assistant',
  hears: {},
  pushes: {
    assistantPart: {
      summary: 'More of an answer. `order` counts from 0; frames may come late, so a page puts them in order',
      body: Type.Object({ askId: Type.String({ maxLength: MAX_ASK_ID }), order: Type.Integer({ minimum: 0 }), text: Type.String({ maxLength: MAX_ANSWER }) }),
    },
    assistantLooksUp: {
      summary: 'The model looks something up; `title` in the language of the call',
      body: Type.Object({ askId: Type.String({ maxLength: MAX_ASK_ID }), title: Type.String({ maxLength: 100 }) }),
    },
  },
} as const satisfies Frames;
