import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { apiReport } from './api-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'nephra-api-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says every exported name with what stands behind it, wherever that is, and without comments', () => {
  const files = {
    'index.d.ts': `export { a, type Shape as Form } from './a.js';
export * from './more.js';
export * from 'elsewhere';
import type { Hidden } from './a.js';
export type { Hidden };
export { z } from 'far';`,
    'a.d.ts': `/** Says a. */
export declare const a: (one: string) => void;
export interface Shape {
    /** Of the edge. */
    readonly width: number; // in pixels
}
interface Hidden {
    readonly key: string;
}
export type { Hidden };
declare function unused(): void;`,
    'more.d.ts': `export declare function over(text: string): string;
export declare function over(count: number): number;
export declare class Box {
}`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  expect(apiReport('door', path.join(folder, 'index.d.ts'))).toBe(`# door

Written by \`node tools/docs/write-api.mjs\`; what changes here changes for vendors.

\`\`\`ts
// * from 'elsewhere'

// Box
class Box {
}

// Form
interface Shape {
    readonly width: number;
}

// Hidden
interface Hidden {
    readonly key: string;
}

// a
const a: (one: string) => void;

// over
function over(text: string): string;
function over(count: number): number;

// z
z from 'far'
\`\`\`
`);
});
