import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, OrganizationPicker } from '@nephra/plugin-sdk/widgets';
import { ROLE_TYPES, type RoleBody } from '../../contract/role.contract.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';
import { ROLE_RANKS, type RoleRank } from '../../domain/rights/giving.ts';
import { knownTypes } from '../parts/type-choices.ts';

/** A role as the form holds it. */
export interface RoleValues {
  fullName: string;
  enCode: string;
  /** Null: none. */
  type: string | null;
  rank: RoleRank;
  globalMark: 0 | 1;
  orgIds: readonly string[];
  enabledMark: 0 | 1;
  sortCode: number;
  description: string;
}

export const emptyRole = (): RoleValues => ({
  fullName: '',
  enCode: '',
  type: null,
  rank: 'work',
  globalMark: 0,
  orgIds: [],
  enabledMark: 1,
  sortCode: 0,
  description: '',
});

export const bodyOfRole = ({ fullName, enCode, type, rank, globalMark, orgIds, enabledMark, sortCode, description }: RoleValues): RoleBody => ({
  fullName,
  enCode,
  type: type ?? '',
  rank,
  globalMark,
  organizeIdsTree: globalMark === 1 ? [] : orgIds.map((id) => [id]),
  enabledMark,
  sortCode,
  description,
});

/** Names of the kinds of roles. */
export const roleTypes = (t: WebContext['t']) => knownTypes(ROLE_TYPES, (type) => t(`role.types.${type}`));

/**
 * @param mayGlobal only administrators make roles for every organisation
 * @param stored kind that the role has now
 */
export const roleFields = (t: WebContext['t'], mayGlobal: boolean, stored: string): FormItem<RoleValues>[] => [
  { kind: 'text', name: 'fullName', label: t('role.fullName'), required: true, maxLength: MAX_NAME },
  { kind: 'text', name: 'enCode', label: t('role.enCode'), required: true, maxLength: MAX_CODE, rules: [RULES.enCode] },
  {
    kind: 'radio',
    name: 'globalMark',
    label: t('role.reach'),
    required: true,
    disabled: !mayGlobal,
    options: [
      { value: 1, text: t('role.global') },
      { value: 0, text: t('role.limited') },
    ],
    help: mayGlobal ? undefined : t('role.globalHelp'),
    span: 2,
  },
  {
    kind: 'custom',
    name: 'orgIds',
    label: t('role.organizations'),
    span: 2,
    visible: (values) => values.globalMark === 0,
    check: (values) => (values.orgIds.length === 0 ? t('errors.permission.role-org-missing') : undefined),
    render: ({ id, values, invalid, setValues }) => (
      <OrganizationPicker
        id={id}
        label={t('role.organizations')}
        multiple
        value={values.orgIds}
        invalid={invalid}
        onChange={(orgIds) => setValues({ orgIds })}
      />
    ),
  },
  { kind: 'select', name: 'type', label: t('role.type'), options: roleTypes(t).choices(stored), filter: false },
  {
    kind: 'select',
    name: 'rank',
    label: t('role.rank'),
    required: true,
    filter: false,
    disabled: !mayGlobal,
    options: ROLE_RANKS.map((rank) => ({ value: rank, text: t(`role.ranks.${rank}`) })),
    help: t(mayGlobal ? 'role.rankHelp' : 'role.rankFixed'),
  },
  { kind: 'number', name: 'sortCode', label: t('role.sortCode'), required: true, min: 0, max: MAX_SORT_CODE },
  {
    kind: 'radio',
    name: 'enabledMark',
    label: t('role.state'),
    options: [
      { value: 1, text: t('parts.enabled') },
      { value: 0, text: t('parts.disabled') },
    ],
  },
  { kind: 'textarea', name: 'description', label: t('role.description'), maxLength: MAX_DESCRIPTION, span: 2 },
];
