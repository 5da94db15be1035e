import { column, defineTable, kept, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_RULE_MOST, MAX_RULE_NAME, MAX_RULE_WORD } from '../../contract/money/price-rule.contract.ts';

/** What a region's insurer says of treatments and tests, from a day on. */
export const priceRuleTable = defineTable(
  'dialysis_session.price_rule',
  {
    id: column.id(),
    orgId: column.org(),
    kind: column.choice('treatment', 'test'),
    region: column.text(40),
    mode: column.text(10),
    drugId: column.text(64),
    ruleName: column.text(MAX_RULE_NAME),
    words: column.texts(MAX_RULE_WORD),
    most: column.int(0, MAX_RULE_MOST).nullable(),
    fromDay: column.day(),
    toDay: column.day().nullable(),
    source: column.text(MAX_RULE_NAME),
    ...kept,
  },
  {
    errorPrefix: 'price-rule',
    rowName: 'ruleName',
    unique: { price_rule_treatment_idx: ['orgId', 'mode', 'fromDay'] },
    uniqueWhere: { price_rule_treatment_idx: "((deleted_at IS NULL) AND (kind = 'treatment'::text))" },
    taken: { fromDay: ['price-rule-twice', 'from'] },
  },
);
export interface PriceRuleStored extends StoredOf<typeof priceRuleTable> {}
export type PriceRuleRow = SqlRow<typeof priceRuleTable>;
