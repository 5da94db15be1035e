import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { NOTED } from './find-guards.mjs';

/** Runs before every test file while `npm run test:guards` looks which of them come by which guards: one line of JSON for each file. */
const notes = process.env.NEPHRA_GUARD_NOTES ?? '';
const root = path.resolve(import.meta.dirname, '../../..');
const passed = new Set<string>();
Reflect.set(globalThis, NOTED, passed);
const began = performance.now();

afterAll(() => {
  const test = path.relative(root, expect.getState().testPath ?? '');
  appendFileSync(notes, `${JSON.stringify({ test, milliseconds: Math.round(performance.now() - began), passed: [...passed] })}\n`);
});
