import { transformSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const { code } = transformSync(readFileSync(path.join(import.meta.dirname, 'time-limit.ts'), 'utf8'), { loader: 'ts', format: 'esm' });
const folder = mkdtempSync(path.join(tmpdir(), 'nephra-limit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (program: string) => {
  const file = path.join(folder, 'program.mjs');
  writeFileSync(file, `${code}\n${program}`);
  return spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
};

describe('time that a command may take', () => {
  it('ends a loop without end in somebody’s module, and says at what', () => {
    const { signal, stderr } = run("startTimeLimit(0.01).at('server half'); for (;;);");
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: expect.stringContaining('Given up after 0.01 minutes, at: server half.') });
  });

  it('keeps nobody who is done before', () => {
    expect(run('startTimeLimit(0.2);')).toMatchObject({ status: 0, stderr: '' });
  });
});
