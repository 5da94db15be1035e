import { defineServerPlugin, provide, staffNames, staffSync, workAccounts } from '@nephra/plugin-sdk/server';
import { contacts } from '../contract/index.ts';
import { authorityRoutes } from './authority/authority.routes.ts';
import { dataSchemeRoutes } from './data-scheme/data-scheme.routes.ts';
import { userModel } from './access/user.model.ts';
import { departmentRoutes } from './department/department.routes.ts';
import { directoryRoutes } from './directory/directory.routes.ts';
import { staffNamesFor } from './directory/staff-names.service.ts';
import { groupRoutes } from './group/group.routes.ts';
import { membersRoutes } from './members/members.routes.ts';
import { organizeRoutes } from './organize/organize.routes.ts';
import migrations from './migrations';
import type { PermissionDb } from './permission-call.ts';
import { positionRoutes } from './position/position.routes.ts';
import { roleRoutes } from './role/role.routes.ts';
import { tableSizes } from './table-sizes.ts';
import { contactsOf } from './user/contacts.service.ts';
import { userRoutes } from './user/user.routes.ts';
import { staffSyncOf } from './work-accounts/staff-sync.service.ts';
import { workAccountsOf } from './work-accounts/work-accounts.service.ts';
import { forgetImports } from './user-import/forget-imports.job.ts';
import { userImportRoutes } from './user-import/user-import.routes.ts';
import { systemOnlineRoutes, userOnlineRoutes } from './user-online/user-online.routes.ts';

export default defineServerPlugin<PermissionDb>({
  schema: 'permission',
  migrations,
  tableSizes,
  jobs: [forgetImports],
  dataModels: [userModel],
  services: [provide(staffNames, staffNamesFor), provide(contacts, contactsOf), provide(workAccounts, workAccountsOf), provide(staffSync, staffSyncOf)],
  implementations: [
    directoryRoutes,
    organizeRoutes,
    departmentRoutes,
    positionRoutes,
    userRoutes,
    userImportRoutes,
    roleRoutes,
    groupRoutes,
    membersRoutes,
    authorityRoutes,
    dataSchemeRoutes,
    userOnlineRoutes,
    systemOnlineRoutes,
  ],
});
