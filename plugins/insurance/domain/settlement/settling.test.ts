import { fen, isAppError, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SETTLEMENT_STATES } from '../../contract/index.ts';
import { type FeeSource, feeBatches, feeRow } from './fee-upload.ts';
import { nextRound, nextStepOf } from './resolve-plan.ts';
import { filingCovers, filingFor, settleBlockers } from './settle-checks.ts';
import { ACTIVE_STATES, assertMove, DOUBTFUL_STATES, FINAL_STATES, mayMove } from './settlement-states.ts';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';

const state = fc.constantFrom(...SETTLEMENT_STATES);

describe('[M2] states of a settlement', () => {
  it('every move that is not declared is refused with a sentence', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        try {
          assertMove(from, to);
          expect(mayMove(from, to)).toBe(true);
        } catch (error) {
          expect(isAppError(error) && error.key).toBe('insurance.move');
          expect(mayMove(from, to)).toBe(false);
        }
      }),
    );
  });
  it('what is over stays over; money leaves only from what a cashier accepted; a doubt ends in certainty or with a person', () => {
    for (const from of FINAL_STATES) for (const to of SETTLEMENT_STATES) expect(mayMove(from, to)).toBe(false);
    expect(SETTLEMENT_STATES.filter((from) => mayMove(from, 'settling'))).toEqual(['presettled']);
    expect(SETTLEMENT_STATES.filter((from) => mayMove(from, 'cancelling'))).toEqual(['settled']);
    expect(SETTLEMENT_STATES.filter((from) => from !== 'review' && DOUBTFUL_STATES.includes(from) && mayMove(from, 'abandoned'))).toEqual([]);
    expect(SETTLEMENT_STATES.filter((one) => !ACTIVE_STATES.includes(one))).toEqual(['settled', 'cancelled', 'abandoned']);
  });
  it('each doubt has one safe next step; rounds come after 1, 5, 15 and 60 minutes', () => {
    for (const one of DOUBTFUL_STATES) expect(nextStepOf(one, { working: false, rounds: 0 })).not.toBe('nothing');
    const minutes = [0, 1, 2, 3, 9].map((rounds) => (nextRound(new Date(0), rounds).getTime() / 60_000).toFixed());
    expect(minutes).toEqual(['1', '5', '15', '60', '60']);
    expect(nextStepOf('unknown', { working: true, rounds: 0 })).toBe('wait');
    expect(nextStepOf('unknown', { working: false, rounds: 9 })).toBe('compare-day');
  });
});

const source: FeeSource = {
  dpId: 'rx',
  dpNumber: 'CF1',
  dpDate: Date.parse('2026-03-02T02:00:00Z'),
  doctorNo: 'D1',
  doctorName: '林医生',
  detailId: 'd1',
  drugId: 'item-hd',
  drugName: '血液透析',
  medicalInsCode: 'SIM-HD',
  quantity: 30_000 as Quantity,
  price: 31_234 as UnitPrice,
  subTotal: fen(937),
  onceUsing: 1,
  onceUsingUnit: '次',
  drugUsage: '404',
  drugInterval: 'qd',
  drugDays: 1,
  approvalMark: 2,
};
const to = { mdtrtId: 'M1', psnNo: 'P1', batch: 'B1', diseaseCode: 'M07801', department: { code: 'A03.07', name: '肾病学专业' } };

describe('[7.3] fee lines for 2204', () => {
  it('says every field as the platform names it', () => {
    expect(feeRow(source, '7', to)).toMatchObject({
      feedetl_sn: '7',
      rxno: 'CF1',
      fee_ocur_time: '2026-03-02 10:00:00',
      med_list_codg: 'SIM-HD',
      medins_list_codg: 'item-hd',
      det_item_fee_sumamt: 9.37,
      cnt: 3,
      pric: 3.1234,
      sin_dos_dscr: '1次',
      used_frqu_dscr: '11',
      medc_way_dscr: '404',
      hosp_appr_flag: '2',
      bilg_dr_codg: 'D1',
    });
  });
  it('no list is longer than the platform takes, no line is lost or moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1_000, max: 40_000 }), (count, most) => {
        const rows = Array.from({ length: count }, (_, at) => feeRow(source, String(at + 1), to));
        const batches = feeBatches(rows, most);
        for (const batch of batches) expect(JSON.stringify({ feedetail: batch }).length <= most || batch.length === 1).toBe(true);
        expect(batches.flat().map((row) => row.feedetl_sn)).toEqual(rows.map((row) => row.feedetl_sn));
      }),
      { numRuns: propertyCases(40) },
    );
  });
});

describe('[7.3] what may be settled together', () => {
  const patient = { patientName: '测试', psn_no: 'P1', reimWay: '310', medInsMark: '1' };
  const rx = { dpNumber: 'CF1', dpType: 14, reimWay: '310', diagnosis: [{ code: 'N18', name: '肾' }], lines: [{ drugName: '透析', medicalInsCode: 'X' }] };
  it('one insured patient, one category, diagnoses, every line mapped', () => {
    expect(settleBlockers(patient, [rx])).toEqual([]);
    expect(settleBlockers(patient, [])[0]?.key).toBe('empty');
    expect(settleBlockers({ ...patient, psn_no: '' }, [rx])[0]?.key).toBe('not-insured');
    const all = settleBlockers(patient, [rx, { ...rx, dpType: 11, reimWay: '0', diagnosis: [], lines: [{ drugName: '盐水', medicalInsCode: '' }] }]);
    expect(all.map((one) => one.key)).toEqual(['self-pay', 'categories', 'no-diagnosis', 'unmapped']);
  });
  it('a filing covers the whole span; the wanted one, else that of dialysis, else the only one', () => {
    const filing = { opsp_dise_code: 'M1', opsp_dise_name: '', begndate: '2026-01-01', enddate: '2026-03-31' };
    expect(filingCovers(filing, '2026-03-01', '2026-03-31')).toBe(true);
    expect(filingCovers(filing, '2026-03-01', '2026-04-01')).toBe(false);
    expect(filingCovers({ ...filing, enddate: '' }, '2026-03-01', '2099-01-01')).toBe(true);
    const days = { from: '2026-03-01', to: '2026-03-31' };
    const other = { ...filing, opsp_dise_code: 'M2' };
    expect(filingFor([filing, other], { wanted: 'M2', usual: 'M1', ...days })).toBe(other);
    expect(filingFor([other, filing], { wanted: '', usual: 'M1', ...days })).toBe(filing);
    expect(filingFor([other], { wanted: '', usual: 'M1', ...days })).toBe(other);
    expect(filingFor([other], { wanted: 'M9', usual: 'M1', ...days })).toBeUndefined();
  });
});
