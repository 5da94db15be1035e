import { get, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_AREA_CODE, MAX_AREA_DEPTH, MAX_AREA_NAME, MAX_ID_PATHS, MAX_IDS_OF_PATH, MAX_PATH_IDS } from './limits.ts';

/** Provinces, cities, districts and what a site adds below them, as a tree (spec 7.5). They are of the whole installation: whoever is signed in reads them. */
export const area = defineRecord('system.area', {
  title: ['行政区划', '行政區劃', 'Area'],
  // The platform answers children at the address of one record, and that at `/{id}/Info` with -1 above the topmost.
  wire: { at: '/api/system/Area', list: '/Actions/List', one: '/Actions/Record/{id}', spec: ['7.5-04', '7.5-05', '7.5-07', '7.5-08'] },
  fields: {
    fullName: field.text(MAX_AREA_NAME).required().label('名称', '名稱', 'Name'),
    enCode: field.code(MAX_AREA_CODE).required().label('编码', '代碼', 'Code'),
    parentId: field.relation('system.area').label('上级', '上層', 'Below'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** Names from the province down to it: `广东省/广州市/荔湾区`. */
    path: shown.text('全称', '全稱', 'In full'),
    /** 1: of the national list; its code stays, and it is not deleted. */
    seeded: shown.int('国家标准', '國家標準', 'National list'),
  },
  list: {
    shared: true,
    columns: ['fullName', 'enCode', 'path', 'enabledMark', '-sortCode', 'description', '-seeded'],
    sort: ['fullName', 'enCode', 'sortCode'],
    order: 'enCode',
    keyword: ['fullName', 'enCode'],
    filter: ['parentId', 'enabledMark'],
  },
  tree: { parent: 'parentId', maxDepth: MAX_AREA_DEPTH },
  acts: { list: { need: 'session' }, one: { need: 'session' }, create: {}, edit: {}, remove: {}, state: {} },
});
export interface AreaRecord extends RecordRow<typeof area> {}

const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
/** One area as the platform writes it; `parentId` -1 at the top. */
const areaWire = {
  id: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  enabledMark: flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  version: Type.Integer(),
  seeded: flag,
};
const areaInfo = Type.Object({ ...areaWire, parentName: Type.String() });
const areaNode = Type.Object({ ...areaWire, hasChildren: Type.Boolean(), isLeaf: Type.Boolean() });
export type AreaNode = Static<typeof areaNode>;

const choice = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  sortCode: Type.Integer(),
  hasChildren: Type.Boolean(),
  isLeaf: Type.Boolean(),
});
const hit = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** Names above it, joined by `/`. */
  organize: Type.String(),
  /** Steps below the top: 0 a province, 1 a city, 2 a district. */
  level: Type.Integer(),
  hasChildren: Type.Boolean(),
  isLeaf: Type.Boolean(),
});
const areaPath = Type.Object({
  id: Type.String(),
  /** From the province down to it. */
  ids: Type.Array(Type.String()),
  names: Type.Array(Type.String()),
  /** 0: it, or something above it, is out of service. */
  enabledMark: flag,
});

const id = Type.String({ minLength: 1, maxLength: 64 });
const keyword = Type.Optional(Type.String({ maxLength: 100 }));
const read = { need: 'session', audit: 'none' } as const;

export const areaContract = recordContract(area, {
  children: get('/api/system/Area/{id}', {
    ...read,
    summary: 'What is directly below an area, disabled ones too, in order; id -1: provinces. With a keyword only those whose name or code has it',
    params: Type.Object({ id }),
    query: Type.Object({ keyword }),
    reply: Type.Object({ list: Type.Array(areaNode) }),
    spec: ['7.5-01', '3-22'],
  }),
  selector: get('/api/system/Area/{id}/Selector/{x}', {
    ...read,
    summary: 'What can be chosen directly below an area; id -1: provinces. x: an area that is left out, 0: none',
    params: Type.Object({ id, x: id }),
    reply: Type.Object({ list: Type.Array(choice) }),
    spec: ['7.5-02', '7.5-09', '3-22'],
  }),
  names: post('/api/system/Area/GetAreaByIds', {
    ...read,
    summary: 'Names of the ids of each path, in their order; an id that nobody knows is left out',
    retry: 'natural',
    body: Type.Object({ idsList: Type.Array(Type.Array(Type.String({ maxLength: 64 }), { maxItems: MAX_IDS_OF_PATH }), { maxItems: MAX_ID_PATHS }) }),
    reply: Type.Array(Type.Array(Type.String())),
    spec: ['7.5-03', '7.5-09', '3-22'],
  }),
  info: get('/api/system/Area/{id}/Info', {
    ...read,
    summary: 'One area as the platform writes it',
    params: Type.Object({ id }),
    reply: areaInfo,
    spec: ['7.5-06'],
  }),
  find: get('/api/system/Area/Actions/Find', {
    ...read,
    summary: 'Areas that can be chosen, or lead to some, by name, code or pinyin; at most 50, the upper ones first',
    query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Type.Object({ list: Type.Array(hit) }),
  }),
  towns: get('/api/system/Area/Actions/Towns', {
    summary: 'What the list of towns is that the product brings, and whether it was taken over',
    need: 'perm:system.area:btn_add',
    audit: 'none',
    reply: Type.Object({
      /** Package and version that it was written from. */
      source: Type.String(),
      /** `YYYY-MM-DD` on which the national statistics published it. */
      date: Type.String(),
      count: Type.Integer(),
      taken: Type.Boolean(),
    }),
    spec: ['2.5-05'],
  }),
  takeTowns: post('/api/system/Area/Actions/Towns', {
    summary: 'Take the towns over below the districts: some 41,000, for some seconds of provinces with each call; done again, it adds what is missing',
    need: 'perm:system.area:btn_add',
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({
      /** Day of the list that somebody looked at and wants. */
      date: Type.String({ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', format: 'date' }),
      /** `next` of the call before; 0 or left out: the first. */
      from: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    }),
    reply: Type.Object({
      added: Type.Integer(),
      /** Province that the next call begins with, of `of`; -1: all are here. */
      next: Type.Integer(),
      of: Type.Integer(),
    }),
    spec: ['2.5-05'],
  }),
  paths: post('/api/system/Area/Actions/Paths', {
    ...read,
    summary: 'Areas by id with the names from the province down to them, disabled ones too; ids that nobody knows are left out',
    retry: 'natural',
    body: Type.Object({ ids: Type.Array(Type.String({ maxLength: 64 }), { maxItems: MAX_PATH_IDS }) }),
    reply: Type.Object({ list: Type.Array(areaPath) }),
  }),
});
