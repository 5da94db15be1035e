import { fileLink, get, post, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { DICTIONARY_MENU, MAX_CODE, MAX_ENTRY_DEPTH, MAX_ENTRY_NAME } from './limits.ts';

const right = (button: string) => ({ need: `perm:${DICTIONARY_MENU}:${button}` }) as const;

/** Entries of dictionaries, in a list or a tree (spec 7.12). */
export const dictionaryData = defineRecord('system.dictionaryData', {
  title: ['字典条目', '字典項目', 'Dictionary entry'],
  // The platform answers the entries of a dictionary at the address of one record, and that at `/{id}/Info` with 0 above the topmost.
  wire: { at: '/api/system/DictionaryData', list: '/Actions/List', one: '/Actions/Record/{id}', spec: ['7.12-06', '7.12-07', '7.12-08'] },
  subject: 'dictionary-data',
  fields: {
    fullName: field.text(MAX_ENTRY_NAME).required().label('名称', '名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('编码', '代碼', 'Code'),
    dictionaryTypeId: field.relation('system.dictionaryType').required().label('所属字典', '所屬字典', 'Dictionary'),
    parentId: field.relation('system.dictionaryData').label('上级条目', '上層項目', 'Below'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** Its name in the reader's language. */
    label: shown.text('显示名称', '顯示名稱', 'Shown as'),
    /** 1: a plugin declares it; its code stays. */
    locked: shown.int('系统内置', '系統內建', 'Built in'),
  },
  list: {
    shared: true,
    columns: ['label', 'enCode', 'enabledMark', '-sortCode', 'description', '-locked', '-fullName'],
    sort: ['fullName', 'enCode', 'sortCode'],
    keyword: ['fullName', 'enCode'],
    filter: ['dictionaryTypeId', 'enabledMark'],
  },
  tree: { parent: 'parentId', maxDepth: MAX_ENTRY_DEPTH },
  acts: {
    list: { need: 'session' },
    one: { need: 'session' },
    create: right('btn_add'),
    edit: right('btn_edit'),
    remove: right('btn_remove'),
    state: right('btn_state'),
  },
});
export interface DictionaryDataRecord extends RecordRow<typeof dictionaryData> {}

const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
const name = { id: Type.String(), parentId: Type.String(), fullName: Type.String(), enCode: Type.String() };
/** One entry as the platform writes it; `parentId` 0 at the top. */
const entryWire = {
  ...name,
  dictionaryTypeId: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  version: Type.Integer(),
  locked: flag,
};
const entryName = Type.Object(name);
const entryInfo = Type.Object(entryWire);
export type DictionaryEntryName = Static<typeof entryName>;
export type DictionaryEntryInfo = Static<typeof entryInfo>;
/** What a tree adds to an entry; a list has the entry alone. */
export interface DictionaryEntryNode extends DictionaryEntryInfo {
  readonly hasChildren?: boolean;
  readonly isLeaf?: boolean;
  readonly num?: number;
  readonly children?: readonly DictionaryEntryNode[] | null;
}
const nodes = Type.Object({ list: Type.Array(Type.Unsafe<DictionaryEntryNode>(Type.Object(entryWire))) });

const cached = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  isTree: flag,
  /** What can be chosen, in its order. */
  dictionaryList: Type.Array(entryName),
  /** What cannot be chosen any more: for the names of what stands in rows. */
  hiddenList: Type.Array(entryName),
});
export type CachedDictionary = Static<typeof cached>;

/** Id of a dictionary; its code is taken, too. */
const id = Type.String({ minLength: 1, maxLength: 64 });
const isTree = Type.Optional(Type.String({ maxLength: 5 }));
const read = { need: 'session', audit: 'none' } as const;

export const dictionaryDataContract = recordContract(dictionaryData, {
  all: get('/api/system/DictionaryData/All', {
    ...read,
    summary:
      'All dictionaries with what can be chosen, for caches. `revision` of the answer before: when nothing changed since, the list is empty and `same` true; with `partial` 1 it may hold only what changed since, which the answer says',
    query: Type.Object({ revision: Type.Optional(Type.String({ maxLength: 40 })), partial: Type.Optional(Type.String({ maxLength: 1 })) }),
    reply: Type.Object({ list: Type.Array(cached), revision: Type.String(), same: Type.Boolean(), partial: Type.Optional(Type.Boolean()) }),
    spec: ['7.12-03'],
  }),
  ofType: get('/api/system/DictionaryData/{id}', {
    ...read,
    summary: 'Entries of a dictionary, hidden ones too: a tree where it is one (or isTree is 1), a list otherwise',
    params: Type.Object({ id }),
    query: Type.Object({ isTree, keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: nodes,
    spec: ['7.12-03'],
  }),
  parents: get('/api/system/DictionaryData/{id}/Selector/{x}', {
    ...read,
    summary: 'Where an entry may hang: the entries of a dictionary without it and what is below it; x 0: all of them',
    params: Type.Object({ id, x: id }),
    query: Type.Object({ isTree }),
    reply: nodes,
    spec: ['7.12-04'],
  }),
  choices: get('/api/system/DictionaryData/{id}/Data/Selector', {
    ...read,
    summary: 'What can be chosen of a dictionary',
    params: Type.Object({ id }),
    reply: Type.Object({ list: Type.Array(entryName) }),
    spec: ['7.12-05', '7.12-09'],
  }),
  info: get('/api/system/DictionaryData/{id}/Info', {
    ...read,
    summary: 'One entry as the platform writes it',
    params: Type.Object({ id }),
    reply: entryInfo,
    spec: ['7.12-07'],
  }),
  uses: get('/api/system/DictionaryData/{id}/Actions/Uses', {
    ...read,
    summary: 'Rows that hold the code of an entry, by what they are, at most a hundred of each; `more`: some are not named, or the caller does not see them',
    params: Type.Object({ id }),
    reply: Type.Object({ list: Type.Array(Type.Object({ title: Type.String(), names: Type.Array(Type.String()), more: Type.Boolean() })) }),
  }),
  exportFile: get('/api/system/DictionaryData/{id}/Action/Export', {
    summary: 'A dictionary with its entries as a JSON file',
    ...right('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    params: Type.Object({ id }),
    reply: fileLink,
    spec: ['7.12-08'],
  }),
  importFile: post('/api/system/DictionaryData/Action/Import', {
    summary: 'A dictionary with its entries from such a file: what is missing is added, what differs is changed, nothing is deleted',
    ...right('btn_upload'),
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    encoding: 'multipart',
    body: uploadBody,
    reply: Type.Object({ id: Type.String(), created: Type.Integer(), edited: Type.Integer(), unchanged: Type.Integer() }),
  }),
});
