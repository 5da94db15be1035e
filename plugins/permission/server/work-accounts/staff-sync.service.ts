import { AppError, EnvelopeCode, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { type ServerContext, type StaffChange, type StaffSync, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { placesOf } from '../access/user-scope.ts';
import { departmentRoutes } from '../department/department.routes.ts';
import type { Ctx, PermissionDb } from '../permission-call.ts';
import { departmentTable } from '../tables/department.table.ts';
import { userTable } from '../tables/user.table.ts';
import { createUser, editUser } from '../user/save-user.command.ts';
import { bindWorkUser, setState } from '../user/user-state.command.ts';

/** What a change told the audit log. */
interface Told {
  subject?: string;
  subjectId?: string;
  before?: unknown;
  after?: unknown;
}

/** A call in the name of a system administrator, for work that no call is asking for. @throws AppError `core.system-only` */
async function callAs(own: ServerContext<PermissionDb>, by: UserId, told: Told): Promise<Ctx> {
  // rows: whether somebody is an administrator at this moment
  const row = await own.db
    .selectFrom('core.user_account')
    .select(['account', 'real_name', 'en_code', 'org_id', 'department_id'])
    .where('id', '=', by)
    .where('is_administrator', '=', true)
    .where('enabled', '=', true)
    .where('locked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
  const orgId = row.org_id as OrgId;
  const who = { userId: by, account: row.account, userName: row.real_name, enCode: row.en_code, orgId, orgIds: [orgId], departmentId: row.department_id };
  return {
    ...{ pluginId: own.pluginId, db: own.db, lateDb: own.lateDb, clock: own.clock, log: own.log, numbers: own.numbers, settings: own.settings },
    ...{ setting: own.setting, recordOverlays: own.recordOverlays, secrets: own.secrets, socket: own.socket, language: 'zh' as const, ip: '' },
    newId: () => own.newId(),
    transaction: (work: () => Promise<unknown>) => own.transaction(work),
    text: (key: string, params?: Readonly<Record<string, string | number>>) => own.text(key, params), // text: keys of the commands that are called here
    service: (token: never) => own.service(token),
    optionalService: (token: never) => own.optionalService(token),
    extensions: (token: never) => own.extensions(token),
    publish: (event: never, payload: never) => own.publish(event, payload),
    can: () => true,
    dataScope: () => ({ kind: 'organisation' }) as const,
    audit: (facts: Told) => void Object.assign(told, facts),
    message: () => undefined,
    user: { ...who, roles: [], isAdministrator: true, language: 'zh' as const, priceType: '' },
  } as unknown as Ctx; // what the commands of departments and users ask of a call
}

/** Where somebody will work: the department of today is replaced, places besides it stay. */
async function placesWith(ctx: Ctx, row: { readonly id: string; readonly orgId: string; readonly departmentId: string | null }, departmentId: string | null) {
  const others = ((await placesOf(ctx, [row.id])).get(row.id) ?? []).filter((place) => !(place.orgId === row.orgId && place.departmentId === row.departmentId));
  const wanted = departmentId ?? row.orgId;
  return [wanted, ...others.map((place) => place.departmentId ?? place.orgId).filter((id) => id !== wanted)].join(',');
}

async function make(ctx: Ctx, change: StaffChange): Promise<string> {
  switch (change.kind) {
    case 'add-department': {
      const { orgId, parentId, fullName, enCode } = change;
      return await writeBundleRecord(ctx, departmentRoutes, undefined, { fullName, enCode, parentId: parentId ?? orgId, enabledMark: 1, sortCode: 0 });
    }
    case 'change-department': {
      const { id, orgId, parentId, fullName, enabled } = change;
      const row = await departmentTable.one(ctx, id);
      return await writeBundleRecord(ctx, departmentRoutes, id, {
        ...{ fullName: fullName ?? row.fullName, enCode: row.enCode, parentId: (parentId === undefined ? row.parentId : parentId) ?? orgId },
        ...{ enabledMark: (enabled ?? row.enabled) ? 1 : 0, sortCode: row.sortCode },
      });
    }
    case 'add-person': {
      const { orgId, departmentId, account, realName, mobile, workUserId } = change;
      const { id } = await createUser(ctx, { account, realName, organizeId: departmentId ?? orgId, mobilePhone: mobile, enabledMark: 1 });
      await bindWorkUser(ctx, id, workUserId);
      return id;
    }
    case 'change-person': {
      const { id, realName, departmentId, enabled, workUserId } = change;
      if (realName !== undefined || departmentId !== undefined) {
        const row = await userTable.lock(ctx, id);
        const organizeId = await placesWith(ctx, row, departmentId === undefined ? row.departmentId : departmentId);
        await editUser(ctx, id, { account: row.account, realName: realName ?? row.realName, organizeId, version: row.version });
      }
      if (enabled !== undefined) await setState(ctx, id, enabled ? '1' : '0');
      if (workUserId !== undefined) await bindWorkUser(ctx, id, workUserId);
      return id;
    }
    default:
      throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, params: { kind: (change satisfies never as StaffChange).kind } });
  }
}

/** See `StaffSync` of the SDK. */
export const staffSyncOf = (own: ServerContext<PermissionDb>): StaffSync => ({
  async departments(orgId) {
    // rows: departments of one organisation, compared by a system administrator's sync
    const rows = await own.db
      .selectFrom('core.department')
      .select(['id', 'parent_id as parentId', 'full_name as fullName', 'en_code as enCode', 'enabled'])
      .where('org_id', '=', orgId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows;
  },
  async people() {
    // rows: everybody, compared by a system administrator's sync
    const rows = await own.db
      .selectFrom('core.user_account')
      .select(['id', 'account', 'real_name as realName', 'mobile', 'org_id as orgId', 'department_id as departmentId', 'enabled'])
      .select(['is_administrator as isAdministrator', 'qywx_user_id as workUserId'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id, ...row }) => ({ ...row, id: id as UserId }));
  },
  async apply(by, change) {
    const told: Told = {};
    const ctx = await callAs(own, by, told);
    const id = await make(ctx, change);
    const { userId, userName, orgId } = ctx.user;
    await own.auditWork({
      ...{ class: 'security', action: `permission.sync-${change.kind}`, by: { userId, userName, orgId } },
      ...{ subject: told.subject ?? 'user', subjectId: id, before: told.before, after: told.after },
    });
    return id;
  },
});
