import { type Money, ZERO } from '@nephra/plugin-sdk/contract';

/**
 * What the patient certainly pays alone for a line, before the insurer has spoken: everything when the patient is not insured, the item is not
 * in the list or graded 丙, or a limited use is not confirmed by the doctor.
 */
export function certainOwnPay(line: { reimWay: string; drugDirectoryType: string; limitUseSign: number; approvalMark: number; subTotal: Money }): Money {
  const listed = line.drugDirectoryType === '甲' || line.drugDirectoryType === '乙';
  const limited = line.limitUseSign === 1 && line.approvalMark !== 1;
  return line.reimWay === '0' || !listed || limited ? line.subTotal : ZERO;
}
