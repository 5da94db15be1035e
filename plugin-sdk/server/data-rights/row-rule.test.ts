import { describe, expect, it } from 'vitest';
import type { DataCondition, DataRights } from '../../contract/index.ts';
import { createFakeServerContext } from '../../testing/fakes/fake-server-context.ts';
import { defineDataModel } from './data-model.ts';
import { visibleRows } from './visible-rows.ts';

const visits = defineDataModel({
  menu: 'his.visit',
  table: 'his.visit',
  orgColumn: 'org_id',
  fields: {
    creatorUserId: { column: 'creator_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    reimWay: { column: 'reim_way', type: 'String' },
    total: { column: 'total', type: 'Double' },
  },
});

type Group = DataCondition[number]['groups'][number];
const is = (field: string, value: string, op: Group['op'] = 'Equal'): Group => ({ field, type: 'String', op, value });
const all = (...groups: Group[]): DataCondition => [{ logic: 'and', groups }];
const any = (...groups: Group[]): DataCondition => [{ logic: 'or', groups }];

function compiled(conditions: readonly DataCondition[], over: Partial<DataRights> = {}) {
  const ctx = createFakeServerContext<Record<string, never>>();
  const rights: DataRights = {
    menu: 'his.visit',
    userId: 'u1',
    orgId: 'o1',
    orgIds: ['o1'],
    scope: { kind: 'schemes', conditions, userAndBelow: ['u1', 'u2'] },
    ...over,
  };
  const { sql, parameters } = visibleRows(ctx, visits, { rights }).compile(ctx.db);
  return { sql, parameters, warnings: ctx.record.logs.filter(({ level }) => level === 'warn') };
}

describe('[6-02] data schemes become little SQL', () => {
  it('a scheme without conditions is the organisation filter alone, whatever stands beside it', () => {
    const { sql, parameters } = compiled([all(is('creatorUserId', '@userId')), []]);
    expect(sql).toBe('"org_id" = $1::text');
    expect(parameters).toEqual(['o1']);
  });

  it('nothing granted is no row', () => {
    expect(compiled([]).sql).toBe('false');
  });

  it('equal schemes count once, values of one column share a list', () => {
    const own = all(is('creatorUserId', '@userId'));
    expect(compiled([own, own, own]).sql).toBe('("org_id" = $1::text and "creator_id" = $2::text)');
    const { sql, parameters } = compiled([
      own,
      all(is('creatorUserId', '@userAraSubordinates')),
      any(is('creatorUserId', 'u9'), is('creatorUserId', '@userId')),
    ]);
    expect(sql).toBe('("org_id" = $1::text and "creator_id" = any($2::text[]))');
    expect(parameters).toEqual(['o1', ['u1', 'u2', 'u9']]);
  });

  it('a scheme that another one contains disappears', () => {
    const narrow = all(is('creatorUserId', '@userId'), is('reimWay', '310'));
    expect(compiled([narrow, all(is('creatorUserId', '@userAraSubordinates'))]).sql).toBe('("org_id" = $1::text and "creator_id" = any($2::text[]))');
  });

  it('"own organisation and below" adds nothing to the organisation filter', () => {
    expect(compiled([all(is('orgId', '@organizationAndSuborganization'))], { orgIds: ['o1', 'o2'] }).sql).toBe('"org_id" = any($1::text[])');
    expect(compiled([all(is('orgId', '@organizeId'))], { orgIds: ['o1', 'o2'] }).sql).toBe('("org_id" = any($1::text[]) and "org_id" = $2::text)');
  });

  it('two lists of one column that share nothing are no row', () => {
    expect(compiled([all(is('reimWay', '310'), is('reimWay', '390'))]).sql).toBe('false');
  });

  it('what is unknown or unreadable lets nothing through and is told once', () => {
    const { sql, warnings } = compiled([
      all(is('idcard', '1'), is('reimWay', '310')),
      any(is('total', 'twelve'), is('reimWay', '310', 'GreaterThan'), is('reimWay', '390')),
      all(is('creatorUserId', '@nobody', 'NotEqual')),
    ]);
    expect(sql).toBe('("org_id" = $1::text and "reim_way" = $2::text)');
    expect(warnings).toHaveLength(4);
    const junk = JSON.parse('[{"logic":"xor","groups":[]}]') as DataCondition;
    expect(compiled([junk]).sql).toBe('false');
  });

  it('texts of a scheme are parameters only', () => {
    const text = `x' or 'a'='a"; drop table his.visit; --`;
    const { sql, parameters } = compiled([all(is('reimWay', text, 'Contains'), is('total', '5', 'GreaterThan'))]);
    expect(sql).toBe('("org_id" = $1::text and (position($2::text in "reim_way") > 0 and "total" > $3::numeric))');
    expect(parameters).toEqual(['o1', text, '5']);
  });
});
