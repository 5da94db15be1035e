import { createClient } from '@nephra/plugin-sdk/web';
import { recordPage } from '@nephra/plugin-sdk/widgets';
import { departmentContract, organizeContract } from '../../contract/index.ts';

/** Departments: organisations left, the departments of the chosen one right. */
export const Page = recordPage(departmentContract, {
  left: ({ ctx: { t, http } }) => ({
    label: t('department.orgs'),
    tree: { openLevels: 3, load: (signal) => createClient(organizeContract, http).parents({ params: { id: '0' } }, { signal, quiet: true }) },
  }),
  columns: { enCode: { width: 110 }, manager: { minWidth: 130, render: ({ manager }) => manager || '–' } },
  fields: { managerId: (row) => (row?.managerId ? { names: [{ id: row.managerId, fullName: row.manager }] } : {}) },
  none: ({ t }) => t('department.none'),
});
