import type { WebContext } from '@nephra/plugin-sdk/web';
import type { RowAction } from '@nephra/plugin-sdk/widgets';

interface MemberObjectRow {
  readonly fullName: string;
  readonly enabledMark: 0 | 1;
  readonly memberCount: number;
}

/** What can be done to a row of roles or groups. */
export interface MemberObjectActs<Row> {
  edit(row: Row): unknown;
  openMembers(row: Row): unknown;
  toggle(row: Row): unknown;
  remove(row: Row): unknown;
}

/** Acts of a row of something that people are members of and that rights are granted to. */
export const memberObjectActions = <Row extends MemberObjectRow>(
  t: WebContext['t'],
  acts: MemberObjectActs<Row>,
  authorize: (row: Row) => unknown,
): RowAction<Row>[] => [
  { key: 'edit', text: t('parts.edit'), button: 'btn_edit', onClick: (row) => acts.edit(row) },
  { key: 'members', text: t('role.members'), button: 'btn_member', onClick: (row) => acts.openMembers(row) },
  { key: 'authorize', text: t('role.authorize'), button: 'btn_authorize', onClick: authorize },
  {
    key: 'off',
    text: t('parts.disable'),
    button: 'btn_state',
    danger: true,
    visible: (row) => row.enabledMark === 1,
    confirm: (row) => t('role.disableAsk', { name: row.fullName, n: row.memberCount }),
    onClick: (row) => acts.toggle(row),
  },
  { key: 'on', text: t('parts.enable'), button: 'btn_state', visible: (row) => row.enabledMark === 0, onClick: (row) => acts.toggle(row) },
  {
    key: 'remove',
    text: t('parts.remove'),
    button: 'btn_remove',
    danger: true,
    confirm: (row) => t('parts.removeAsk', { name: row.fullName }),
    onClick: (row) => acts.remove(row),
  },
];
