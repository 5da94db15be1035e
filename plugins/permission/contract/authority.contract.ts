import { defineContract, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { batchWrite, explainReply, grantObjectType, grantsWrite, holderRow, objectGrants, rightList, rightMenu, valuesReply } from './authority.schema.ts';
import { id } from './wire-parts.ts';

const byObject = Type.Object({ objectId: id });
const itemId = Type.String({ minLength: 1, maxLength: 100 });

const anyAuthorize = {
  anyOf: [
    'perm:permission.authorize:btn_authorize',
    'perm:permission.role:btn_authorize',
    'perm:permission.position:btn_authorize',
    'perm:permission.user:btn_authorize',
    'perm:permission.group:btn_authorize',
  ],
} as const;

const counted = Type.Object({ added: Type.Integer(), removed: Type.Integer() });

/**
 * Who may do what (spec 6, wire facts 6). Grants are kept by code, so they outlive a plugin that is off; ids on the wire are those of
 * menus, their items and data schemes. Nobody grants more than they hold, and what a caller does not see stays as it is.
 */
export const authorityContract = defineContract('permission-authority', {
  catalogue: get('/api/permission/Authority/Catalogue', {
    summary: 'Everything that the caller may grant, menu by menu',
    need: anyAuthorize,
    audit: 'none',
    reply: listOf(rightMenu),
    spec: ['6-02', '6-03'],
  }),
  grants: get('/api/permission/Authority/Data/{objectId}', {
    summary: 'What is granted to a role, position, user or group itself',
    need: anyAuthorize,
    audit: 'none',
    params: byObject,
    query: Type.Object({ objectType: grantObjectType }),
    reply: objectGrants,
  }),
  values: post('/api/permission/Authority/Data/{objectId}/Values', {
    summary: 'One step of the authorise screen: the tree of a kind of rights on the chosen menus, and what is granted of it',
    need: anyAuthorize,
    audit: 'none',
    retry: 'natural',
    params: byObject,
    body: Type.Object({ type: rightList, moduleIds: Type.Optional(Type.String({ maxLength: 200_000 })), objectType: Type.Optional(grantObjectType) }),
    reply: valuesReply,
    spec: ['6-02'],
  }),
  replace: put('/api/permission/Authority/Data/{objectId}', {
    summary: 'Replace what is granted to a role, position, user or group',
    need: anyAuthorize,
    audit: 'security',
    retry: 'idempotent-key',
    params: byObject,
    body: grantsWrite,
    reply: counted,
    spec: ['6-02'],
  }),
  batch: post('/api/permission/Authority/Data/Batch', {
    summary: 'Add rights to many roles, positions, users and groups',
    need: 'perm:permission.authorize:btn_batch',
    audit: 'security',
    retry: 'idempotent-key',
    body: batchWrite,
    reply: Type.Object({ objects: Type.Integer(), added: Type.Integer() }),
    spec: ['6-02'],
  }),
  holdersOf: get('/api/permission/Authority/Model/{itemId}/{objectType}', {
    summary: 'Roles, positions, users or groups to which one right is granted',
    need: anyAuthorize,
    audit: 'none',
    params: Type.Object({ itemId, objectType: grantObjectType }),
    reply: Type.Object({ ids: Type.Array(Type.String()) }),
  }),
  setHolders: put('/api/permission/Authority/Model/{itemId}', {
    summary: 'Replace the roles, positions, users or groups to which one right is granted',
    need: anyAuthorize,
    audit: 'security',
    retry: 'idempotent-key',
    params: Type.Object({ itemId }),
    body: Type.Object({
      itemType: Type.Optional(Type.String({ maxLength: 30 })),
      objectType: grantObjectType,
      objectId: Type.Array(id, { maxItems: 2_000 }),
    }),
    reply: counted,
  }),
  explain: get('/api/permission/Authority/Explain/{userId}', {
    summary: 'What one person may do and through which grant, and what not and why',
    need: 'perm:permission.authorize:btn_explain',
    audit: 'none',
    params: Type.Object({ userId: id }),
    reply: explainReply,
    spec: ['6-01'],
  }),
  holders: get('/api/permission/Authority/Holders', {
    summary: 'Who holds one right, and through what',
    need: 'perm:permission.authorize:btn_explain',
    audit: 'none',
    query: Type.Object({ ...pageQuery, code: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: pageOf(holderRow),
  }),
});
