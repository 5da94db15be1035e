import { fen } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { certainOwnPay } from './own-pay.ts';

describe('what a patient certainly pays alone', () => {
  const base = { reimWay: '310', drugDirectoryType: '甲', limitUseSign: 0, approvalMark: 0, subTotal: fen(500) };
  it.each([
    [{}, 0],
    [{ reimWay: '0' }, 500],
    [{ drugDirectoryType: '丙' }, 500],
    [{ drugDirectoryType: '' }, 500],
    [{ limitUseSign: 1 }, 500],
    [{ limitUseSign: 1, approvalMark: 1 }, 0],
  ])('%o → %i', (over, expected) => {
    expect(certainOwnPay({ ...base, ...over })).toBe(expected);
  });
});
