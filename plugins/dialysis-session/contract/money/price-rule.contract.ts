import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { DIALYSIS_MODES } from '../../../dialysis-file/contract/index.ts';
import { dayText, idText, nullable, oneOf } from '../session.schema.ts';

export const MAX_RULE_NAME = 200;
export const MAX_RULE_WORD = 60;
export const MAX_RULE_WORDS = 40;
/** Treatments in a month, or days between two tests. */
export const MAX_RULE_MOST = 400;
/** Regions of insurers that run here; another one is written as it is called. */
export const RULE_REGIONS = ['guangdong', 'hubei', 'guangxi', 'other'] as const;

const ruleBody = Type.Object({
  kind: Type.Union([Type.Literal('treatment'), Type.Literal('test')]),
  region: oneOf(RULE_REGIONS),
  /** Of a treatment; empty for a test. */
  mode: oneOf([...DIALYSIS_MODES, ''] as const),
  /** Entry of the catalogue with which the mode is charged; empty: as the kit says. */
  drugId: Type.String({ maxLength: 64 }),
  /** Of a test, as people call it; of a treatment the name of its item, which the server fills in. */
  name: Type.String({ maxLength: MAX_RULE_NAME }),
  /** Of a treatment: what its item includes, by words of names or beginnings of codes; of a test: words by which it is known. */
  words: Type.Array(Type.String({ minLength: 1, maxLength: MAX_RULE_WORD, pattern: '\\S' }), { maxItems: MAX_RULE_WORDS }),
  /** Of a treatment: how many in a month; of a test: days between two at least; null: not said. */
  most: nullable(Type.Integer({ minimum: 0, maximum: MAX_RULE_MOST })),
  from: dayText,
  to: nullable(dayText),
  /** Where it is written. */
  source: Type.String({ maxLength: MAX_RULE_NAME }),
});
export type PriceRuleBody = Static<typeof ruleBody>;
const ruleRow = Type.Object({ ...ruleBody.properties, id: Type.String(), version: Type.Integer() });
export type PriceRuleRow = Static<typeof ruleRow>;

/** Rules of the region's insurer, dated: an item that changes on a day is a new row, and the old one ends on the day before. */
export const priceRuleContract = defineContract('dialysisPriceRule', {
  list: get('/api/dialysis/PriceRules', {
    summary: 'Items, caps and intervals of the region, newest first',
    need: 'perm:dialysis.findings',
    audit: 'none',
    reply: listOf(ruleRow),
  }),
  /** Refusals: `dialysis-session.price-rule-days`, `dialysis-session.price-rule-mode`, `dialysis-session.price-rule-name`, `dialysis-session.price-rule-words`, `dialysis-session.entry-unknown`. */
  add: post('/api/dialysis/PriceRules', {
    summary: 'Add a rule; the one of the same mode that is in force ends on the day before',
    need: 'perm:dialysis.findings:btn_kit',
    audit: 'write',
    retry: 'idempotent-key',
    body: ruleBody,
    reply: ruleRow,
  }),
  remove: put('/api/dialysis/PriceRules/{id}/Actions/Remove', {
    summary: 'Remove a rule that was wrong',
    need: 'perm:dialysis.findings:btn_kit',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: Type.Null(),
  }),
});
