import { describe, expect, test } from 'vitest';
import { fileNameIn, fileOf, readJsonAnswer } from './file-answer.ts';

const json = (value: unknown, status = 200) => ({ data: new Blob([JSON.stringify(value)], { type: 'application/json; charset=utf-8' }), status, headers: {} });

describe('answers that are files', () => {
  test('the name comes in any script; the plain one serves where there is no other', () => {
    expect(fileNameIn(`attachment; filename="__.xlsx"; filename*=UTF-8''${encodeURIComponent('账单 1.xlsx')}`)).toBe('账单 1.xlsx');
    expect(fileNameIn('attachment; filename="list.xlsx"')).toBe('list.xlsx');
    expect(fileNameIn(`attachment; filename="list.xlsx"; filename*=UTF-8''%E8%B4`)).toBe('list.xlsx');
    expect(fileNameIn('inline')).toBe('');
  });

  test('a file keeps its type and its bytes', async () => {
    const file = fileOf({ data: new Blob(['abc'], { type: 'text/csv' }), status: 200, headers: { 'content-disposition': 'attachment; filename="a.csv"' } });
    expect([file.name, file.type, await file.text()]).toEqual(['a.csv', 'text/csv', 'abc']);
  });

  test('a refusal is read out of the bytes; a JSON document of its own stays a file', async () => {
    const refusal = { code: 400, msg: '不可导出', data: null, timestamp: 1, extras: { error: 'x.y' } };
    expect((await readJsonAnswer(json(refusal, 400))).data).toEqual(refusal);
    for (const document of [{ openapi: '3.1.0' }, { code: 'text', extras: 1 }, [1], null])
      expect((await readJsonAnswer(json(document))).data).toBeInstanceOf(Blob);
    const broken = { data: new Blob(['{'], { type: 'application/json' }), status: 200, headers: {} };
    expect(await readJsonAnswer(broken)).toBe(broken);
  });
});
