import {
  DATA_FIELD_TYPES,
  type DataFieldType,
  defineContract,
  del,
  fileLink,
  get,
  post,
  put,
  type Static,
  Type,
  uploadBody,
} from '@nephra/plugin-sdk/contract';
import { MAX_MENU_ADDRESS, MAX_MENU_CODE, MAX_MENU_ITEMS, MAX_MENU_NAME, MAX_MENU_NOTE, MAX_MENU_SORT, MAX_MODULE_ID, MENU_PAGE } from './menu-limits.ts';

const need = (button: string) => `perm:${MENU_PAGE}:${button}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const byId = { params: Type.Object({ id }) };
const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const name = Type.String({ maxLength: MAX_MENU_NAME });
const titles = Type.Object({ zh: name, zhtw: name, en: name });

/** A code of a button, column, form field or data field that belongs to an entry. */
const item = Type.Object({
  kind: Type.Union([Type.Literal('button'), Type.Literal('column'), Type.Literal('form'), Type.Literal('field')]),
  enCode: Type.String({ pattern: '^[A-Za-z0-9_.]+$', maxLength: MAX_MENU_CODE }),
  titles,
  /** Of data fields alone; others send `String`. */
  type: Type.Unsafe<DataFieldType>(Type.Union(DATA_FIELD_TYPES.map((type) => Type.Literal(type)))),
  /** 0: nobody has or is offered its right; what was granted of it is kept. Left out: 1. Data fields are always on. */
  enabledMark: Type.Optional(flag),
});
export type MenuItemInfo = Static<typeof item>;

/** An entry in the words of the platform, and what this site changes about it. */
const nodeWire = {
  id: Type.String(),
  /** id of the directory above; -1 at the top */
  parentId: Type.String(),
  /** In the reader's language, as it is shown. */
  fullName: Type.String(),
  enCode: Type.String(),
  /** Class names of the platform's icon font, and our own name of the picture. */
  icon: Type.String(),
  iconName: Type.String(),
  type: Type.Integer(),
  urlAddress: Type.String(),
  linkTarget: Type.String(),
  category: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  propertyJson: Type.String(),
  isButtonAuthorize: flag,
  isColumnAuthorize: flag,
  isFormAuthorize: flag,
  isDataAuthorize: flag,
  /** `shell`, `site` or the id of the plugin that brings it. */
  owner: Type.String(),
  /** 0: its plugin is off, nobody sees it. */
  active: flag,
  /** 1: not shown to anybody, rights stay. */
  hidden: flag,
  /** What the site changed about an entry of a plugin, joined by commas: `title,icon,sortCode,parent,hidden,description`. */
  changed: Type.String(),
};
const node = Type.Object(nodeWire);
export type MenuInfo = Static<typeof node>;
export interface MenuNode extends MenuInfo {
  readonly hasChildren: boolean;
  readonly isLeaf: boolean;
  readonly num: number;
  readonly children: readonly MenuNode[] | null;
}
const tree = Type.Object({ list: Type.Array(Type.Unsafe<MenuNode>(node)) });

const one = Type.Object({
  ...nodeWire,
  titles,
  /** Names as the owner has them. */
  declaredTitles: titles,
  items: Type.Array(item),
  /** Stands for the entry as it was read; sent back by an edit it refuses when somebody else was faster. */
  version: Type.String(),
});
export type MenuOne = Static<typeof one>;

/** What a site may say about any entry. */
const said = {
  /** Three names, or `fullName` in the language of the caller. For an entry of a plugin, an empty name is the plugin's own. */
  titles: Type.Optional(titles),
  fullName: Type.Optional(name),
  parentId: Type.Optional(Type.String({ maxLength: 64 })),
  /** Our name of a picture. */
  iconName: Type.Optional(Type.String({ maxLength: 50 })),
  sortCode: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MENU_SORT })),
  hidden: Type.Optional(flag),
  description: Type.Optional(Type.String({ maxLength: MAX_MENU_NOTE })),
};
/** What belongs to entries of the site alone. */
const own = {
  linkTarget: Type.Optional(Type.Union([Type.Literal('_self'), Type.Literal('_blank')])),
  /** Typed by hand for types 2 and 7; the others have theirs by type. */
  urlAddress: Type.Optional(Type.String({ maxLength: MAX_MENU_ADDRESS })),
  /** JSON text, by type: `{iconBackgroundColor}` of 1, `{moduleId, isTree}` of 3 and 4, `{moduleId}` of 5, 6 and 8. */
  propertyJson: Type.Optional(Type.String({ maxLength: MAX_MODULE_ID + 200 })),
  items: Type.Optional(Type.Array(item, { maxItems: MAX_MENU_ITEMS })),
};
const newMenu = Type.Object({
  ...said,
  ...own,
  enCode: Type.String({ minLength: 1, maxLength: MAX_MENU_CODE }),
  type: Type.Integer({ minimum: 1, maximum: 8 }),
});
export type NewMenu = Static<typeof newMenu>;
const menuEdit = Type.Object({
  ...said,
  ...own,
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
  version: Type.Optional(Type.String({ maxLength: 64 })),
});
export type MenuEdit = Static<typeof menuEdit>;

const importRow = Type.Object({
  enCode: Type.String(),
  fullName: Type.String(),
  act: Type.Union([Type.Literal('create'), Type.Literal('edit'), Type.Literal('same'), Type.Literal('skip'), Type.Literal('refuse')]),
  /** Sentence for `skip` (its plugin is not here) and `refuse`; empty otherwise. */
  reason: Type.String(),
});
export type MenuImportRow = Static<typeof importRow>;

const read = { need: `perm:${MENU_PAGE}`, audit: 'none' } as const;
const written = { reply: Type.Object({ id: Type.String() }), audit: 'security' } as const;
const upload = { need: need('btn_upload'), transaction: 'own', encoding: 'multipart', body: uploadBody, retry: 'natural' } as const;

/** Menus of types 1 to 8 (wire facts 6): entries of the site, and what it changes about those of shell and plugins. */
export const menuContract = defineContract('menu', {
  tree: get('/api/system/Menu', {
    ...read,
    summary: 'All menus as a tree as this site shows them, hidden ones and those of plugins that are off, too',
    query: Type.Object({ category: Type.Optional(Type.String({ maxLength: 10 })), keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: tree,
  }),
  all: get('/api/system/Menu/Selector/All', {
    ...read,
    summary: 'Menus that are on, as a tree',
    query: Type.Object({ category: Type.Optional(Type.String({ maxLength: 10 })) }),
    reply: tree,
  }),
  selector: get('/api/system/Menu/Selector/{id}', {
    ...read,
    summary: 'Directories in which an entry may stand: without it and what is below it; id 0: all of them',
    ...byId,
    reply: tree,
  }),
  roles: get('/api/system/Menu/Actions/PreviewRoles', {
    ...read,
    summary: 'Roles for the preview: those of everybody, and those of organisations that the caller sees',
    reply: Type.Object({ list: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() })) }),
  }),
  preview: get('/api/system/Menu/Actions/Preview/{id}', {
    ...read,
    audit: 'read',
    summary: 'The menu that somebody with this role alone is shown',
    ...byId,
    reply: tree,
  }),
  exportAll: get('/api/system/Menu/Actions/Export', {
    summary: 'Entries of the site and all that it changes, as a JSON file',
    need: need('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    reply: fileLink,
  }),
  exportOne: get('/api/system/Menu/{id}/Action/Export', {
    summary: 'One entry and what is below it, as such a file',
    need: need('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    ...byId,
    reply: fileLink,
  }),
  importPreview: post('/api/system/Menu/Actions/ImportPreview', {
    ...upload,
    summary: 'What a file would change; nothing is written',
    audit: 'read',
    reply: Type.Object({ list: Type.Array(importRow) }),
  }),
  importFile: post('/api/system/Menu/Action/Import', {
    ...upload,
    summary: 'Adds what is missing and changes what differs, all or nothing; nothing is deleted',
    audit: 'security',
    reply: Type.Object({ created: Type.Integer(), edited: Type.Integer(), unchanged: Type.Integer(), skipped: Type.Integer() }),
  }),
  info: get('/api/system/Menu/{id}', { ...read, summary: 'One menu with its codes', ...byId, reply: one }),
  create: post('/api/system/Menu', {
    ...written,
    summary: 'Adds an entry of the site; nobody is granted it by itself',
    need: need('btn_add'),
    retry: 'idempotent-key',
    body: newMenu,
  }),
  edit: put('/api/system/Menu/{id}', {
    ...written,
    summary: 'Changes an entry of the site, or how one of a plugin is shown; what is left out stays',
    need: need('btn_edit'),
    retry: 'natural',
    ...byId,
    body: menuEdit,
  }),
  state: put('/api/system/Menu/{id}/Actions/State', {
    ...written,
    summary: 'Switches an entry off or on again, whichever it is not. Off, nobody has it and its grants wait',
    need: need('btn_state'),
    retry: 'idempotent-key',
    ...byId,
  }),
  reset: put('/api/system/Menu/{id}/Actions/Reset', {
    ...written,
    summary: 'Takes back all that the site changed about an entry of a plugin',
    need: need('btn_edit'),
    retry: 'natural',
    ...byId,
  }),
  remove: del('/api/system/Menu/{id}', {
    summary: 'Deletes an entry of the site with its grants; one that others stand in stays',
    need: need('btn_remove'),
    audit: 'security',
    retry: 'natural',
    ...byId,
    reply: Type.Null(),
  }),
});
