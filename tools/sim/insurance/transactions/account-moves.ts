import type { Account, Accumulators, Amounts } from '../model.ts';

const NOTHING: Accumulators = { deductibleFen: 0, poolFen: 0, selfFen: 0 };

export const usedIn = (account: Account, year: string, insutype: string): Accumulators => account.years[`${year}:${insutype}`] ?? NOTHING;

/** The account after a settlement (`sign` 1) or after it was taken back (-1). */
export function moved(
  account: Account,
  settlement: { readonly year: string; readonly insutype: string; readonly amounts: Amounts; readonly growth: Accumulators },
  sign: 1 | -1,
): Account {
  const { amounts, growth } = settlement;
  const used = usedIn(account, settlement.year, settlement.insutype);
  return {
    ownFen: account.ownFen - sign * (amounts.acct_pay - amounts.acct_mulaid_pay),
    familyFen: account.familyFen - sign * amounts.acct_mulaid_pay,
    years: {
      ...account.years,
      [`${settlement.year}:${settlement.insutype}`]: {
        deductibleFen: used.deductibleFen + sign * growth.deductibleFen,
        poolFen: used.poolFen + sign * growth.poolFen,
        selfFen: used.selfFen + sign * growth.selfFen,
      },
    },
  };
}
