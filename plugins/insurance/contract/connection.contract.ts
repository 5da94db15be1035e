import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { CONNECTION_LENGTHS, MAX_AREA } from './limits.ts';
import { id, nullable, oneOf, text } from './wire-parts.ts';

const words = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });

/** A region that a running site plugin brings. */
export const regionRow = Type.Object({
  code: Type.String(),
  pluginId: Type.String(),
  title: words,
  transport: oneOf(['gateway', 'agent']),
  facilityPrefixes: Type.Array(Type.String()),
  defaultBaseUrl: Type.String(),
  certTypes: Type.Array(oneOf(['01', '02', '03'])),
  fields: Type.Array(
    Type.Object({ key: Type.String(), title: words, hint: words, secret: Type.Boolean(), required: Type.Boolean(), placeholder: Type.Optional(Type.String()) }),
  ),
});
export type RegionRow = Static<typeof regionRow>;

/** How one facility reaches its platform. Secrets never leave the server: `secretsSet` names the keys that are stored. */
export const connectionRow = Type.Object({
  orgId: Type.String(),
  orgName: Type.String(),
  region: Type.String(),
  /** False when no running plugin brings the region: nothing is sent then. */
  regionRunning: Type.Boolean(),
  baseUrl: Type.String(),
  /** False when registry.json does not allow the address; the sentence of the check says what to write there. */
  addressAllowed: Type.Boolean(),
  fixmedinsCode: Type.String(),
  fixmedinsName: Type.String(),
  mdtrtareaAdmvs: Type.String(),
  recerSysCode: Type.String(),
  infver: Type.String(),
  values: Type.Record(Type.String(), Type.String()),
  secretsSet: Type.Array(Type.String()),
  /** A test region: exchanges may be replayed, and every screen and paper says so. */
  testRegion: Type.Boolean(),
  /** Answered by a simulation and not by an insurer; on every screen and paper. */
  simulated: Type.Boolean(),
  enabled: Type.Boolean(),
  /** Codes of the chronic diseases that are settled by a fixed quota (psn_setlway 02), separated by commas. */
  quotaDiseases: Type.String(),
  /** Whether the day's comparison takes back by itself what stands under the facility's code and was not sent by this system. */
  takeBackStrangers: Type.Boolean(),
  version: Type.Integer(),
});
export type ConnectionRow = Static<typeof connectionRow>;

export const connectionBody = Type.Object({
  region: Type.String({ minLength: 1, maxLength: CONNECTION_LENGTHS.region }),
  baseUrl: Type.String({ minLength: 1, maxLength: CONNECTION_LENGTHS.baseUrl }),
  fixmedinsCode: Type.String({ minLength: 1, maxLength: CONNECTION_LENGTHS.fixmedinsCode }),
  fixmedinsName: Type.String({ minLength: 1, maxLength: CONNECTION_LENGTHS.fixmedinsName }),
  mdtrtareaAdmvs: Type.String({ minLength: 1, maxLength: MAX_AREA }),
  recerSysCode: text(CONNECTION_LENGTHS.recerSysCode),
  infver: text(CONNECTION_LENGTHS.infver),
  values: Type.Record(Type.String({ maxLength: 40 }), text(CONNECTION_LENGTHS.value)),
  /** Only those that change; an empty text removes the stored one. */
  secrets: Type.Record(Type.String({ maxLength: 40 }), text(CONNECTION_LENGTHS.secret)),
  testRegion: Type.Boolean(),
  simulated: Type.Boolean(),
  enabled: Type.Boolean(),
  /** Left out = they stay. */
  quotaDiseases: Type.Optional(text(CONNECTION_LENGTHS.quotaDiseases)),
  /** Left out = it stays; false for a new connection. */
  takeBackStrangers: Type.Optional(Type.Boolean()),
  /** 0 for a facility without one. */
  version: Type.Integer({ minimum: 0 }),
});
export type ConnectionBody = Static<typeof connectionBody>;

export const CHECK_KEYS = ['region', 'credentials', 'address', 'reachable', 'clock', 'sign-in', 'catalogue', 'mapping'] as const;

/** One line of the checklist. Words stand in the locale files: `check.<key>.title`, `check.<key>.<verdict>`, `check.<key>.fix.<fix>`. */
export const checkLine = Type.Object({
  key: oneOf(CHECK_KEYS),
  verdict: oneOf(['ok', 'warn', 'fail', 'skipped']),
  /** What to do about it; empty when it is fine. */
  fix: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ms: Type.Integer(),
});
export type CheckLine = Static<typeof checkLine>;
export const checkReply = Type.Object({ orgId: Type.String(), checkedAt: Type.Integer(), lines: Type.Array(checkLine) });
export type CheckReply = Static<typeof checkReply>;

const byOrg = Type.Object({ orgId: id });

/** Set-up of the interface: which facility reaches which platform. */
export const connectionContract = defineContract('insurance-connection', {
  regions: get('/api/medins/regions', {
    summary: 'Regions that running site plugins bring',
    need: 'perm:his.insurance.setup',
    audit: 'none',
    reply: listOf(regionRow),
  }),
  list: get('/api/medins/connection', {
    summary: 'Connections of the caller’s facilities; one with version 0 stands for a facility without any',
    need: 'perm:his.insurance.setup',
    audit: 'read',
    reply: listOf(connectionRow),
  }),
  save: put('/api/medins/connection/{orgId}', {
    summary: 'Write a connection; secrets are stored sealed and never come back',
    need: 'perm:his.insurance.setup:btn_edit',
    audit: 'security',
    retry: 'natural',
    params: byOrg,
    body: connectionBody,
    reply: connectionRow,
  }),
  check: post('/api/medins/connection/{orgId}/check', {
    summary: 'Live checklist: credentials, address, gateway, clock, sign-in, catalogue',
    need: 'perm:his.insurance.setup',
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params: byOrg,
    reply: checkReply,
  }),
  /** What the bar on top of every insurance page says. */
  state: get('/api/medins/state', {
    summary: 'Is the interface of the caller’s facility up, simulated, and how many settlements are in doubt',
    need: { anyOf: ['perm:his.insurance', 'perm:his.charging', 'perm:his.insurance.setup'] },
    audit: 'none',
    reply: Type.Object({
      region: nullable(Type.String()),
      enabled: Type.Boolean(),
      simulated: Type.Boolean(),
      testRegion: Type.Boolean(),
      /** `down`: the last calls failed, calls wait (breaker open) until `retryAt` (milliseconds). */
      line: oneOf(['up', 'down', 'off']),
      retryAt: nullable(Type.Integer()),
      /** Settlements without a certain outcome. */
      doubtful: Type.Integer(),
      /** Calls that wait for the line. */
      waiting: Type.Integer(),
    }),
  }),
});
