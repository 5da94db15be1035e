/**
 * A new page of a record in a plugin that exists, with list, search, column settings, form, state, copy, import, export, print, rights, audit, three languages and its
 * suites: how many lines somebody writes for it. The migration is written by `npm run migration`.
 */
import { nextMigration } from '../../../build/migrations/next-migration.mjs';

const plugin = (file) => `plugins/permission/${file}`;

const CONTRACT = `import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';

/** Wards of an organisation. */
export const ward = defineRecord('permission.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/permission/Ward' },
  fields: {
    fullName: field.text(50).required().label('病区名称', '病區名稱', 'Name'),
    enCode: field.code(50).required().label('病区编码', '病區代碼', 'Code'),
    kind: field.choice(20, ['blood', '血透', '血透', 'Haemodialysis'], ['abdomen', '腹透', '腹透', 'Peritoneal']).label('类型', '類型', 'Kind'),
    beds: field.int(0, 500).label('床位数', '床位數', 'Beds'),
    ...STANDARD_FIELDS,
  },
  list: {
    columns: ['fullName', 'enCode', 'kind', 'beds', 'enabledMark', '-sortCode', '-creatorTime'],
    sort: ['fullName', 'enCode', 'beds', 'sortCode', 'creatorTime'],
    keyword: ['fullName', 'enCode'],
    filter: ['kind', 'enabledMark'],
    totals: ['beds'],
  },
  acts: { create: {}, edit: {}, copy: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' }, print: {} },
});
export interface WardRow extends RecordRow<typeof ward> {}
export const wardContract = recordContract(ward);
`;

const TABLE = `import { column, defineTable, fieldColumns, kept } from '@nephra/plugin-sdk/server';
import { ward } from '../../contract/ward.contract.ts';

export const wardTable = defineTable(
  'permission.ward',
  { id: column.id(), orgId: column.org(), ...fieldColumns(ward), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  {
    unique: { ward_code_idx: ['orgId', 'enCode'], ward_name_idx: ['orgId', 'fullName'] },
    taken: { enCode: ['code-taken', 'code'], fullName: ['name-taken', 'name'] },
    menu: 'permission.ward',
  },
);
`;

const ROUTES = `import { serveRecord } from '@nephra/plugin-sdk/server';
import { wardContract } from '../../contract/ward.contract.ts';
import type { PermissionDb } from '../permission-call.ts';
import { wardTable } from './ward.table.ts';

export const wardRoutes = serveRecord<PermissionDb>()(wardContract, wardTable, {});
`;

const PAGE = `import { recordPage } from '@nephra/plugin-sdk/widgets';
import { wardContract } from '../../contract/ward.contract.ts';

export const Page = recordPage(wardContract, {});
`;

const SUITES = `import { afterAll, beforeAll } from 'vitest';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { wardContract } from '../../contract/index.ts';
import permission from '../index.ts';
import { wardTable } from './ward.table.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ core: identityTables, permission });
});
afterAll(() => host.close());

const by = staff({ userId: 'u1', orgId: 'gz', orgIds: ['gz'] });
const outsider = staff({ userId: 'u2', orgId: 'wh', orgIds: ['wh'] });
recordSuite(wardContract, { host: () => host, by, outsider, unique: ['fullName', 'enCode'] });
recordStaticSuite(wardContract, { host: () => host, table: wardTable });
`;

const SCREENS = `import { recordRow } from '@nephra/plugin-sdk/testing';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { ward, wardContract } from '../../contract/ward.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './ward.page.tsx';

const row = { ...recordRow(ward, { fullName: '一病区', enCode: 'SIM.W1' }) };
recordScreens(wardContract, { Page, row, texts, typed: { fullName: '二病区', enCode: 'SIM.W2' } });
`;

export default {
  title: 'a new page of a record with everything, and its suites',
  most: 120,
  unit: 'lines',
  edits: [
    { file: plugin('contract/ward.contract.ts'), create: CONTRACT },
    {
      file: plugin('contract/index.ts'),
      after: "from './user/user-online.contract.ts';\n",
      insert: "export { type WardRow, ward, wardContract } from './ward.contract.ts';\n",
    },
    { file: plugin('server/ward/ward.table.ts'), create: TABLE },
    { file: plugin('server/ward/ward.routes.ts'), create: ROUTES },
    {
      file: plugin('server/index.ts'),
      after: "from './user-online/user-online.routes.ts';\n",
      insert: "import { wardRoutes } from './ward/ward.routes.ts';\n",
    },
    { file: plugin('server/index.ts'), after: '    systemOnlineRoutes,\n', insert: '    wardRoutes,\n' },
    { file: plugin('server/table-sizes.ts'), after: '  user_import_row: small(10_000),\n', insert: '  ward: small(500),\n' },
    {
      file: plugin('server/permission-call.ts'),
      after: "import type { userImportRowTable, userImportTable } from './user-import/user-import.table.ts';\n",
      insert: "import type { wardTable } from './ward/ward.table.ts';\n",
    },
    {
      file: plugin('server/permission-call.ts'),
      after: "  'permission.user_import_row': SqlRow<typeof userImportRowTable>;\n",
      insert: "  'permission.ward': SqlRow<typeof wardTable>;\n",
    },
    {
      file: plugin('menus.ts'),
      after: "import { position } from './contract/position.contract.ts';\n",
      insert: "import { ward } from './contract/ward.contract.ts';\n",
    },
    {
      file: plugin('menus.ts'),
      after: "title: text('岗位管理', '職位管理', 'Positions') }),\n",
      insert: "  recordMenu(ward, { ...PLACE, icon: 'list', sortCode: 35, title: text('病区管理', '病區管理', 'Wards') }),\n",
    },
    {
      file: plugin('plugin.ts'),
      after: "    page('permission.position', () => import('./web/position/position.page.tsx')),\n",
      insert: "    page('permission.ward', () => import('./web/ward/ward.page.tsx')),\n",
    },
    { file: plugin('web/ward/ward.page.tsx'), create: PAGE },
    { file: plugin('server/ward/ward.int.test.ts'), create: SUITES },
    { file: plugin('web/ward/ward.page.test.tsx'), create: SCREENS },
    {
      file: plugin('README.md'),
      after: '| `permission.group` | the same | a record page (`contract/group.contract.ts`, `web/group/group.page.tsx`) |\n',
      insert: '| `permission.ward` | the same | a record page (`contract/ward.contract.ts`, `web/ward/ward.page.tsx`); table `ward` |\n',
    },
  ],
  written: { file: nextMigration(plugin('server/migrations'), 'ward') },
  proofs: [
    { project: 'integration', file: plugin('server/ward') },
    { project: 'screens', file: plugin('web/ward') },
    { project: 'unit', file: 'tests/contracts/records.test.ts' },
    { project: 'unit', file: 'tools/docs/plugin-pages' },
  ],
};
