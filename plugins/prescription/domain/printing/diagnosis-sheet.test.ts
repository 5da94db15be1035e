import { describe, expect, it } from 'vitest';
import { compareLines, linesOf } from './diagnosis-sheet.ts';

const sheet = (...rows: string[][]) => rows.map((cells, at) => ({ number: at + 1, cells }));

describe('the lines of a workbook', () => {
  it.each([
    ['of the template in English', ['Diagnosis code *', 'Diagnosis name*'], ['A00', '霍乱']],
    ['of the insurance, whose other columns are codes and names, too', ['类目代码', '类目名称', '诊断代码', '诊断名称'], ['A00', '类目', 'A00', '霍乱']],
    ['of the clinics, code first or not', ['疾病名称', '主要编码', '附加编码'], ['霍乱', 'Ａ00 ', '']],
    ['with wide signs and blanks in the headings', ['ICD－10 编码', '名 称'], ['A00', ' 霍乱']],
  ])('are found in a sheet %s, below a title', (_, headings, cells) => {
    expect(linesOf(sheet(['国家临床版（演示）'], [], headings, cells, ['', '', '', '']))).toEqual([{ number: 4, code: 'A00', name: '霍乱' }]);
  });

  it('are not guessed where a heading is missing', () => {
    expect(linesOf(sheet(['诊断编码', '说明'], ['A00', '霍乱']))).toBeUndefined();
  });
});

it('a wrong line takes no code away from a right one below it', () => {
  const lines = [
    { number: 2, code: 'A00', name: '' },
    { number: 3, code: 'A00', name: '霍乱' },
  ];
  expect(compareLines(lines, new Map()).map(({ kind, problem }) => [kind, problem])).toEqual([
    ['wrong', 'name-missing'],
    ['new', ''],
  ]);
});
