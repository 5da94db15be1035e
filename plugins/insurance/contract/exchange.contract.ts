import { defineContract, del, get, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { CONNECTION_LENGTHS, EXCHANGE_LENGTHS, MAX_AREA, MIN_MSGID } from './limits.ts';
import { byId, day, id, nullable, oneOf, text } from './wire-parts.ts';

/** `sending` while it is on its way or the process died meanwhile; `unknown` nobody knows whether the platform acted. */
export const EXCHANGE_STATES = ['sending', 'success', 'refused', 'unknown'] as const;
export const exchangeState = oneOf(EXCHANGE_STATES);
export type ExchangeState = Static<typeof exchangeState>;

/** One exchange with the platform: written before it is sent, completed when it is answered, never changed after. */
export const exchangeRow = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  infno: Type.String(),
  msgid: Type.String(),
  state: exchangeState,
  infcode: Type.String(),
  /** What the platform or the gateway said. */
  errMsg: Type.String(),
  patientId: nullable(Type.String()),
  patientName: Type.String(),
  dpId: nullable(Type.String()),
  visitId: nullable(Type.String()),
  settlementId: nullable(Type.String()),
  operatorName: Type.String(),
  /** Milliseconds. */
  sendTime: Type.Integer(),
  answerTime: nullable(Type.Integer()),
  ms: nullable(Type.Integer()),
  /** How often the same message left. */
  attempts: Type.Integer(),
  /** Sent by the server, or noted by a workstation that reached a local agent itself. */
  source: oneOf(['server', 'workstation']),
  replayOf: nullable(Type.String()),
  testRegion: Type.Boolean(),
});
export type ExchangeRow = Static<typeof exchangeRow>;

/** With what went out and came back, as text of JSON; identity numbers and tokens are masked. */
export const exchangeRecord = Type.Intersect([exchangeRow, Type.Object({ request: Type.String(), answer: Type.String() })]);
export type ExchangeRecord = Static<typeof exchangeRecord>;

export const exchangeBody = Type.Object({
  infno: Type.String({ minLength: 4, maxLength: EXCHANGE_LENGTHS.infno }),
  msgid: Type.String({ minLength: MIN_MSGID, maxLength: EXCHANGE_LENGTHS.msgid }),
  request: text(EXCHANGE_LENGTHS.request),
  answer: text(EXCHANGE_LENGTHS.answer),
  infcode: text(EXCHANGE_LENGTHS.infcode),
  errMsg: text(EXCHANGE_LENGTHS.errMsg),
  state: exchangeState,
  patientId: Type.Optional(id),
  dpId: Type.Optional(id),
});
export type ExchangeBody = Static<typeof exchangeBody>;

/** Spec 3 `sysConfigInfo`, without anything secret. */
export const authInfo = Type.Object({
  sysConfigInfo: Type.Object({
    region: Type.String(),
    paasid: Type.String(),
    gatewayUrl: Type.String(),
    fixmedins_code: Type.String(),
    fixmedins_name: Type.String(),
    mdtrtarea_admvs: Type.String(),
    recer_sys_code: Type.String(),
    infver: Type.String(),
    /** Requests are signed on the server; a browser never needs the secret. */
    signedBy: Type.Literal('server'),
    simulated: Type.Boolean(),
  }),
});

/** Only transactions that read, only to the address of the caller's own connection. `input` as the platform wants it. */
export const proxyBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: CONNECTION_LENGTHS.baseUrl }),
  infno: Type.String({ minLength: 4, maxLength: EXCHANGE_LENGTHS.infno }),
  input: Type.Record(Type.String(), Type.Unknown()),
  insuplc_admdvs: Type.Optional(text(MAX_AREA)),
});

const NEED = 'perm:his.insurance.log';

/** Spec 7.3: interfaceinfo and the proxy call. */
export const exchangeContract = defineContract('interfaceinfo', {
  list: get('/api/medins/interfaceinfo', {
    summary: 'Exchanges with the platform, newest first',
    need: NEED,
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
      infno: Type.Optional(text(EXCHANGE_LENGTHS.infno)),
      state: Type.Optional(exchangeState),
      patientId: Type.Optional(id),
      settlementId: Type.Optional(id),
    }),
    reply: pageOf(exchangeRow),
    spec: ['7.3-01'],
  }),
  create: post('/api/medins/interfaceinfo', {
    summary: 'Note an exchange that a workstation made with its local agent',
    need: `${NEED}:btn_note`,
    audit: 'write',
    retry: 'idempotent-key',
    body: exchangeBody,
    reply: exchangeRecord,
    spec: ['7.3-01'],
  }),
  update: put('/api/medins/interfaceinfo/{id}', {
    summary: 'Complete such a note; what the server sent itself cannot be changed',
    need: `${NEED}:btn_note`,
    audit: 'write',
    retry: 'natural',
    params: byId,
    body: exchangeBody,
    reply: exchangeRecord,
    spec: ['7.3-02'],
  }),
  authInfo: get('/api/medins/interfaceinfo/AuthInfo', {
    summary: 'Addresses and codes of the caller’s facility, nothing secret',
    need: { anyOf: ['perm:his.insurance', 'perm:his.insurance.log', 'perm:his.insurance.setup', 'perm:his.charging'] },
    audit: 'read',
    reply: authInfo,
    spec: ['7.3-03', '3-16'],
  }),
  record: get('/api/medins/interfaceinfo/{id}', {
    summary: 'One exchange with request and answer',
    need: NEED,
    audit: 'read-patient',
    params: byId,
    reply: exchangeRecord,
    spec: ['7.3-02'],
  }),
  remove: del('/api/medins/interfaceinfo/{id}', {
    summary: 'Take a workstation’s note back; the server’s own journal stays',
    need: `${NEED}:btn_note`,
    audit: 'write',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
    spec: ['7.3-02'],
  }),
  replay: post('/api/medins/interfaceinfo/{id}/replay', {
    summary: 'Send the same input again under a new message number; only in a test region',
    need: `${NEED}:btn_replay`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    params: byId,
    reply: exchangeRecord,
  }),
  proxy: post('/api/medins/proxy', {
    summary: 'Ask the platform something that only reads; signed by the server',
    need: `${NEED}:btn_query`,
    audit: 'read-patient',
    retry: 'natural',
    transaction: 'own',
    body: proxyBody,
    reply: Type.Object({ infcode: Type.String(), err_msg: Type.String(), output: Type.Record(Type.String(), Type.Unknown()), exchangeId: Type.String() }),
    spec: ['7.3-04'],
  }),
  proxyDownload: post('/api/medins/proxy/download', {
    summary: 'The same for a file of the platform (9102)',
    need: `${NEED}:btn_query`,
    audit: 'export',
    retry: 'natural',
    transaction: 'own',
    body: proxyBody,
    raw: true,
    reply: Type.Null(),
    spec: ['7.3-04'],
  }),
});
