import { addMoney, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import { CHARGE_GROUPS, type ChargeGroup, CONSUMABLE_TYPES, type DrugType } from '../../../catalogue/contract/index.ts';

export const chargeGroup = (drugType: DrugType): ChargeGroup => CHARGE_GROUPS[drugType];

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
    consumables: of((type) => CONSUMABLE_TYPES.includes(type)),
    preselfpay: sum(lines, (line) => line.preselfpay),
    fulamtOwnpay: sum(lines, (line) => line.fulamtOwnpay),
    overlmt: sum(lines, (line) => line.overlmt),
  };
}
