import { get, post, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAP_MENU, MAX_MAP_BYTES, MAX_MAP_CODE, MAX_MAP_NAME } from './map-limits.ts';

/** Maps that pages draw (wire facts 15, DataMap; spec 2.5-06). They are of the whole installation. What they draw is read by itself: lists would carry megabytes. */
export const dataMap = defineRecord('data.map', {
  title: ['地图', '地圖', 'Map'],
  menu: MAP_MENU,
  wire: { at: '/api/system/DataMap' },
  subject: 'data-map',
  fields: {
    fullName: field.text(MAX_MAP_NAME).required().label('地图名称', '地圖名稱', 'Name'),
    enCode: field.code(MAX_MAP_CODE).required().label('地图编码', '地圖代碼', 'Code'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** Areas, lines and places in it; 0: nothing was uploaded yet. */
    features: shown.int('图形数', '圖形數', 'Shapes'),
    /** Bytes of its file. */
    dataSize: shown.int('大小', '大小', 'Size'),
  },
  list: {
    columns: ['fullName', 'enCode', 'features', 'dataSize', 'enabledMark', '-sortCode', '-description', '-lastModifyTime'],
    sort: ['fullName', 'enCode', 'sortCode'],
    keyword: ['fullName', 'enCode'],
    filter: ['enabledMark'],
    shared: true,
  },
  acts: { create: {}, edit: {}, remove: {}, state: {} },
  buttons: { btn_preview: ['预览', '預覽', 'Preview'], btn_upload: ['上传图形', '上傳圖形', 'Upload shapes'] },
});

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const contract = recordContract(dataMap, {
  data: get('/api/system/DataMap/{id}/Data', {
    summary: 'GeoJSON of a map, as text; empty while nothing was uploaded. Whoever is signed in draws maps that are on',
    need: 'session',
    audit: 'none',
    params,
    reply: Type.Object({ id: Type.String(), fullName: Type.String(), data: Type.String() }),
  }),
  upload: post('/api/system/DataMap/{id}/Data', {
    summary: 'Takes a file of GeoJSON for a map, in place of the one it has. Refused, with the place in the file, when it is none',
    need: `perm:${MAP_MENU}:btn_upload`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    encoding: 'multipart',
    params,
    body: uploadBody,
    reply: Type.Object({ features: Type.Integer() }),
  }),
});

type Write = (typeof contract.routes)['create' | 'edit'];

/** Browsers of the platform send the shapes, as GeoJSON text, along with the map itself; left out or empty, those that it has stay. */
const withShapes = <R extends Write>(route: R): R => ({
  ...route,
  body: {
    ...route.body,
    properties: { ...(route.body as unknown as { properties: object }).properties, data: Type.Optional(Type.String({ maxLength: MAX_MAP_BYTES })) },
  },
});

const { create, edit } = contract.routes;
export const mapContract: typeof contract = { ...contract, routes: { ...contract.routes, create: withShapes(create), edit: withShapes(edit) } };
