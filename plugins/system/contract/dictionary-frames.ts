import { type Frames, Type } from '@nephra/plugin-sdk/contract';

export const dictionaryFrames = {
  name: 'dictionary',
  hears: {},
  pushes: {
    dictionaryChanged: { summary: 'Dictionaries were changed: caches read them again', body: Type.Object({ revision: Type.String() }) },
  },
} as const satisfies Frames;
