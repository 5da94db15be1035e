import { defineContract, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { createEntryBody, enableMark, entryFilter, entryGroup, entryRow, entryWords, manufacturer, updateEntryBody } from './catalogue-entry.schema.ts';
import { addPriceBody, adjustBody, adjustmentLine, previewBody, priceHistory, withdrawBody } from './catalogue-price.schema.ts';

const id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
/** One code per list; which of them an entry needs is decided when it is known (`catalogue.kind-forbidden`). */
const maintains = { anyOf: ['perm:his.catalogue:btn_drug', 'perm:his.catalogue:btn_material', 'perm:his.catalogue:btn_item'] } as const;

/** Maintenance of drugs, materials, treatments and laboratory items of the signed-in facility, with prices by day. */
export const catalogueContract = defineContract('catalogue', {
  entries: get('/api/his/catalogue', {
    summary: 'Entries of one list with the price of today, disabled ones too',
    need: 'perm:his.catalogue',
    audit: 'none',
    query: Type.Object({ ...pageQuery, ...entryFilter }),
    reply: pageOf(entryRow),
  }),
  export: get('/api/his/catalogue/Actions/Export', {
    summary: 'The list as an .xlsx file',
    need: 'perm:his.catalogue:btn_export',
    audit: 'export',
    query: Type.Object(entryFilter),
    reply: Type.Null(),
    raw: true,
  }),
  words: get('/api/his/catalogue/Actions/Words', {
    summary: 'Words that entries of one list use already',
    need: 'perm:his.catalogue',
    audit: 'none',
    query: Type.Object({ group: entryGroup }),
    reply: entryWords,
  }),
  manufacturers: get('/api/his/catalogue/Actions/Manufacturers', {
    summary: 'Look-up of manufacturers that entries of the facility name, by a part of the name',
    need: 'perm:his.catalogue',
    audit: 'none',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 120 })) }),
    reply: listOf(manufacturer),
  }),
  entry: get('/api/his/catalogue/{id}', { summary: 'One entry', need: 'perm:his.catalogue', audit: 'none', params: id, reply: entryRow }),
  create: post('/api/his/catalogue', {
    summary: 'Add an entry with its first price',
    need: maintains,
    audit: 'write',
    retry: 'idempotent-key',
    body: createEntryBody,
    reply: entryRow,
  }),
  update: put('/api/his/catalogue/{id}', {
    summary: 'Change an entry; units stay while stock or open prescriptions count in them',
    need: maintains,
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: updateEntryBody,
    reply: entryRow,
  }),
  state: put('/api/his/catalogue/{id}/Actions/State', {
    summary: 'Enable or disable an entry',
    need: maintains,
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: Type.Object({ enableMark, version: Type.Integer() }),
    reply: entryRow,
  }),
  prices: get('/api/his/catalogue/{id}/price', {
    summary: 'All prices of an entry',
    need: 'perm:his.catalogue',
    audit: 'none',
    params: id,
    reply: priceHistory,
  }),
  addPrice: post('/api/his/catalogue/{id}/price', {
    summary: 'Write a price that counts from a day on, today or later; a large change waits for a second person',
    need: 'perm:his.catalogue:btn_price',
    audit: 'money',
    retry: 'idempotent-key',
    params: id,
    body: addPriceBody,
    reply: priceHistory,
  }),
  withdrawPrice: post('/api/his/catalogue/{id}/price/{priceId}/Actions/Withdraw', {
    summary: 'Take back a price at which nothing was prescribed yet',
    need: 'perm:his.catalogue:btn_price',
    audit: 'money',
    retry: 'idempotent-key',
    params: Type.Object({ ...id.properties, priceId: Type.String({ minLength: 1, maxLength: 128 }) }),
    body: withdrawBody,
    reply: priceHistory,
  }),
  previewAdjustment: post('/api/his/catalogue/adjustment/Actions/Preview', {
    summary: 'What a change of many prices would do',
    need: 'perm:his.catalogue:btn_adjust',
    audit: 'none',
    retry: 'natural',
    body: previewBody,
    reply: Type.Object({ list: Type.Array(adjustmentLine) }),
  }),
  adjust: post('/api/his/catalogue/adjustment', {
    summary: 'Change many prices in one act: all or none; with a large change among them all wait for a second person',
    need: 'perm:his.catalogue:btn_adjust',
    audit: 'money',
    retry: 'idempotent-key',
    body: adjustBody,
    /** `waiting`: nothing changed yet, `batchId` is the proposal. */
    reply: Type.Object({ batchId: Type.String(), count: Type.Integer(), waiting: Type.Boolean() }),
  }),
});
