import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedFiles, comparedWith } from './changed-files.mjs';

let root: string;
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-changed-'));
  git('init', '--quiet');
  write('.gitignore', 'ignored/\n');
  for (const name of ['kept', 'staged', 'edited', 'old', 'gone'])
    write(`work/${name}.ts`, `export const ${name} = '${name} has a text long enough to be found again';\n`);
  git('add', '-A');
  git('commit', '--quiet', '--message', 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('changed files', () => {
  it('are none in a clean tree', () => {
    expect(changedFiles({ root })).toEqual([]);
  });

  it('are those staged, edited, new, deleted, and both names of a renamed one', () => {
    write('work/staged.ts', 'export const staged = 2;\n');
    git('add', 'work/staged.ts');
    write('work/edited.ts', 'export const edited = 2;\n');
    write('work/new/药 房.ts', 'export {};\n');
    write('ignored/x.ts', 'export {};\n');
    rmSync(path.join(root, 'work/gone.ts'));
    renameSync(path.join(root, 'work/old.ts'), path.join(root, 'work/renamed.ts'));
    git('add', '-A', 'work/old.ts', 'work/renamed.ts');
    expect(changedFiles({ root })).toEqual(['work/edited.ts', 'work/gone.ts', 'work/new/药 房.ts', 'work/old.ts', 'work/renamed.ts', 'work/staged.ts']);
  });

  it('since a commit are also those of the commits after it', () => {
    write('work/kept.ts', 'export const kept = 2;\n');
    git('commit', '--quiet', '--all', '--message', 'second');
    write('work/edited.ts', 'export const edited = 2;\n');
    expect(changedFiles({ root })).toEqual(['work/edited.ts']);
    expect(changedFiles({ root, against: 'HEAD~1' })).toEqual(['work/edited.ts', 'work/kept.ts']);
  });

  it('since a commit that nobody knows are an error that says so, and a word of git is no commit', () => {
    expect(() => changedFiles({ root, against: 'nowhere' })).toThrow('git knows no commit "nowhere"');
    expect(() => changedFiles({ root, against: '--all' })).toThrow('git knows no commit "--all"');
  });

  it('are compared with the last commit unless the command line names another', () => {
    expect(comparedWith(['--only', 'unit'])).toBeUndefined();
    expect(comparedWith(['--changed'])).toBe('HEAD');
    expect(comparedWith(['--only', 'unit', '--changed=HEAD~3'])).toBe('HEAD~3');
  });
});
