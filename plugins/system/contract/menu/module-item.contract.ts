import { DATA_FIELD_TYPES, type DataFieldType, defineContract, del, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_MENU_CODE, MAX_MENU_ITEMS, MAX_MENU_NAME, MAX_MENU_NOTE, MAX_MENU_SORT, MENU_PAGE } from './menu-limits.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
const byId = { params: Type.Object({ id }) };
const ofModule = { params: Type.Object({ moduleId: id }) };
const code = Type.String({ pattern: '^[A-Za-z0-9_.]+$', maxLength: MAX_MENU_CODE });
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const note = Type.Optional(Type.String({ maxLength: MAX_MENU_NOTE }));

/** A code of a menu in the words of the platform. */
const row = Type.Object({
  id: Type.String(),
  /** id of the menu */
  moduleId: Type.String(),
  /** Codes stand in no tree: always `-1`. */
  parentId: Type.String(),
  /** In the reader's language. */
  fullName: Type.String(),
  enCode: Type.String(),
  icon: Type.String(),
  /** Tables have no name of their own here: both are empty. */
  bindTable: Type.String(),
  bindTableName: Type.String(),
  /** Of data fields: `String`, `Int32` …; others send `String`. */
  type: Type.String(),
  /** 0: off; of menus of the site alone. */
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
});
export type ModuleItemRow = Static<typeof row>;

/** What clients of the platform send; what has no meaning here is accepted and left. */
const sent = {
  enCode: code,
  /** In the language of the caller; a new code is called so in all three. */
  fullName: Type.String({ minLength: 1, maxLength: MAX_MENU_NAME }),
  type: Type.Optional(Type.Unsafe<DataFieldType>(Type.Union(DATA_FIELD_TYPES.map((one) => Type.Literal(one))))),
  sortCode: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MENU_SORT })),
  parentId: Type.Optional(Type.String({ maxLength: 64 })),
  icon: Type.Optional(Type.String({ maxLength: 100 })),
  bindTable: Type.Optional(Type.String({ maxLength: 100 })),
  bindTableName: Type.Optional(Type.String({ maxLength: 100 })),
  conditionSymbol: Type.Optional(Type.String({ maxLength: 200 })),
  conditionText: Type.Optional(Type.String({ maxLength: 200 })),
  description: note,
  enabledMark: Type.Optional(flag),
};
const newItem = Type.Object({ ...sent, moduleId: id });
export type NewModuleItem = Static<typeof newItem>;
const itemEdit = Type.Object({ ...sent, moduleId: Type.Optional(id) });
export type ModuleItemEdit = Static<typeof itemEdit>;

const batchRow = Type.Object({ enCode: code, fullName: sent.fullName });
const batch = Type.Object({
  moduleId: id,
  bindTable: sent.bindTable,
  bindTableName: sent.bindTableName,
  /** JSON text, or the list itself: `[{enCode, fullName}]`; `formJson` of forms. */
  columnJson: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Array(batchRow, { maxItems: MAX_MENU_ITEMS })])),
  formJson: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Array(batchRow, { maxItems: MAX_MENU_ITEMS })])),
});
export type ModuleItemBatch = Static<typeof batch>;

const reading = { need: `perm:${MENU_PAGE}`, audit: 'none' } as const;
const writing = { need: `perm:${MENU_PAGE}:btn_edit`, audit: 'security' } as const;
const saved = Type.Object({ id: Type.String() });
const list = Type.Object({ list: Type.Array(row) });

const about = (what: string, at: '/api/system/ModuleButton' | '/api/system/ModuleColumn' | '/api/system/ModuleForm' | '/api/system/ModuleDataAuthorize') => ({
  one: get(`${at}/{id}`, { ...reading, summary: `One ${what} of a menu`, ...byId, reply: row }),
  create: post(at, { ...writing, summary: `Adds a ${what} to a menu of the site; granted to nobody`, retry: 'idempotent-key', body: newItem, reply: saved }),
  edit: put(`${at}/{id}`, { ...writing, summary: `Changes a ${what} of a menu of the site`, retry: 'natural', ...byId, body: itemEdit, reply: saved }),
  remove: del(`${at}/{id}`, {
    ...writing,
    summary: `Takes a ${what} from a menu of the site, with what was granted of it`,
    retry: 'natural',
    ...byId,
    reply: Type.Null(),
  }),
});
const listed = (what: string, path: `/${string}`) => get(path, { ...reading, summary: `Each ${what} of a menu`, ...ofModule, reply: list });
const turned = (what: string, at: '/api/system/ModuleButton' | '/api/system/ModuleColumn' | '/api/system/ModuleForm') =>
  put(`${at}/{id}/Actions/State`, {
    ...writing,
    summary: `Turns a ${what} of a menu of the site off, so that nobody has its right, or on again with what was granted of it`,
    retry: 'idempotent-key',
    ...byId,
    reply: saved,
  });
const batched = (what: string, at: '/api/system/ModuleColumn' | '/api/system/ModuleForm') =>
  post(`${at}/Actions/Batch`, {
    ...writing,
    summary: `Adds each ${what} of a list that the menu has not, and names the others so`,
    retry: 'natural',
    body: batch,
    reply: Type.Null(),
  });

/** Codes of a menu one by one, for clients of the platform (wire facts 6). Our page of menus writes them with the menu, by the same rules. */
export const moduleButtonContract = defineContract('moduleButton', {
  list: listed('button', '/api/system/ModuleButton/{moduleId}/List'),
  selector: listed('button', '/api/system/ModuleButton/{moduleId}/Selector'),
  state: turned('button', '/api/system/ModuleButton'),
  ...about('button', '/api/system/ModuleButton'),
});
export const moduleColumnContract = defineContract('moduleColumn', {
  list: listed('column', '/api/system/ModuleColumn/{moduleId}/Fields'),
  batch: batched('column', '/api/system/ModuleColumn'),
  state: turned('column', '/api/system/ModuleColumn'),
  ...about('column', '/api/system/ModuleColumn'),
});
export const moduleFormContract = defineContract('moduleForm', {
  list: listed('form field', '/api/system/ModuleForm/{moduleId}/Fields'),
  batch: batched('form field', '/api/system/ModuleForm'),
  state: turned('form field', '/api/system/ModuleForm'),
  ...about('form field', '/api/system/ModuleForm'),
});
/** The list of data fields is that of data schemes (plugin `permission`). */
export const moduleFieldContract = defineContract('moduleDataField', about('data field', '/api/system/ModuleDataAuthorize'));
