import { describe, expect, it } from 'vitest';
import { carriedFindings } from '../../check/carried-twice.ts';
import { BuildProblem } from '../problem.ts';
import { SHARED_LINE, takeShared } from './server-shared.ts';

const head = (code: string): string => takeShared(`${SHARED_LINE}\n${code}`, '1.4.0');

describe('imports of shared modules', () => {
  it('become questions on the line of their own, and nothing else moves', () => {
    const code = `import{a,b as c}from"kysely";import*as t from"typebox";import{x}from"node:fs";const n="import{a}from'kysely'";a(c,t,x,n);`;
    const [line, rest] = head(code).split('\n');
    expect(line).toContain('Symbol.for("nephra.shared-modules@1")');
    expect(line).toContain('{"a":a,"b":c}=nephraShared("kysely",["a","b"])');
    expect(line).toContain('t=nephraShared("typebox",[])');
    expect(rest).toHaveLength(code.length);
    expect(rest?.trimStart()).toBe(code.slice(code.indexOf('import{x}')));
  });

  it('are named once where a module takes the same name twice, and a default is a name', () => {
    expect(head(`import k,{a}from"kysely";import{a as b}from"kysely";k(a,b);`)).toContain('{"default":k,"a":a}=nephraShared("kysely",["default","a"])');
  });

  it('leave a half that takes nothing alone', () => {
    expect(head('const a = 1;')).toBe('\nconst a = 1;');
  });

  it('cannot be passed on', () => {
    for (const code of [`export*from"kysely";`, `export{sql}from"kysely";`]) expect(() => head(code)).toThrow(BuildProblem);
  });
});

describe('packages that would be there twice', () => {
  it('are a sub-path of a shared one, or one package in two versions', () => {
    expect(carriedFindings(['/p/node_modules/lodash', '/p/node_modules/@acme/kysely'])).toEqual([]);
    expect(carriedFindings(['/p/node_modules/typebox'])).toEqual([expect.stringMatching(/copy of 'typebox'.*import 'typebox' or 'typebox\/value' instead/)]);
    expect(carriedFindings(['/p/node_modules/@nephra/plugin-sdk'])[0]).toContain("import '@nephra/plugin-sdk/contract' or");
    expect(carriedFindings(['/p/node_modules/a', '/p/node_modules/b/node_modules/a'])).toEqual([expect.stringContaining("carries 'a' 2 times")]);
  });
});
