const reasoned = (reason: string, ...lines: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(lines.map((line) => [line, reason]));

/** Lines of `tooLongFields` that are no fault, each with the reason. */
export const LONGER_THAN_COLUMNS: Readonly<Record<string, string>> = {
  ...reasoned(
    'what a table is for, kept as its comment; its name is `newTable`',
    'data-model.create body.tableInfo.tableName: 200, data.sync_run.tableName holds 63',
    'data-model.edit body.tableInfo.tableName: 200, data.sync_run.tableName holds 63',
  ),
  ...reasoned(
    'refused in words at its column by the rule of a site’s names, which takes 50; kept as the name of a column of PostgreSQL',
    'data-model.create body.tableFieldList[].field: 63, data.common_field.field holds 50',
    'data-model.edit body.tableFieldList[].field: 63, data.common_field.field holds 50',
  ),
  ...reasoned(
    'kept in prescription.check_override, which holds 300',
    'dispensing.updateState body.overrides[].reason: 300, pharmacy.dispensing_step.reason holds 200',
    'prescription.updateState body.overrides[].key: 300, prescription.proposal.key holds 100',
  ),
  ...reasoned(
    'kept in core.menu_item, which holds 200',
    ...['moduleButton', 'moduleColumn', 'moduleDataField', 'moduleForm'].flatMap((list) =>
      ['create', 'edit'].map((act) => `${list}.${act} body.enCode: 80, system.dictionary_data.enCode holds 50`),
    ),
  ),
  ...reasoned(
    'a list of ids, joined by commas',
    'permission-organize.saveAdministrators body.userId: 6500, core.user_org.userId holds 64',
    ...['create', 'edit'].flatMap((act) => [
      `permission-user.${act} body.groupId: 2000, core.user_group_member.groupId holds 64`,
      `permission-user.${act} body.positionId: 2000, core.user_position.positionId holds 64`,
      `permission-user.${act} body.roleId: 2000, core.user_role.roleId holds 64`,
    ]),
  ),
  ...reasoned('what a provider of sign-ins sent along; nothing keeps it', 'sign-in-provider.enter body.code: 512, core.permission.code holds 200'),
};
