import { addMoney, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import type { DrugType } from '../../../catalogue/contract/index.ts';

export type ChargeGroup = 'west' | 'diagTreat' | 'assay';

/** Charge group of each category (spec 9). */
const GROUP_OF: Readonly<Record<DrugType, ChargeGroup>> = {
  西药: 'west',
  中成药: 'west',
  耗材: 'diagTreat',
  挂号: 'diagTreat',
  治疗: 'diagTreat',
  检查: 'diagTreat',
  材料: 'diagTreat',
  护理: 'diagTreat',
  其他: 'diagTreat',
  化验: 'assay',
};
export const chargeGroup = (drugType: DrugType): ChargeGroup => GROUP_OF[drugType];

export interface AmountLine {
  readonly drugType: DrugType;
  readonly subTotal: Money;
  readonly preselfpay: Money;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
}

export interface Totals {
  readonly total: Money;
  readonly west: Money;
  readonly diagTreat: Money;
  readonly assay: Money;
  /** Part of diagTreat: 其他. */
  readonly other: Money;
  /** Part of diagTreat: 耗材 and 材料. */
  readonly consumables: Money;
  readonly preselfpay: Money;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
}

const sum = <L extends AmountLine>(lines: readonly L[], pick: (line: L) => Money): Money => lines.reduce<Money>((all, line) => addMoney(all, pick(line)), ZERO);

/** Sums per charge group; the three groups add up to the total, the two parts are shown beside it. */
export function totalsOf(lines: readonly AmountLine[]): Totals {
  const of = (keep: (type: DrugType) => boolean): Money =>
    sum(
      lines.filter((line) => keep(line.drugType)),
      (line) => line.subTotal,
    );
  return {
    total: sum(lines, (line) => line.subTotal),
    west: of((type) => chargeGroup(type) === 'west'),
    diagTreat: of((type) => chargeGroup(type) === 'diagTreat'),
    assay: of((type) => chargeGroup(type) === 'assay'),
    other: of((type) => type === '其他'),
    consumables: of((type) => type === '耗材' || type === '材料'),
    preselfpay: sum(lines, (line) => line.preselfpay),
    fulamtOwnpay: sum(lines, (line) => line.fulamtOwnpay),
    overlmt: sum(lines, (line) => line.overlmt),
  };
}
