import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionProblem, readCondition, type SchemeField } from './condition-check.ts';
import { conditionText, idsIn } from './condition-text.ts';
import { presetName, presetSchemes, schemeName } from './preset-schemes.ts';

const fields: SchemeField[] = [
  { enCode: 'workerId', fullName: '责任医生', type: 'User' },
  { enCode: 'orgId', fullName: '所属机构', type: 'Organize' },
  { enCode: 'reimWay', fullName: '费用类别', type: 'String' },
  { enCode: 'totalPrice', fullName: '金额', type: 'Double' },
];
const is = (field: string, value: string, op: 'Equal' | 'In' | 'GreaterThanOrEqual' | 'Contains' = 'Equal') => ({ field, type: '', op, value });

describe('[6-02] conditions of data schemes', () => {
  it('read as sentences in each language', () => {
    const condition = [
      { logic: 'or' as const, groups: [is('workerId', '@userId'), is('reimWay', '310,390', 'In')] },
      { logic: 'and' as const, groups: [is('totalPrice', '100', 'GreaterThanOrEqual')] },
    ];
    expect(conditionText(condition, fields, 'zh')).toBe('（责任医生等于当前用户 或 费用类别属于“310”、“390”） 且 金额大于等于“100”');
    expect(conditionText(condition, fields, 'zhtw')).toBe('（责任医生等於目前使用者 或 费用类别屬於「310」、「390」） 且 金额大於等於「100」');
    expect(conditionText(condition, fields, 'en')).toBe('(责任医生 is the current user or 费用类别 is one of “310”, “390”) and 金额 is at least “100”');
    expect(conditionText([], fields, 'en')).toBe('All data of the organisation and those below it');
    expect(conditionText([{ logic: 'or', groups: [is('reimWay', '1'), is('gone', '2')] }], fields, 'zh')).toBe('费用类别等于“1” 或 gone等于“2”');
  });

  it('name people and organisations, not their ids; what nobody knows or may see stays an id', () => {
    const condition = [{ logic: 'and' as const, groups: [is('workerId', 'gao,ma', 'In'), is('orgId', 'wh'), is('reimWay', 'gao'), is('workerId', '@userId')] }];
    const names = new Map([
      ['gao', '高飞/gao'],
      ['wh', '武汉中心'],
    ]);
    expect(idsIn(condition, fields)).toEqual({ people: ['gao', 'ma'], organizations: ['wh'] });
    expect(conditionText(condition, fields, 'zh', (id) => names.get(id))).toBe(
      '责任医生属于“高飞/gao”、“ma” 且 所属机构等于“武汉中心” 且 费用类别等于“gao” 且 责任医生等于当前用户',
    );
  });

  it('take a hundred ids; what is longer is complained about before it is sent', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(36, '0')).join(',');
    const of = (value: string) => [{ logic: 'and' as const, groups: [is('workerId', value, 'In')] }];
    expect([conditionProblem(of(ids(100)), fields), readCondition(JSON.stringify(of(ids(100))))?.length]).toEqual([undefined, 1]);
    expect([conditionProblem(of(ids(200)), fields)?.reason, readCondition(JSON.stringify(of(ids(200))))]).toEqual(['long-content', undefined]);
  });

  it('are read from JSON text, and from nothing else', () => {
    expect(readCondition('')).toEqual([]);
    expect(readCondition('[{"logic":"and","groups":[{"id":"x","field":"reimWay","type":"String","op":"Equal","value":" 310 ","extra":1}]}]')).toEqual([
      { logic: 'and', groups: [{ field: 'reimWay', type: 'String', op: 'Equal', value: '310' }] },
    ]);
    for (const text of [
      '{',
      '{}',
      'null',
      '[1]',
      '[{"logic":"xor","groups":[]}]',
      '[{"logic":"and","groups":[]}]',
      '[{"logic":"or","groups":[{"field":"a"}]}]',
    ]) {
      expect(readCondition(text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.json(), (text) => void readCondition(text)));
  });

  it('name the field that makes no sense', () => {
    const problem = (group: ReturnType<typeof is>) => conditionProblem([{ logic: 'and', groups: [is('reimWay', '1'), group] }], fields);
    expect(problem(is('idcard', '1'))).toEqual({ reason: 'unknown-field', entry: 0, comparison: 1, field: 'idcard' });
    expect(problem(is('workerId', '@userId', 'Contains'))).toMatchObject({ reason: 'unfit-operator', field: '责任医生' });
    expect(problem(is('totalPrice', '一百'))).toMatchObject({ reason: 'unfit-content', field: '金额' });
    expect(problem(is('workerId', '@organizeId'))).toMatchObject({ reason: 'unfit-content' });
    expect(problem(is('reimWay', ' '))).toMatchObject({ reason: 'empty-content' });
    expect(problem(is('orgId', '@organizationAndSuborganization'))).toBeUndefined();
  });

  it('the usual ones fit the fields that there are', () => {
    expect(presetSchemes(fields).map(({ preset }) => preset)).toEqual(['all', 'organization', 'own', 'subordinates']);
    expect(presetSchemes([]).map(({ preset }) => preset)).toEqual(['all']);
    for (const { condition } of presetSchemes(fields)) expect(conditionProblem(condition, fields)).toBeUndefined();
    expect(presetName('own', 'zhtw')).toBe('僅本人資料');
    expect(schemeName({ enCode: 'preset.own', fullName: '仅本人数据' }, 'en')).toBe('Own data');
    expect(schemeName({ enCode: 'preset.own', fullName: '我的' }, 'en')).toBe('我的');
    expect(schemeName({ enCode: 'own', fullName: '仅本人数据' }, 'en')).toBe('仅本人数据');
  });
});
