import { describe, expect, it } from 'vitest';
import { usesIn } from './uses-of.ts';

const listed = (source: string) => Object.fromEntries([...usesIn(source)].map(([door, names]) => [door, [...names]]));

describe('what sources take', () => {
  it('names, types, other names, whole doors, over many lines; nothing else and nothing in comments', () => {
    const source = `import { Act, type WebContext as Context } from '@nephra/plugin-sdk/web';
import type {
  Money,
} from "@nephra/plugin-sdk/contract";
export { patientDirectory } from '@nephra/plugins/patient';
import * as all from '@nephra/plugin-sdk/server';
// import { gone } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
const text = 'from';`;
    expect(listed(source)).toEqual({
      '@nephra/plugin-sdk/web': ['Act', 'WebContext'],
      '@nephra/plugin-sdk/contract': ['Money'],
      '@nephra/plugins/patient': ['patientDirectory'],
      '@nephra/plugin-sdk/server': ['*'],
    });
  });
});
