import { describe, expect, it } from 'vitest';
import { exceptionsIn, judge, tell } from './refuse-plans.ts';
import { placeIn } from './statement-recorder.ts';
import { MAX_ROWS, type PlanNode, walkPlan } from './walk-plan.ts';

/** Bills of ten years, an index over all of them and one over a few. */
const ROWS = new Map([
  ['charging.bill', 1_000_000],
  ['charging.bill_list', 1_000_000],
  ['charging.bill_open', MAX_ROWS],
]);
const grows = (relation: string): number | undefined => ROWS.get(relation);
/** Gives its first row at once, and costs 100,000 to its end. */
const node = (type: string, rows: number, over: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Plan Rows': rows,
  'Startup Cost': 0,
  'Total Cost': 100_000,
  ...over,
});
/** A limit that is reached after `share` of what is below. */
const limited = (below: PlanNode, share = 0.001): PlanNode => node('Limit', 20, { 'Total Cost': below['Total Cost'] * share, Plans: [below] });
const bills = { Schema: 'charging', 'Relation Name': 'bill' };
const found = (plan: PlanNode) => walkPlan(plan, grows).map(({ what }) => what);

describe('what a plan does that takes longer every year', () => {
  it('a growing table read whole, however few rows are left of it, wherever it stands', () => {
    expect(found(node('Seq Scan', 3, bills))).toEqual(['whole table']);
    expect(
      found(
        node('Hash Join', 3, {
          Plans: [node('Seq Scan', 3, { Schema: 'core', 'Relation Name': 'org' }), node('Hash', 3, { Plans: [node('Seq Scan', 3, bills)] })],
        }),
      ),
    ).toEqual(['whole table']);
    expect(found(node('Seq Scan', 900_000, { Schema: 'core', 'Relation Name': 'org' }))).toEqual([]);
  });

  it('a table read whole for most of its rows is read as it should be, and so is one that a limit leaves early', () => {
    ROWS.set('charging.shift', 50_000);
    const shifts = { Schema: 'charging', 'Relation Name': 'shift' };
    expect(found(node('Seq Scan', 40_000, shifts))).toEqual([]);
    expect(found(node('Seq Scan', 3, shifts))).toEqual(['whole table']);
    expect(found(limited(node('Seq Scan', 3, bills)))).toEqual([]);
    expect(found(limited(node('Seq Scan', 3, bills), 0.5))).toEqual(['whole table']);
  });

  it('what a condition that is never true keeps from running is not read: a keyword of punctuation around the door of a table', () => {
    const kept = (filter: string) => found(node('Result', 0, { 'One-Time Filter': filter, Plans: [node('Seq Scan', 3, bills)] }));
    expect(kept('false')).toEqual([]);
    expect(kept('(1 > now())')).toEqual(['whole table']);
  });

  it('an index walked from end to end, unless a limit ends the walk', () => {
    const walk = node('Index Scan', MAX_ROWS + 1, { ...bills, 'Index Name': 'bill_list' });
    expect(found(walk)).toEqual(['whole index']);
    expect(found({ ...walk, 'Index Cond': '(id = $1)' })).toEqual([]);
    expect(found({ ...walk, 'Index Name': 'bill_open' })).toEqual([]);
    expect(found(limited(walk))).toEqual([]);
    expect(found(limited(node('Nested Loop', MAX_ROWS + 1, { Plans: [walk] })))).toEqual([]);
    // What takes all rows before it gives one reads to the end, limit or not; and so does what is asked beforehand.
    expect(found(limited(node('Hash Join', 9, { Plans: [node('Hash', 9, { Plans: [walk] })] })))).toEqual(['whole index']);
    expect(found(limited({ ...walk, 'Parent Relationship': 'InitPlan' }))).toEqual(['whole index']);
  });

  it('many rows sorted or added up, though few come out', () => {
    const part = node('Index Scan', MAX_ROWS + 1, { ...bills, 'Index Cond': '(org_id = $1)' });
    expect(found(limited(node('Sort', MAX_ROWS + 1, { Plans: [part] })))).toEqual(['sort']);
    expect(found(node('Aggregate', 1, { Plans: [part] }))).toEqual(['aggregate']);
    expect(found(node('Aggregate', 1, { Plans: [node('Limit', 10_001, { Plans: [part] })] }))).toEqual([]);
    expect(found(node('Sort', 1, { Plans: [node('Function Scan', MAX_ROWS + 1)] }))).toEqual([]);
  });
});

describe('refusals', () => {
  const statement = { text: 'select id\n  from charging.bill where total = $1', values: ['3'], place: 'plugins/charging/server/lists/bill.query.ts:41' };
  const explained = [{ statement, plan: node('Seq Scan', 1_000_000, { ...bills, Filter: "(total = '3')" }) }];
  const line = (table: string) => exceptionsIn(`what\ttable\tfile\treason\nwhole table\t${table}\tplugins/charging/server/lists/bill.query.ts\tonce a night\n`);

  it('name table, rows, statement, place and what to do', () => {
    const [refusal] = judge(explained, grows, []).refused;
    const text = refusal ? tell(refusal) : '';
    for (const said of ['charging.bill', '1,000,000', statement.place, 'select id from charging.bill where total = $1', '["3"]', 'Add an index'])
      expect(text).toContain(said);
  });

  it('are lifted by an exception for that table in that file, and an exception that nothing needs is told', () => {
    expect(judge(explained, grows, line('charging.bill'))).toMatchObject({ refused: [], unneeded: [], statements: 1, excepted: 1 });
    const [other] = line('charging.payment');
    expect(judge(explained, grows, other ? [other] : [])).toMatchObject({ unneeded: [other], excepted: 0 });
    expect(judge(explained, grows, []).refused).toHaveLength(1);
    expect(() => exceptionsIn('what\ttable\tfile\treason\nsort\tcharging.bill\tx.ts\t \n')).toThrowError('without a reason');
  });

  it('an exception is needed as long as its file asks that table, whatever the planner chose this time', () => {
    const led = [{ statement, plan: node('Index Scan', 1, { ...bills, 'Index Cond': "(total = '3')" }) }];
    const lines = line('charging.bill');
    expect(judge(led, grows, lines)).toMatchObject({ unneeded: [], unusedThisTime: lines, excepted: 0 });
    expect(judge(explained, grows, lines)).toMatchObject({ unneeded: [], unusedThisTime: [] });
    expect(judge([], grows, lines)).toMatchObject({ unneeded: lines, unusedThisTime: [] });
  });

  it('tell of statements that cannot be planned', () => {
    expect(judge([{ statement, error: 'no such column' }], grows, []).unplanned).toEqual([expect.stringContaining('no such column')]);
  });
});

describe('where a statement comes from', () => {
  const at = (file: string) => `    at async work (${new URL(`../../../${file}`, import.meta.url).pathname}:7:3)`;

  it('is the first place of the product outside of the database layer', () => {
    const stack = [
      'Error: here',
      at('tests/support/x.ts'),
      at('node_modules/kysely/a.ts'),
      at('shell/server/db/pool/session.ts'),
      at('plugins/charging/server/lists/bill.query.ts'),
    ];
    expect(placeIn(stack.join('\n'))).toBe('plugins/charging/server/lists/bill.query.ts:7');
    expect(placeIn([at('tests/contracts/x.int.test.ts'), at('plugins/charging/testing/desk.ts'), at('plugins/charging/server/a.test.ts')].join('\n'))).toBe(
      'test',
    );
    expect(placeIn(at('node_modules/kysely/a.ts'))).toBe('');
  });
});
