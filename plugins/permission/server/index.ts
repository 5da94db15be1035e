import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { authorityRoutes } from './authority/authority.routes.ts';
import { dataSchemeRoutes } from './data-scheme/data-scheme.routes.ts';
import { departmentRoutes } from './department/department.routes.ts';
import { directoryRoutes } from './directory/directory.routes.ts';
import { groupRoutes } from './group/group.routes.ts';
import { membersRoutes } from './members/members.routes.ts';
import { organizeRoutes } from './organize/organize.routes.ts';
import type { PermissionDb } from './permission-call.ts';
import { positionRoutes } from './position/position.routes.ts';
import { roleRoutes } from './role/role.routes.ts';
import { userRoutes } from './user/user.routes.ts';
import { userOnlineRoutes } from './user-online/user-online.routes.ts';

export default defineServerPlugin<PermissionDb>({
  implementations: [
    directoryRoutes,
    organizeRoutes,
    departmentRoutes,
    positionRoutes,
    userRoutes,
    roleRoutes,
    groupRoutes,
    membersRoutes,
    authorityRoutes,
    dataSchemeRoutes,
    userOnlineRoutes,
  ],
});
