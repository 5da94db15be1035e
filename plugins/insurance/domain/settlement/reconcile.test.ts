import { fen } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { type DayRow, differencesOf, resultRowOf, stateOf, statementsOf, statementText, sumsOf } from './reconcile.ts';

const row = (setlId: string, over: Partial<DayRow> = {}): DayRow => ({
  settlementId: `s-${setlId}`,
  patientId: 'p1',
  patientName: '张三',
  psnNo: 'P1',
  insuplcAdmdvs: '440100',
  setlId,
  mdtrtId: 'M1',
  insutype: '310',
  clrType: '11',
  clrOptins: '440100',
  refund: false,
  medfee: fen(100_00),
  fund: fen(80_00),
  account: fen(5_00),
  cash: fen(15_00),
  ...over,
});
const told = (setlId: string, result: string, msgid = 'MSG1', refund = '0') =>
  resultRowOf(['P1', 'M1', setlId, msgid, result, refund, '']) as NonNullable<ReturnType<typeof resultRowOf>>;

describe('a day against the platform', () => {
  it('a cancelled settlement is two rows that add up to nothing', () => {
    const back = row('S1', { refund: true, medfee: fen(-100_00), fund: fen(-80_00), account: fen(-5_00), cash: fen(-15_00) });
    expect(sumsOf([row('S1'), back])).toEqual({ count: 2, medfee: 0, fund: 0, account: 0, cash: 0 });
    expect(statementText([row('S1'), back])).toBe('S1\tM1\tP1\t100.00\t80.00\t5.00\t0\nS1\tM1\tP1\t-100.00\t-80.00\t-5.00\t1');
  });
  it('the usual kinds are asked about even on a day without settlements', () => {
    const all = statementsOf([{ insutype: '310', clrType: '', clrOptins: '' }], '440100');
    expect(all.map((one) => `${one.insutype}/${one.clrType}/${one.refund}`)).toEqual(['310/11/false', '310/11/true', '390/11/false', '390/11/true']);
  });
  it('tells apart what only the platform has, what only we have, and amounts', () => {
    const theirs = [told('S1', '0'), told('S2', '1'), told('S3', '1', ''), told('S9', '1')];
    expect(differencesOf([row('S1'), row('S2'), row('S3'), row('S4')], theirs, ['0']).map((one) => [one.kind, one.ours?.setlId ?? one.theirs?.setlId])).toEqual(
      [
        ['amounts', 'S2'],
        ['facility-only', 'S3'],
        ['platform-only', 'S9'],
        ['facility-only', 'S4'],
      ],
    );
  });
  it('a cancellation that only the platform has is not covered by the settlement that both have', () => {
    expect(differencesOf([row('S1')], [told('S1', '0'), told('S1', '1', 'MSG2', '1')], ['0'])).toMatchObject([
      { kind: 'platform-only', theirs: { msgid: 'MSG2', refund: true } },
    ]);
  });
  it('amounts that cannot be read are no amounts', () => {
    expect(resultRowOf(['P', 'M', 'S', 'X', '0', '0', '', 'n/a', '1.5'])).toMatchObject({ medfee: null, fund: 150 });
  });
  it('a day is explained when all that is left is', () => {
    expect([stateOf([]), stateOf(['gone']), stateOf(['explained', 'gone']), stateOf(['explained', 'handed'])]).toEqual([
      'equal',
      'equal',
      'explained',
      'unexplained',
    ]);
  });
});
