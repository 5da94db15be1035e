import { CATALOGUE_TRANSACTIONS, defineContract, defineEvent, get, listOf, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { byId, nullable, oneOf, text } from './wire-parts.ts';

export const catalogueInfno = oneOf(CATALOGUE_TRANSACTIONS);
export type CatalogueInfno = Static<typeof catalogueInfno>;

/** `waiting` for its turn or for the line, `running`, `cancelling`; then over. */
export const CATALOGUE_RUN_STATES = ['waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled'] as const;
export const catalogueRunState = oneOf(CATALOGUE_RUN_STATES);
export type CatalogueRunState = Static<typeof catalogueRunState>;

/** One download of one kind. It goes on where it stopped, after a crash or when it is started anew. */
export const catalogueRun = Type.Object({
  id: Type.String(),
  kind: catalogueInfno,
  state: catalogueRunState,
  fromVersion: Type.String(),
  /** Rows (files) or pages (queries) of the part in hand that are stored, and how many there are as far as is known. */
  position: Type.Integer(),
  total: nullable(Type.Integer()),
  /** Rows written by the whole run, and rows that could not be read. */
  stored: Type.Integer(),
  skipped: Type.Integer(),
  /** Why it failed or waits: a key under `errors`, with what fills its sentence; empty otherwise. */
  problem: Type.String(),
  problemParams: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  userName: Type.String(),
  /** Milliseconds. */
  startTime: Type.Integer(),
  endTime: nullable(Type.Integer()),
});
export type CatalogueRun = Static<typeof catalogueRun>;

/** What the facility has of one kind. */
export const catalogueKindRow = Type.Object({
  kind: catalogueInfno,
  /** `file` or `query`. */
  shape: oneOf(['file', 'query']),
  /** Empty: never downloaded. */
  version: Type.String(),
  rowCount: Type.Integer(),
  /** Milliseconds of the last look at the platform that went through. */
  checkTime: nullable(Type.Integer()),
  /** Whole days since then. */
  ageDays: nullable(Type.Integer()),
  run: nullable(catalogueRun),
});
export type CatalogueKindRow = Static<typeof catalogueKindRow>;

export const LIST_TYPES = ['101', '102', '103', '104', '201', '301'] as const;
export const listType = oneOf(LIST_TYPES);
export type ListType = Static<typeof listType>;

/** An entry of the national list. */
export const nationalItem = Type.Object({
  code: Type.String(),
  listType,
  name: Type.String(),
  genericName: Type.String(),
  spec: Type.String(),
  form: Type.String(),
  unit: Type.String(),
  approvalNumber: Type.String(),
  maker: Type.String(),
  /** 01 甲, 02 乙, 03 丙; empty when the list does not say. */
  grade: Type.String(),
  limited: Type.Boolean(),
  limitText: Type.String(),
  valid: Type.Boolean(),
  /** `YYYY-MM-DD`; empty = open. */
  endDate: Type.String(),
});
export type NationalItem = Static<typeof nationalItem>;

const NEED = 'perm:his.insurance.catalogue';

/** The national catalogue as the facility has it. */
export const catalogueContract = defineContract('insurance-catalogue', {
  kinds: get('/api/medins/catalogue', {
    summary: 'Kinds of the catalogue with version, age and the last download',
    need: NEED,
    audit: 'none',
    reply: listOf(catalogueKindRow),
  }),
  download: post('/api/medins/catalogue/download', {
    summary: 'Start downloads; one that runs for the kind already is left to it',
    need: `${NEED}:btn_download`,
    audit: 'write',
    retry: 'natural',
    body: Type.Object({ kinds: Type.Array(catalogueInfno, { minItems: 1, maxItems: 19 }) }),
    reply: listOf(catalogueKindRow),
  }),
  runs: get('/api/medins/catalogue/run', {
    summary: 'Downloads, newest first',
    need: NEED,
    audit: 'none',
    query: Type.Object({ ...pageQuery, kind: Type.Optional(catalogueInfno) }),
    reply: pageOf(catalogueRun),
  }),
  cancel: post('/api/medins/catalogue/run/{id}/cancel', {
    summary: 'Stop a download after the rows in hand; what is stored stays',
    need: `${NEED}:btn_download`,
    audit: 'write',
    retry: 'natural',
    params: byId,
    reply: catalogueRun,
  }),
  items: get('/api/medins/catalogue/item', {
    summary: 'Search the national list by code, name, pinyin, specification, approval number',
    need: NEED,
    audit: 'none',
    query: Type.Object({ ...pageQuery, listType: Type.Optional(listType), code: Type.Optional(text(60)) }),
    reply: pageOf(nationalItem),
  }),
});

/** A download waits: whoever has a free hand goes on with it. */
export const catalogueRunWaiting = defineEvent<{ runId: string }>('insurance.catalogue-run-waiting@1');
