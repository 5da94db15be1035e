import { defineContract, del, get, pageOf, pageQuery, type Static, Type } from '@nephra/plugin-sdk/contract';
import { LOG_MENU, LOG_TYPES, MAX_LOG_WORD, MAX_REMOVED_IDS } from './limits.ts';

/** 1 login, 3 operation: entries of the audit log. 4 exception, 5 request: a bounded store of their own; pages that ask by themselves are kept there only when they were refused. */
const type = Type.Union([Type.Literal(LOG_TYPES.login), Type.Literal(LOG_TYPES.operation), Type.Literal(LOG_TYPES.exception), Type.Literal(LOG_TYPES.request)]);
const word = Type.Optional(Type.String({ maxLength: MAX_LOG_WORD }));
const logQuery = {
  ...pageQuery,
  /** Milliseconds, both included. */
  startTime: Type.Optional(Type.Integer({ minimum: 0 })),
  endTime: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Piece of the name or account. */
  userName: word,
  ipaddress: word,
  /** Piece of the name of the route, `charge.create`. */
  moduleName: word,
  requestMethod: word,
};

const logRow = Type.Object({
  /** A number for entries of the audit log; `request-…` and `exception-…` for the others. */
  id: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  userName: Type.String(),
  ipaddress: Type.String(),
  platForm: Type.String(),
  /** Template of the route: what stood in its places is not kept. */
  requestURL: Type.String(),
  requestMethod: Type.String(),
  /** Milliseconds. */
  requestDuration: Type.Integer(),
  moduleName: Type.String(),
  /** What the act is called, in the language of the reader; empty where it has no name. */
  moduleTitle: Type.String(),
  /** `ok`, `refused`, `failed`. */
  outcome: Type.String(),
  /** Text of a request's answer code, of an exception, or key of a refusal; empty when there is nothing to say. */
  abstracts: Type.String(),
  /** Facts as JSON text, without passwords, identity numbers and numbers of mobile phones. */
  json: Type.String(),
});
export type LogRow = Static<typeof logRow>;

const params = Type.Object({ type });
const reading = { need: `perm:${LOG_MENU}`, audit: 'read' } as const;
const clearing = { need: `perm:${LOG_MENU}:btn_remove`, audit: 'security', retry: 'natural' } as const;

/**
 * The four logs of the platform. Everybody sees what was done in their own organisations; what nobody was signed in for, and errors outside of
 * calls, administrators alone. Entries of the audit log are never removed.
 */
export const logContract = defineContract('systemLog', {
  modules: get('/api/system/Log/ModuleName', {
    ...reading,
    audit: 'none',
    summary: 'Names of acts that can stand in the log of operations',
    reply: Type.Array(Type.Object({ moduleName: Type.String(), moduleTitle: Type.String() })),
  }),
  list: get('/api/system/Log/{type}', {
    ...reading,
    summary: 'A log, newest first. Sorting is fixed; 10,000 rows are counted and paged, further back a span of days is asked for',
    params,
    query: Type.Object(logQuery),
    /** `searchedBackTo`: a search for words stopped at this moment, in milliseconds; null when it looked at everything. */
    reply: Type.Intersect([pageOf(logRow), Type.Object({ searchedBackTo: Type.Union([Type.Integer(), Type.Null()]) })]),
  }),
  entry: get('/api/system/Log/{type}/{id}', {
    ...reading,
    summary: 'One line of a log, an operation with what was before and after',
    params: Type.Object({ type, id: Type.String({ pattern: '^(?:request-|exception-)?[0-9]{1,18}$' }) }),
    reply: logRow,
  }),
  export: get('/api/system/Log/{type}/Actions/Export', {
    need: `perm:${LOG_MENU}:btn_download`,
    audit: 'export',
    summary: 'A log as a workbook, all lines that are found',
    raw: true,
    params,
    query: Type.Object(logQuery),
    reply: Type.Null(),
  }),
  remove: del('/api/system/Log', {
    ...clearing,
    summary: 'Removes requests and exceptions; refused whole when one is an entry of the audit log (`system.log-kept`)',
    body: Type.Object({ ids: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: MAX_REMOVED_IDS }) }),
    reply: Type.Null(),
  }),
  clear: del('/api/system/Log/{type}', {
    ...clearing,
    summary: 'Removes all requests or exceptions that the caller sees; refused for the audit log (`system.log-kept`)',
    params,
    reply: Type.Null(),
  }),
});
