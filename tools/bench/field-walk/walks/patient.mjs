/**
 * One field more in the patient file: a text like the address, sent, read, kept, told in the history, typed in the form and shown in the drawer. Whoever runs it
 * applies the edits to a copy of the repository, counts their files, and lets the compiler and the proof judge.
 */
import { nextMigration } from '../../../build/migrations/next-migration.mjs';

const proof = `import { afterAll, beforeAll, expect, it } from 'vitest';
import { patientContent } from '../../../../tests/support/patient-content.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['patient'] });
});
afterAll(() => server?.close());

it('a new field is written, read, kept by whoever does not know it, and stands in the history with both its values', async () => {
  const clerk = await server.signIn('admin');
  const key = (name: string) => ({ 'idempotency-key': \`field-walk-\${name}-0001\` });
  const made = await clerk.post<{ patientId: string; version: number }>('/api/his/patient', patientContent('新字段', { occupation: ' 教师 ' }), key('create'));
  expect(made.msg + made.code).toContain('200');
  const at = \`/api/his/patient/\${made.data.patientId}\`;
  const read = async () => (await clerk.get<{ occupation: string; version: number }>(at)).data;
  expect(await read()).toMatchObject({ occupation: '教师' });
  const older = await clerk.put(at, patientContent('新字段', { note: '旧客户端', version: (await read()).version }), key('older'));
  expect(older.code).toBe(200);
  expect(await read()).toMatchObject({ occupation: '教师' });
  const edited = await clerk.put(at, patientContent('新字段', { occupation: '医生', version: (await read()).version }), key('edit'));
  expect(edited.code).toBe(200);
  expect(await read()).toMatchObject({ occupation: '医生' });
  const { list } = (await clerk.get<{ list: { act: string; fields: unknown[] }[] }>(\`\${at}/Actions/History\`)).data;
  expect(list.at(-1)?.fields).toContainEqual({ field: 'occupation', before: null, after: '教师' });
  expect(list[0]?.fields).toContainEqual({ field: 'occupation', before: '教师', after: '医生' });
  const long = await clerk.put(at, patientContent('新字段', { occupation: '长'.repeat(61), version: (await read()).version }), key('long'));
  expect(long.code).not.toBe(200);
});
`;

export default {
  title: 'patient file',
  most: 6,
  edits: [
    { file: 'plugins/patient/server/files/patient.table.ts', after: "    address: text('address'),\n", insert: "    occupation: text('occupation'),\n" },
    {
      file: 'plugins/patient/contract/file-fields.ts',
      after: "  address: text(200).label('住址', '住址', 'Address'),\n",
      insert: "  occupation: text(60).optional().label('职业', '職業', 'Occupation'),\n",
    },
  ],
  written: {
    file: nextMigration('plugins/patient/server/migrations', 'patient-occupation'),
    sql: "alter table patient.patient add column occupation varchar(60) not null default '';\n",
  },
  proofs: [{ project: 'integration', file: 'plugins/patient/server/files/field-walk.int.test.ts', text: proof }],
};
