import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, type SessionUser } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityTables } from '../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { fillOrganisations, refusalOf } from './organize/organize.fixture.ts';
import { assertAdministers, type Ctx, mayAdminister, type PermissionDb } from './permission-call.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ core: identityTables, permission: defineServerPlugin({}) });
  await fillOrganisations(host);
});
afterAll(() => host?.close());

const keeper = staff({ userId: 'keeper', orgId: 'gz', orgIds: ['gz', 'gz.ward'] });
const as = (user: SessionUser): Ctx => host.requestContext<PermissionDb>('permission', { user });

describe('[6-03] whoever administers an organisation', () => {
  const missing = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
  const refused = { key: 'permission.not-delegated', code: EnvelopeCode.Forbidden };

  it('does what was delegated, there and below', async () => {
    for (const act of ['add', 'edit', 'delete'] as const) expect(await refusalOf(assertAdministers(as(keeper), act, 'gz'))).toEqual({ key: 'allowed' });
    expect(await refusalOf(assertAdministers(as(keeper), 'edit', 'gz.ward'))).toEqual({ key: 'allowed' });
    expect(await refusalOf(assertAdministers(as(keeper), 'delete', 'gz.ward'))).toMatchObject(refused);
    expect(await refusalOf(assertAdministers(as({ ...keeper, userId: 'zhang' }), 'edit', 'gz'))).toMatchObject(refused);
    expect(await refusalOf(assertAdministers(as({ ...keeper, isAdministrator: true }), 'delete', 'wh'))).toEqual({ key: 'allowed' });
  });

  it('learns of hidden organisations no more than of missing ones', async () => {
    for (const id of ['wh', 'root', 'nowhere']) expect(await refusalOf(assertAdministers(as(keeper), 'edit', id))).toMatchObject(missing);
  });

  it('does nothing any more in one that went hidden, whatever was delegated there', async () => {
    await host.db.script("insert into core.org_admin (org_id, user_id, this_edit) values ('wh', 'keeper', true)");
    expect(await mayAdminister(as({ ...keeper, orgIds: ['gz', 'wh'] }), 'edit', 'wh')).toBe(true);
    expect(await mayAdminister(as(keeper), 'edit', 'wh')).toBe(false);
    expect(await refusalOf(assertAdministers(as(keeper), 'edit', 'wh'))).toMatchObject(missing);
  });
});
