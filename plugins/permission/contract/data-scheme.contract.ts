import { DATA_FIELD_TYPES, defineContract, del, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { byId, description, flag, id, MAX_CODE, name, oneOf, saved, seenVersion, sortCode } from './wire-parts.ts';

/** Id of a menu, or its enCode. */
const moduleId = Type.String({ minLength: 1, maxLength: 100 });
const ofModule = Type.Object({ moduleId });
const NEED = 'perm:permission.authorize:btn_scheme';
/** JSON text of a `DataCondition` (SDK); empty = all rows of the organisations. */
const conditionJson = Type.String({ maxLength: 60_000 });

/** Schemes that one press makes. */
export const PRESET_SCHEMES = ['all', 'organization', 'own', 'subordinates'] as const;
export type PresetScheme = (typeof PRESET_SCHEMES)[number];

export const dataField = Type.Object({
  id: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  type: oneOf(...DATA_FIELD_TYPES),
  /** Comparisons that make sense, joined by commas. */
  conditionSymbol: Type.String(),
  /** Contents that stand for facts of the caller, joined by commas; `text` stands for any text. */
  conditionText: Type.String(),
  description: Type.String(),
});
export type DataFieldRow = Static<typeof dataField>;

const schemeFields = {
  fullName: name,
  conditionJson,
  description: Type.Optional(description),
  enabledMark: Type.Optional(flag),
  sortCode: Type.Optional(sortCode),
};
export const schemeBody = Type.Object({ moduleId, enCode: Type.Optional(Type.String({ maxLength: MAX_CODE })), ...schemeFields, version: seenVersion });
export type SchemeBody = Static<typeof schemeBody>;

export const schemeRow = Type.Object({
  id: Type.String(),
  moduleId: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  /** The condition in words of the caller's language. */
  conditionText: Type.String(),
  conditionJson: Type.String(),
  /** People and organisations that the condition names, as far as the caller may see them. */
  names: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
  description: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  /** To how many roles, positions, groups and users it is granted. */
  grantCount: Type.Integer(),
  creatorTime: Type.Integer(),
  version: Type.Integer(),
});
export type SchemeRow = Static<typeof schemeRow>;

/** Whether data of a menu are authorised. */
export const dataState = Type.Object({
  id: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  /** 1: rows are seen only through granted schemes. */
  isDataAuthorize: flag,
  presets: Type.Array(oneOf(...PRESET_SCHEMES)),
});
export type DataState = Static<typeof dataState>;

export const schemePreview = Type.Object({
  userId: Type.String(),
  userName: Type.String(),
  /** Rows of the person's organisations. */
  total: Type.Integer(),
  /** What the person sees of them today, and would see. */
  before: Type.Integer(),
  after: Type.Integer(),
  /** Rows that would disappear; 0 when none does. */
  hidden: Type.Integer(),
  /** Rows that would appear. */
  shown: Type.Integer(),
});
export type SchemePreview = Static<typeof schemePreview>;

/** Data rights of menus (wire facts 6). */
export const dataSchemeContract = defineContract('permission-data-scheme', {
  fields: get('/api/system/ModuleDataAuthorize/{moduleId}/List', {
    summary: 'Fields of a menu’s data that schemes may name',
    need: NEED,
    audit: 'none',
    params: ofModule,
    reply: listOf(dataField),
  }),
  state: get('/api/system/ModuleDataAuthorize/{moduleId}/Actions/State', {
    summary: 'Whether the data of a menu are authorised, and which schemes one press can make',
    need: NEED,
    audit: 'none',
    params: ofModule,
    reply: dataState,
  }),
  setState: put('/api/system/ModuleDataAuthorize/{moduleId}/Actions/State', {
    summary: 'Switch data authorisation of a menu on or off; on, whoever has no scheme sees no rows',
    need: NEED,
    audit: 'security',
    retry: 'natural',
    params: ofModule,
    body: Type.Object({ isDataAuthorize: flag }),
    reply: dataState,
  }),
  schemes: get('/api/system/ModuleDataAuthorizeScheme/{moduleId}/List', {
    summary: 'Data schemes of a menu',
    need: NEED,
    audit: 'none',
    params: ofModule,
    reply: listOf(schemeRow),
  }),
  create: post('/api/system/ModuleDataAuthorizeScheme', {
    summary: 'Make a data scheme',
    need: NEED,
    audit: 'security',
    retry: 'idempotent-key',
    body: schemeBody,
    reply: saved,
  }),
  preset: post('/api/system/ModuleDataAuthorizeScheme/{moduleId}/Actions/Preset', {
    summary: 'Make one of the usual schemes, or find it when it is there',
    need: NEED,
    audit: 'security',
    retry: 'natural',
    params: ofModule,
    body: Type.Object({ preset: oneOf(...PRESET_SCHEMES) }),
    reply: saved,
  }),
  preview: post('/api/system/ModuleDataAuthorizeScheme/{moduleId}/Actions/Preview', {
    summary: 'How many rows a person would see: with a scheme like this one, or with data authorisation on or off',
    need: NEED,
    audit: 'none',
    retry: 'natural',
    params: ofModule,
    body: Type.Object({
      userId: id,
      /** A condition that the person would have besides the schemes granted to him; without one, what is granted counts. */
      conditionJson: Type.Optional(conditionJson),
      /** The scheme that the condition is of, when it is one that exists. */
      schemeId: Type.Optional(id),
      /** Default: on. */
      isDataAuthorize: Type.Optional(flag),
    }),
    reply: schemePreview,
  }),
  get: get('/api/system/ModuleDataAuthorizeScheme/{id}', {
    summary: 'One data scheme',
    need: NEED,
    audit: 'none',
    params: byId,
    reply: schemeRow,
  }),
  edit: put('/api/system/ModuleDataAuthorizeScheme/{id}', {
    summary: 'Change a data scheme; it counts for everybody who has it from their next call on',
    need: NEED,
    audit: 'security',
    retry: 'idempotent-key',
    params: byId,
    body: schemeBody,
    reply: saved,
  }),
  remove: del('/api/system/ModuleDataAuthorizeScheme/{id}', {
    summary: 'Delete a data scheme that nobody has',
    need: NEED,
    audit: 'security',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
  }),
});
