/** One more field of a page that is a record: a phone number of a position, written, read, listed, searched in the form, exported and imported. */
import { nextMigration } from '../../../build/migrations/next-migration.mjs';

const PROOF = `import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['permission'] });
});
afterAll(() => server?.close());

it('a new field is written, read, listed, changed, refused where it is too long, and stands in the workbook', async () => {
  const admin = await server.signIn('admin');
  const key = (name: string) => ({ 'idempotency-key': \`field-walk-\${name}-0001\` });
  const [org] = (await admin.get<{ list: { id: string }[] }>('/api/permission/Organize')).data.list;
  const at = '/api/permission/Position';
  const body = { fullName: '新字段岗位', enCode: 'SIM.WALK', organizeId: org?.id, phone: ' 0771-1 ' };
  const made = await admin.post<{ id: string; version: number }>(at, body, key('create'));
  expect(made.code).toBe(200);
  const read = async () => (await admin.get<{ phone: string; version: number }>(\`\${at}/\${made.data.id}\`)).data;
  expect(await read()).toMatchObject({ phone: '0771-1' });
  const older = await admin.put(\`\${at}/\${made.data.id}\`, { description: '旧客户端', version: 1 }, key('older'));
  expect(older.code).toBe(200);
  expect(await read()).toMatchObject({ phone: '0771-1' });
  const { list } = (await admin.get<{ list: { id: string; phone: string }[] }>(\`\${at}?keyword=SIM.WALK\`)).data;
  expect(list).toMatchObject([{ id: made.data.id, phone: '0771-1' }]);
  expect((await admin.put(\`\${at}/\${made.data.id}\`, { phone: '1'.repeat(31), version: 2 }, key('long'))).code).not.toBe(200);
  const exported = await admin.raw({ method: 'GET', url: \`\${at}/Actions/ExportExcel?keyword=SIM.WALK\` });
  const sheet = await readXlsx(exported.rawPayload);
  expect(JSON.stringify(sheet)).toContain('联系电话');
  expect(JSON.stringify(sheet)).toContain('0771-1');
});
`;

export default {
  title: 'page of a record',
  most: 1,
  edits: [
    {
      file: 'plugins/permission/contract/position.contract.ts',
      after: "organizeId: field.place({ departments: true }).required().span(2).label('所属机构或部门', '所屬機構或部門', 'Belongs to'),\n",
      insert: "    phone: field.text(30).label('联系电话', '聯絡電話', 'Phone'),\n",
    },
    { file: 'plugins/permission/contract/position.contract.ts', after: "    columns: ['fullName', 'enCode', 'type', ", insert: "'phone', " },
  ],
  written: {
    file: nextMigration('shell/server/core/migrations', 'position-phone'),
    sql: "alter table core.position add column phone varchar(30) not null default '';\n",
  },
  proofs: [{ project: 'integration', file: 'plugins/permission/server/position/field-walk.int.test.ts', text: PROOF }],
};
