import type { WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, type Status, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { UserRow } from '../../contract/index.ts';
import { wordOf } from '../../domain/user-import/vocabulary.ts';

export type UserState = 'normal' | 'locked' | 'disabled' | 'noPassword';

/** What one must know of an account at a glance; a lock by wrong passwords counts like one set by hand. */
export function stateOf(row: Pick<UserRow, 'enabledMark' | 'lockMark' | 'noPassword'>): UserState {
  if (row.enabledMark === 0) return 'disabled';
  if (row.lockMark === 1 || row.enabledMark === 2) return 'locked';
  return row.noPassword === 1 ? 'noPassword' : 'normal';
}

export const stateTable = (t: WebContext['t']): readonly Status[] => [
  { value: 'normal', text: t('user.state.normal'), tone: 'success' },
  { value: 'locked', text: t('user.state.locked'), tone: 'warning' },
  { value: 'disabled', text: t('user.state.disabled'), tone: 'neutral' },
  { value: 'noPassword', text: t('user.state.noPassword'), tone: 'info' },
];

/** What the wire puts between names. */
const WIRE_MARK = '、';

/** Departments, or organisations, by their own names; the whole paths are a tooltip. */
export function placeNames(paths: string, listMark: string): string {
  const places = paths.split('；').map((path) => path.split('/'));
  const last = places.map((path) => path.at(-1));
  if (new Set(last).size === last.length) return last.join(listMark);
  // Departments of two centres may bear one name: what they share above them says nothing.
  const apart = Math.max(
    0,
    (places[0] ?? []).findIndex((name, at) => places.some((path) => path[at] !== name)),
  );
  return places.map((path) => [path.at(-1), path.slice(apart, -1).join('/')].filter(Boolean).join(' · ')).join(listMark);
}

/** Columns of the list; the names are those of the export. */
export function userColumns({ t, language }: Pick<WebContext, 't' | 'language'>): Column<UserRow>[] {
  const label = (name: string): string => t(`user.field.${name}`);
  const listMark = t('parts.listMark');
  const listed = (names: string): string => names.split(WIRE_MARK).join(listMark);
  return [
    {
      prop: 'realName',
      label: label('realName'),
      width: 136,
      fixed: 'left',
      sortable: true,
      always: true,
      text: (row) => row.realName,
      render: (row) => (
        <>
          {row.realName}
          {row.isAdministrator === 1 && <span className="us-admin">{t('user.administrator')}</span>}
        </>
      ),
    },
    { prop: 'account', label: label('account'), width: 108, sortable: true },
    { prop: 'enabledMark', label: label('state'), width: 128, sortable: true, render: (row) => <StatusTag value={stateOf(row)} table={stateTable(t)} /> },
    { prop: 'organize', label: label('organizeId'), minWidth: 140, text: (row) => row.organize, render: (row) => placeNames(row.organize, listMark) || '–' },
    { prop: 'roleName', label: label('roleId'), minWidth: 110, render: (row) => listed(row.roleName) || '–' },
    { prop: 'position', label: label('positionId'), minWidth: 110, render: (row) => listed(row.position) || '–' },
    { prop: 'lastLogTime', label: label('lastLogTime'), width: 142, sortable: true, render: (row) => <DateText value={row.lastLogTime} /> },
    { prop: 'mobilePhone', label: label('mobilePhone'), width: 124, render: (row) => row.mobilePhone || '–' },
    { prop: 'gender', label: label('gender'), width: 70, render: (row) => (row.gender === '0' ? '–' : wordOf('gender', row.gender, language)) },
    {
      prop: 'unLockTime',
      label: label('unLockTime'),
      width: 150,
      hiddenAtFirst: true,
      render: (row) => (row.lockMark === 1 && row.unLockTime === null ? t('user.untilUnlocked') : <DateText value={row.unLockTime} />),
    },
    { prop: 'enCode', label: label('enCode'), width: 110, sortable: true, hiddenAtFirst: true },
    { prop: 'email', label: label('email'), width: 190, hiddenAtFirst: true },
    {
      prop: 'creatorTime',
      label: label('creatorTime'),
      width: 150,
      sortable: true,
      hiddenAtFirst: true,
      render: (row) => <DateText value={row.creatorTime} />,
    },
    { prop: 'sortCode', label: label('sortCode'), width: 84, align: 'right', sortable: true, hiddenAtFirst: true },
    { prop: 'description', label: label('description'), minWidth: 160, hiddenAtFirst: true },
  ];
}
