/**
 * One more field of a prescription line, as data: what a person edits, and a test that shows the field everywhere it belongs. The runner applies the edits in
 * a scratch clone, counts the files, checks types and runs the proof.
 */
import { nextMigration } from '../../../build/migrations/next-migration.mjs';

const plugin = (file) => `plugins/prescription/${file}`;

const PROOF = `import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { CatalogueRow } from '../../../catalogue/contract/index.ts';
import type { CustomPackageDetail, Prescription, PrintReply, WorkPatient } from '../../contract/index.ts';
import type { PrescriptionDb } from '../tables.ts';
import { prescriptionLedgerOf } from '../ledger/prescription.ledger.ts';

const AT = '/api/his/prescription';
let system: TestServer;
let doctor: TestClient;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
  doctor = await system.signIn('doctor');
});
afterAll(() => system?.close());

it('a field of a line is saved, read, copied, kept in a package, printed and told to other plugins', async () => {
  const [patient] = (await doctor.get<{ list: WorkPatient[] }>(\`\${AT}/patient?scope=all&pageSize=1\`)).data.list;
  const [drug] = (await doctor.get<{ list: CatalogueRow[] }>(\`\${AT}/drug?pageSize=1\`)).data.list;
  if (!patient || !drug) throw new Error('no demo');
  const line = {
    kind: 'drug',
    drugId: drug.drugId,
    onceUsing: drug.dMin || 1,
    onceUsingUnit: drug.dMinUnit || drug.preparaUnit,
    drugUsage: '1',
    drugInterval: 'qd',
    drugDays: 3,
    drugNum: 0,
    drugNumUnit: drug.stockUnit,
    manualNum: false,
    isGroup: 0,
    approvalMark: 0,
    caution: '饭后服用',
  };
  const head = { dpType: 14, dpDate: system.time.now.getTime(), reimWay: '0', visit: '', diagnosis: [{ code: 'N18.501', name: '终末期肾病' }], infectedHistory: [] };
  const saved = await doctor.post<Prescription>(AT, { ...head, patientId: patient.patientId, prescriptionDetailList: [line] });
  expect([saved.code, saved.data.prescriptionDetailList[0]?.caution]).toEqual([200, '饭后服用']);
  const dpId = saved.data.dpId ?? '';
  expect((await doctor.get<Prescription>(\`\${AT}/\${dpId}\`)).data.prescriptionDetailList.map(({ caution }) => caution)).toEqual(['饭后服用']);

  const [taken] = (await doctor.post<{ list: Prescription['prescriptionDetailList'] }>(\`\${AT}/copy/\${dpId}\`, {})).data.list;
  expect(taken?.caution).toBe('饭后服用');
  const kept = await doctor.post<CustomPackageDetail>(\`\${AT}/custompackage\`, { packageName: '一项', scope: 'own', prescriptionDetailList: [line] });
  const { data } = await doctor.get<CustomPackageDetail>(\`\${AT}/customPackagedetail/\${kept.data.packageId}\`);
  expect(data.list.map(({ caution }) => caution)).toEqual(['饭后服用']);

  const printed = (await doctor.get<PrintReply>(\`\${AT}/print/\${dpId}\`)).data;
  expect(printed.sheets.flatMap(({ rows }) => rows.map(({ caution }) => caution))).toEqual(['饭后服用']);
  const ctx = createFakeServerContext<PrescriptionDb>({ db: system.database.kyselyFor<PrescriptionDb>(), pluginId: 'prescription' });
  const told = await prescriptionLedgerOf(ctx).get(dpId, [saved.data.orgId]);
  expect(told?.lines.map(({ caution }) => caution)).toEqual(['饭后服用']);
  // Whoever leaves it out, as older callers do, writes an empty one.
  const { caution: _left, ...older } = line;
  const plain = await doctor.post<Prescription>(AT, { ...head, patientId: patient.patientId, prescriptionDetailList: [older] });
  expect(plain.data.prescriptionDetailList[0]?.caution).toBe('');
});
`;

const MIGRATION = `alter table prescription.custom_package_line add column caution varchar(100) not null default '';
alter table prescription.detail add column caution varchar(100) not null default '';
`;

// Text of the sheet's own templates: a dollar sign stands before what they fill in.
const SIG = `<p class="sig">\${sheetText(sig(t, row))}</p>`;
const PRINTED = `\${row.caution === '' ? '' : \`<p class="remark">\${sheetText(row.caution)}</p>\`}`;

export default {
  title: 'prescription line',
  most: 10,
  edits: [
    { file: plugin('contract/line-content.ts'), after: '  remark: note(200),\n', insert: '  caution: note(100),\n' },
    { file: plugin('server/tables/line.columns.ts'), after: "  remark: text('remark'),\n", insert: "  caution: text('caution'),\n" },
    {
      file: plugin('web/work-area/lines/rx-line.row.tsx'),
      // Behind the dose, whose cell takes the cursor of a new line.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the source as it stands
      after: '        {editable ? <QuantityCells line={line} edit={edit} /> : `${line.drugNum} ${line.drugNumUnit}`}\n',
      insert: `        {editable ? (
          <TextCell cell="caution" label={t('line.caution')} value={line.caution} name="caution" edit={edit} />
        ) : (
          line.caution !== '' && <span className="rx-line-spec">{line.caution}</span>
        )}
`,
    },
    {
      file: plugin('web/print/rx-sheet.html.ts'),
      after: SIG,
      insert: PRINTED,
    },
    { file: plugin('locales/zh.json'), after: '    "remark": "嘱托",\n', insert: '    "caution": "注意事项",\n' },
    { file: plugin('locales/zhtw.json'), after: '    "remark": "囑託",\n', insert: '    "caution": "注意事項",\n' },
    { file: plugin('locales/en.json'), after: '    "remark": "Remark",\n', insert: '    "caution": "Caution",\n' },
  ],
  written: { file: nextMigration(plugin('server/migrations'), 'custom-package-line-caution'), sql: MIGRATION },
  proofs: [{ project: 'integration', file: plugin('server/ledger/field-walk.int.test.ts'), text: PROOF }],
};
