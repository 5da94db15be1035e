import type { TestServer } from '../../../../tests/support/server.ts';

/** Columns that everybody finds on the page of number rules, and two views that are shared there: one of them searches for rows by their ids. */
export async function arrangeLists(server: Pick<TestServer, 'db' | 'time'>): Promise<void> {
  const { id: module_id } = await server.db.selectFrom('core.menu').select('id').where('en_code', '=', 'system.billRule').executeTakeFirstOrThrow();
  const [columns, at] = [[{ prop: 'enCode', label: 'SIM', visible: true }], { module_id, updated_at: server.time.now }];
  await server.db
    .insertInto('core.column_default')
    .values({ id: 'SIM-c', ...at, org_id: null, role_id: null, fields: JSON.stringify(columns), updated_by: 'user-admin' })
    .execute();
  const content = { columns, sort: null, filter: { keyword: 'SIM' }, pageSize: 20 };
  const view = { ...at, user_id: 'user-admin', sort_code: 1 };
  const ofRows = { ...content, filter: { wards: 'x,0190f3a1b2c30000aabbccddeeff0011' } };
  await server.db
    .insertInto('core.list_view')
    .values([
      { ...view, id: 'SIM-v', name: 'SIM 视图', content: JSON.stringify(content) },
      { ...view, id: 'SIM-w', name: 'SIM 病区视图', content: JSON.stringify(ofRows) },
    ])
    .execute();
  await server.db
    .insertInto('core.list_view_share')
    .values(['SIM-v', 'SIM-w'].map((view_id) => ({ view_id, org_id: null, role_id: null })))
    .execute();
}
