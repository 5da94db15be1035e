import { get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, shown } from '@nephra/plugin-sdk/record';
import { DICTIONARY_MENU, MAX_CODE, MAX_DESCRIPTION, MAX_SORT_CODE, MAX_TYPE_DEPTH, MAX_TYPE_NAME } from './limits.ts';

const need = `perm:${DICTIONARY_MENU}:btn_type` as const;

/** Dictionaries in their tree (spec 7.12). They are of the whole installation: whoever is signed in reads them. */
export const dictionaryType = defineRecord('system.dictionaryType', {
  title: ['字典', '字典', 'Dictionary'],
  // The platform answers a tree at the address of the list, and -1 above the topmost in one record.
  wire: { at: '/api/system/DictionaryType', list: '/Actions/List', one: '/Actions/Record/{id}', spec: ['7.12-01'] },
  subject: 'dictionary-type',
  fields: {
    fullName: field.text(MAX_TYPE_NAME).required().label('字典名称', '字典名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('字典编码', '字典代碼', 'Code'),
    parentId: field.relation('system.dictionaryType').label('上级字典', '上層字典', 'Below'),
    isTree: field.flag(['树形', '樹狀', 'A tree'], ['列表', '清單', 'A list']).initial(0).label('条目结构', '項目結構', 'Entries are'),
    sortCode: field.int(0, MAX_SORT_CODE).label('排序', '排序', 'Order'),
    description: field.note(MAX_DESCRIPTION).span(2).label('说明', '說明', 'Description'),
  },
  shown: {
    /** Its name in the reader's language. */
    label: shown.text('显示名称', '顯示名稱', 'Shown as'),
    /** 1: a plugin declares it; its code stays. */
    locked: shown.int('系统内置', '系統內建', 'Built in'),
    /** What a site may do to one that is locked, joined by commas: `relabel,reorder,hide,add`. */
    may: shown.text('允许的修改', '允許的修改', 'May be'),
  },
  list: {
    shared: true,
    columns: ['fullName', 'enCode', 'isTree', 'label', 'locked', '-may'],
    sort: ['fullName', 'enCode', 'sortCode'],
    keyword: ['fullName', 'enCode'],
  },
  tree: { parent: 'parentId', maxDepth: MAX_TYPE_DEPTH },
  acts: { list: { need: 'session' }, one: { need: 'session' }, create: { need }, edit: { need }, remove: { need } },
});
export interface DictionaryTypeRecord extends RecordRow<typeof dictionaryType> {}

/** One dictionary as the platform writes it; `parentId` -1 at the top. */
const typeWire = {
  id: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  isTree: Type.Union([Type.Literal(0), Type.Literal(1)]),
  sortCode: Type.Integer(),
  description: Type.String(),
  version: Type.Integer(),
  locked: Type.Union([Type.Literal(0), Type.Literal(1)]),
  may: Type.String(),
};
const typeInfo = Type.Object(typeWire);
export type DictionaryTypeInfo = Static<typeof typeInfo>;
export interface DictionaryTypeNode extends DictionaryTypeInfo {
  readonly hasChildren: boolean;
  readonly isLeaf: boolean;
  /** Entries directly below it. */
  readonly num: number;
  readonly children: readonly DictionaryTypeNode[] | null;
}
const tree = Type.Object({ list: Type.Array(Type.Unsafe<DictionaryTypeNode>(Type.Object(typeWire))) });

const id = Type.String({ minLength: 1, maxLength: 64 });
const read = { need: 'session', audit: 'none', spec: ['7.12-01'] } as const;

export const dictionaryTypeContract = recordContract(dictionaryType, {
  tree: get('/api/system/DictionaryType', { ...read, summary: 'Dictionaries as a tree', reply: tree }),
  selector: get('/api/system/DictionaryType/Selector/{id}', {
    ...read,
    summary: 'Where a dictionary may hang: the tree without it and what is below it; id 0: the whole tree',
    params: Type.Object({ id }),
    reply: tree,
  }),
  info: get('/api/system/DictionaryType/{id}', { ...read, summary: 'One dictionary as the platform writes it', params: Type.Object({ id }), reply: typeInfo }),
});
