import { defineContract, get, listOf, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { listType, nationalItem } from './catalogue.contract.ts';
import { day, id, nullable, oneOf, text } from './wire-parts.ts';

/** What is wrong with an entry, worst first; the list comes in this order. */
export const MAPPING_PROBLEMS = ['unmapped', 'vanished', 'expired', 'refused', 'over-cap', 'grade', 'not-reported', 'fine'] as const;
export const mappingProblem = oneOf(MAPPING_PROBLEMS);
export type MappingProblem = Static<typeof mappingProblem>;

/** `draft`: not reported yet. `reported`: the platform took it (3301). `refused`: it did not. */
export const MAPPING_STATES = ['draft', 'reported', 'refused'] as const;
export const mappingState = oneOf(MAPPING_STATES);
export type MappingState = Static<typeof mappingState>;

export const mappingRow = Type.Object({
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugType: Type.String(),
  drugNumber: Type.String(),
  approvalNumber: Type.String(),
  maker: Type.String(),
  stockUnit: Type.String(),
  /** Yuan. */
  price: Type.Number(),
  /** 01 甲, 02 乙, 03 丙 as the facility has it. */
  grade: Type.String(),
  listType,
  problem: mappingProblem,
  /** Null: unmapped. */
  mapping: nullable(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      name: Type.String(),
      begnDate: Type.String(),
      endDate: Type.String(),
      state: mappingState,
      /** What the platform said when it refused. */
      refusal: Type.String(),
      grade: Type.String(),
      /** Yuan; null = no cap. */
      cap: nullable(Type.Number()),
      version: Type.Integer(),
    }),
  ),
});
export type MappingRow = Static<typeof mappingRow>;

/** Why an entry of the list is proposed. */
export const SUGGESTION_REASONS = ['code', 'approval', 'name', 'name-like', 'spec', 'maker'] as const;
export const suggestionReason = oneOf(SUGGESTION_REASONS);
export type SuggestionReason = Static<typeof suggestionReason>;

export const suggestion = Type.Object({
  item: nationalItem,
  /** 0 to 100. */
  score: Type.Integer(),
  reasons: Type.Array(suggestionReason),
});
export type Suggestion = Static<typeof suggestion>;

/** Outcome of one line of a batch. `error`: key of a sentence under `errors`, empty when it went well; `said`: what the platform said. */
export const lineResult = Type.Object({ drugId: Type.String(), ok: Type.Boolean(), error: Type.String(), said: Type.String() });
export type LineResult = Static<typeof lineResult>;
const batchReply = Type.Object({ done: Type.Integer(), failed: Type.Integer(), lines: Type.Array(lineResult) });
export type BatchReply = Static<typeof batchReply>;

export const mappingHistoryRow = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  begnDate: Type.String(),
  endDate: Type.String(),
  state: mappingState,
  userName: Type.String(),
  /** Milliseconds. */
  createTime: Type.Integer(),
  reportTime: nullable(Type.Integer()),
  /** Null: stands. */
  endTime: nullable(Type.Integer()),
  endUserName: Type.String(),
});
export type MappingHistoryRow = Static<typeof mappingHistoryRow>;

const filter = {
  keyword: pageQuery.keyword,
  problem: Type.Optional(mappingProblem),
  /** Everything but what is fine. */
  open: Type.Optional(Type.Boolean()),
  listType: Type.Optional(listType),
};
const drugIds = Type.Array(id, { minItems: 1, maxItems: 200 });
const NEED = 'perm:his.insurance.catalogue';

/** The facility's entries and the national codes behind them. */
export const mappingContract = defineContract('insurance-mapping', {
  list: get('/api/medins/mapping', {
    summary: 'Entries of the facility, what needs work first',
    need: NEED,
    audit: 'none',
    query: Type.Object({ ...pageQuery, ...filter }),
    reply: pageOf(mappingRow),
  }),
  counts: get('/api/medins/mapping/counts', {
    summary: 'How many entries are in which state',
    need: NEED,
    audit: 'none',
    reply: Type.Object({ total: Type.Integer(), problems: Type.Record(Type.String(), Type.Integer()) }),
  }),
  history: get('/api/medins/mapping/history/{drugId}', {
    summary: 'All codes that an entry had, newest first',
    need: NEED,
    audit: 'none',
    params: Type.Object({ drugId: id }),
    reply: listOf(mappingHistoryRow),
  }),
  suggest: post('/api/medins/mapping/suggest', {
    summary: 'Proposals for entries, best first, with reasons',
    need: NEED,
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ drugIds, keyword: Type.Optional(text(100)) }),
    reply: listOf(Type.Object({ drugId: Type.String(), suggestions: Type.Array(suggestion) })),
  }),
  map: post('/api/medins/mapping', {
    summary: 'Put national codes behind entries; a code that stood before ends the day before',
    need: `${NEED}:btn_map`,
    audit: 'write',
    retry: 'natural',
    body: Type.Object({
      lines: Type.Array(
        Type.Object({
          drugId: id,
          code: Type.String({ minLength: 1, maxLength: 60 }),
          /** First day; today unless told. */
          begnDate: Type.Optional(day),
          /** Version of the mapping that stands, 0 when there is none: somebody else may have been faster. */
          version: Type.Integer({ minimum: 0 }),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    }),
    reply: batchReply,
  }),
  upload: post('/api/medins/mapping/upload', {
    summary: 'Report mappings to the platform (3301)',
    need: `${NEED}:btn_upload`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ drugIds }),
    reply: batchReply,
  }),
  revoke: post('/api/medins/mapping/revoke', {
    summary: 'Take mappings back, at the platform too when they were reported (3302)',
    need: `${NEED}:btn_map`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ drugIds }),
    reply: batchReply,
  }),
  export: get('/api/medins/mapping/export', {
    summary: 'The list with its filters as an Excel file',
    need: NEED,
    audit: 'export',
    query: Type.Object(filter),
    raw: true,
    reply: Type.Null(),
  }),
});

/** What the insurer's list says of an entry today; amounts in yuan, shares as fractions. */
export const previewFact = Type.Object({
  drugId: Type.String(),
  listed: Type.Boolean(),
  code: Type.String(),
  grade: oneOf(['01', '02', '03', '']),
  /** Six decimals as text; empty = no cap. */
  cap: Type.String(),
  /** Four decimals as text. */
  share: Type.String(),
  limited: Type.Boolean(),
  limitText: Type.String(),
});
export type PreviewFact = Static<typeof previewFact>;

export const previewContract = defineContract('insurance-preview', {
  facts: post('/api/medins/preview/facts', {
    summary: 'Facts of the insurer’s list behind entries, for the estimate while prescribing',
    need: { anyOf: ['perm:his.prescription', 'perm:his.insurance', 'perm:his.insurance.catalogue'] },
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ drugIds: Type.Array(id, { minItems: 1, maxItems: 200 }) }),
    reply: Type.Object({
      /** False: the facility has no insurance; nothing is shown then. */
      connected: Type.Boolean(),
      simulated: Type.Boolean(),
      /** When the facts were fetched; null = never. Milliseconds. */
      asOf: nullable(Type.Integer()),
      list: Type.Array(previewFact),
    }),
  }),
});
