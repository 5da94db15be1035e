import type { Fault } from '../../../tools/sim/insurance/index.ts';

const MONEY = ['2207', '2207A', '2208'];
const UNDOING = ['2601', '5203', '5204'];
const ON_THE_WAY = ['1101', '5301', '2201', '2203', '2203A', '2204', '2205', '2202', '2206', '2206A', '5201'];

/** What goes wrong in a round; each with its own share of the calls. */
export const faultsOf = (seed: number): Fault[] => {
  const always = (fault: Omit<Fault, 'count' | 'seed'>, at: number): Fault => ({ ...fault, count: 0, seed: seed * 100 + at });
  return [
    always({ kind: 'cut', infno: MONEY, when: 'after', probability: 0.12 }, 1),
    always({ kind: 'cut', infno: MONEY, when: 'before', probability: 0.06 }, 2),
    always({ kind: 'truncate', infno: MONEY, when: 'after', probability: 0.06 }, 3),
    always({ kind: 'html', infno: MONEY, when: 'after', status: 200, probability: 0.05 }, 4),
    always({ kind: 'errcode', infno: MONEY, when: 'after', code: 'AGW.9999', probability: 0.05 }, 5),
    always({ kind: 'errcode', infno: MONEY, when: 'before', code: 'AGW.9999', probability: 0.03 }, 6),
    always({ kind: 'infcode', infno: MONEY, when: 'after', value: -1, text: '系统异常', probability: 0.04 }, 7),
    always({ kind: 'infcode', infno: MONEY, when: 'before', value: -300300, text: '处理中', probability: 0.03 }, 8),
    always({ kind: 'infcode', infno: MONEY, when: 'before', value: -1, text: '该批次已变更，请重新上传', probability: 0.03 }, 9),
    always({ kind: 'no-setl-id', infno: ['2207', '2207A'], probability: 0.03 }, 10),
    always({ kind: 'contradict', infno: ['2207', '2207A'], probability: 0.02 }, 11),
    always({ kind: 'twice', infno: MONEY, probability: 0.05 }, 12),
    always({ kind: 'truncate', infno: UNDOING, when: 'after', probability: 0.2 }, 13),
    always({ kind: 'html', infno: UNDOING, when: 'before', status: 200, probability: 0.1 }, 14),
    always({ kind: 'truncate', infno: ON_THE_WAY, when: 'after', probability: 0.015 }, 15),
    always({ kind: 'cut', infno: ON_THE_WAY, when: 'before', probability: 0.01 }, 16),
    always({ kind: 'delay', infno: MONEY, when: 'before', ms: SLOW_MS, probability: 0.02 }, 18),
    always({ kind: 'delay', infno: MONEY, when: 'after', ms: SLOW_MS, probability: 0.02 }, 19),
    always({ kind: 'never', infno: [...MONEY, ...UNDOING], probability: 0.02 }, 20),
    always({ kind: 'infcode', infno: ON_THE_WAY, when: 'before', value: -1, text: '业务校验不通过', probability: 0.01 }, 17),
  ];
};

/** In bad weather nobody waits longer for an answer; a platform that is slow takes longer. */
export const PATIENCE_MS = 300;
const SLOW_MS = 700;
