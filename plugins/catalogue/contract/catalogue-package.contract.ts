import { defineContract, get, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { catalogueRow, drugType } from './catalogue.schema.ts';
import { enableMark } from './catalogue-entry.schema.ts';
import { maintainedPackage, savePackageBody, wholePackage } from './catalogue-package.schema.ts';

const id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

/** Packages of the signed-in facility: lines that doctors take onto a prescription together. */
export const cataloguePackageContract = defineContract('cataloguePackage', {
  packages: get('/api/his/package', {
    summary: 'Packages with what they cost today, disabled ones too',
    need: 'perm:his.package',
    audit: 'none',
    query: Type.Object({ ...pageQuery, enabled: Type.Optional(enableMark), dead: Type.Optional(Type.Boolean()) }),
    reply: pageOf(maintainedPackage),
  }),
  choices: get('/api/his/package/Actions/Choices', {
    summary: 'Entries that may be put into a package',
    need: 'perm:his.package',
    audit: 'none',
    query: Type.Object({ ...pageQuery, drugType: Type.Optional(drugType) }),
    reply: pageOf(catalogueRow),
  }),
  package: get('/api/his/package/{id}', { summary: 'One package with its lines', need: 'perm:his.package', audit: 'none', params: id, reply: wholePackage }),
  create: post('/api/his/package', {
    summary: 'Add a package',
    need: 'perm:his.package:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: savePackageBody,
    reply: wholePackage,
  }),
  update: put('/api/his/package/{id}', {
    summary: 'Replace a package and its lines',
    need: 'perm:his.package:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: savePackageBody,
    reply: wholePackage,
  }),
  state: put('/api/his/package/{id}/Actions/State', {
    summary: 'Enable or disable a package',
    need: 'perm:his.package:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: Type.Object({ enableMark, version: Type.Integer() }),
    reply: maintainedPackage,
  }),
});
