import { type Static, Type } from '@nephra/plugin-sdk/contract';

const text = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });

/**
 * `core.json` of a generated demo data set: who works where. Every person is invented. The server fills its own tables from it on the
 * first start of a demo system; passwords are set by the server, not carried here.
 */
export const coreDemo = Type.Object({
  organizations: Type.Array(
    Type.Object({
      id: Type.String(),
      /** '-1' for the top. */
      parentId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      /** Facility code of the insurer: H + area + number; empty for the group itself. */
      fixmedinsCode: Type.String(),
      /** Price level 1 to 3. */
      priceType: Type.String(),
      sortCode: Type.Integer(),
    }),
  ),
  departments: Type.Array(
    Type.Object({
      id: Type.String(),
      orgId: Type.String(),
      /** Empty directly under the organisation. */
      parentId: Type.String(),
      /** Who leads it; empty when nobody is named. */
      managerId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      sortCode: Type.Integer(),
    }),
  ),
  positions: Type.Array(
    Type.Object({
      id: Type.String(),
      orgId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      /** Kind of position. */
      type: Type.String(),
      sortCode: Type.Integer(),
    }),
  ),
  /** `enCode` is what roleHints of menus and buttons name. */
  roles: Type.Array(
    Type.Object({
      id: Type.String(),
      enCode: Type.String(),
      type: Type.String(),
      rank: Type.Union([Type.Literal('work'), Type.Literal('administration'), Type.Literal('system')]),
      title: text,
      sortCode: Type.Integer(),
    }),
  ),
  users: Type.Array(
    Type.Object({
      id: Type.String(),
      account: Type.String(),
      realName: Type.String(),
      /** Staff number. */
      enCode: Type.String(),
      gender: Type.Integer(),
      mobilePhone: Type.String(),
      orgId: Type.String(),
      departmentId: Type.String(),
      positionId: Type.String(),
      /** Who the person reports to; empty at the top. */
      managerId: Type.String(),
      roles: Type.Array(Type.String()),
      isAdministrator: Type.Boolean(),
      /** Member of the simulated WeChat work account; left out: none. */
      qyWxUserId: Type.Optional(Type.String()),
      /** One of the accounts that the login page and the server's start name. */
      demoAccount: Type.Boolean(),
    }),
  ),
  /** Where people work besides; `departmentId` and `positionId` may be empty. */
  furtherPlaces: Type.Array(Type.Object({ userId: Type.String(), orgId: Type.String(), departmentId: Type.String(), positionId: Type.String() })),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      enCode: Type.String(),
      type: Type.String(),
      fullName: Type.String(),
      description: Type.String(),
      members: Type.Array(Type.String()),
      sortCode: Type.Integer(),
    }),
  ),
  /** Delegated administration of one organisation and of those below it, with all rights; `roles` are codes of roles that may be given there. */
  orgAdmins: Type.Array(Type.Object({ orgId: Type.String(), userId: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) })),
});
export type CoreDemo = Static<typeof coreDemo>;
