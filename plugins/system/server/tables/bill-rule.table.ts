import { column, defineTable, fieldColumns, kept, type SqlRow, type StoredOf, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { billRule } from '../../contract/bill-rule/bill-rule.contract.ts';

/** Rules of numbers, of the whole installation. */
export const billRuleTable = defineTable(
  'system.bill_rule',
  {
    id: column.id(),
    ...fieldColumns(billRule),
    enabled: column.flag(),
    /** Name of who made it; empty where a plugin did. */
    creatorUser: column.text(100),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { scope: 'installation', unique: { bill_rule_code_idx: ['enCode'] }, taken: { enCode: ['rule-code-taken', 'code'] } },
);
export interface BillRuleStored extends StoredOf<typeof billRuleTable> {}

/** Shapes in which a rule has given numbers, and the last one of each. */
export const billRuleShapeTable = defineTable(
  'system.bill_rule_shape',
  {
    ruleId: column.ref('system.bill_rule'),
    prefix: column.text(20),
    dateFormat: column.text(8),
    digit: column.int(1, 12),
    lastNumber: column.text(64),
    givenAt: column.instant(),
  },
  { scope: 'installation', rowsStay: true, key: ['ruleId', 'prefix', 'dateFormat', 'digit'] },
);

/** Numbers that a person holds for a form that is open; `until` is a moment of the steady line. */
export const billNumberHoldTable = defineTable(
  'system.bill_number_hold',
  { ruleId: column.ref('system.bill_rule'), userId: column.text(64), number: column.text(64), until: column.instant() },
  { scope: 'installation', rowsStay: true, key: ['ruleId', 'userId'] },
);

export interface BillRuleTables {
  'system.bill_rule': SqlRow<typeof billRuleTable>;
  'system.bill_rule_shape': SqlRow<typeof billRuleShapeTable>;
  'system.bill_number_hold': SqlRow<typeof billNumberHoldTable>;
}

export const billRuleSizes: TableSizes = { bill_rule: small(500), bill_rule_shape: small(1_000), bill_number_hold: small(5_000) };
