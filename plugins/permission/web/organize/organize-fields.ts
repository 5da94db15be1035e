import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem, OwnTree, Picked } from '@nephra/plugin-sdk/widgets';
import { ORGANIZE_LENGTHS } from '../../contract/organize-limits.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';
import { propertyComplaint } from '../../domain/organize-rules.ts';
import type { OrganizeValues } from './organize-values.ts';

type Text = WebContext['t'];

export interface OrganizeFieldParts {
  /** Possible parents. */
  readonly parents: OwnTree['tree'];
  /** Name of the parent that it has now. */
  readonly parent: Picked;
  /** Code that is stored already; it may stay whatever it looks like. */
  readonly storedCode: string;
}

export const priceTypes = (t: Text) => [
  { value: '', text: t('organize.priceAbove') },
  ...(['1', '2', '3'] as const).map((level) => ({ value: level, text: t('organize.priceLevel', { level }) })),
];

/** The form of an organisation, in sections. */
export function organizeFields(t: Text, { parents, parent, storedCode }: OrganizeFieldParts): FormItem<OrganizeValues>[] {
  const fact = (name: keyof OrganizeValues & `propertyJson.${string}`) => t(`organize.field.${name.slice('propertyJson.'.length)}`);
  const checked = (name: 'webSite' | 'fixmedinsCode' | 'manageEmail' | 'managerMobilePhone') => (values: OrganizeValues) => {
    const complaint = propertyComplaint({ [name]: values[`propertyJson.${name}`].trim() });
    return complaint && t(`errors.permission.${complaint.key}`);
  };
  return [
    { kind: 'group', label: t('organize.section.base') },
    { kind: 'text', name: 'fullName', label: t('organize.field.fullName'), required: true, maxLength: MAX_NAME },
    {
      kind: 'text',
      name: 'enCode',
      label: t('organize.field.enCode'),
      required: true,
      maxLength: MAX_CODE,
      rules: [(value) => (value === storedCode ? undefined : RULES.enCode(value))],
    },
    { kind: 'text', name: 'propertyJson.shortName', label: t('organize.field.shortName'), maxLength: ORGANIZE_LENGTHS.shortName },
    {
      kind: 'organize',
      name: 'parentId',
      label: t('organize.field.parent'),
      help: t('organize.parentHelp'),
      span: 2,
      required: true,
      tree: parents,
      names: [parent],
    },
    { kind: 'number', name: 'sortCode', label: t('organize.field.sortCode'), min: 0, max: MAX_SORT_CODE },
    { kind: 'group', label: t('organize.section.medical') },
    { kind: 'switch', name: 'dialysisCenter', label: t('organize.field.dialysisCenter') },
    {
      kind: 'text',
      name: 'propertyJson.fixmedinsCode',
      label: fact('propertyJson.fixmedinsCode'),
      maxLength: ORGANIZE_LENGTHS.fixmedinsCode,
      check: checked('fixmedinsCode'),
    },
    { kind: 'select', name: 'priceType', label: t('organize.field.priceType'), options: priceTypes(t), required: false },
    { kind: 'group', label: t('organize.section.company') },
    { kind: 'text', name: 'propertyJson.enterpriseNature', label: fact('propertyJson.enterpriseNature'), maxLength: ORGANIZE_LENGTHS.enterpriseNature },
    { kind: 'text', name: 'propertyJson.industry', label: fact('propertyJson.industry'), maxLength: ORGANIZE_LENGTHS.industry },
    { kind: 'date', name: 'propertyJson.foundedTime', label: fact('propertyJson.foundedTime') },
    { kind: 'text', name: 'propertyJson.telePhone', label: fact('propertyJson.telePhone'), maxLength: ORGANIZE_LENGTHS.telePhone },
    { kind: 'text', name: 'propertyJson.fax', label: fact('propertyJson.fax'), maxLength: ORGANIZE_LENGTHS.fax },
    { kind: 'text', name: 'propertyJson.webSite', label: fact('propertyJson.webSite'), maxLength: ORGANIZE_LENGTHS.webSite, check: checked('webSite') },
    { kind: 'text', name: 'propertyJson.address', label: fact('propertyJson.address'), maxLength: ORGANIZE_LENGTHS.address, span: 3 },
    { kind: 'group', label: t('organize.section.manager') },
    { kind: 'text', name: 'propertyJson.managerName', label: fact('propertyJson.managerName'), maxLength: ORGANIZE_LENGTHS.managerName },
    {
      kind: 'text',
      name: 'propertyJson.managerMobilePhone',
      label: fact('propertyJson.managerMobilePhone'),
      maxLength: ORGANIZE_LENGTHS.managerMobilePhone,
      check: checked('managerMobilePhone'),
    },
    { kind: 'text', name: 'propertyJson.managerTelePhone', label: fact('propertyJson.managerTelePhone'), maxLength: ORGANIZE_LENGTHS.managerTelePhone },
    {
      kind: 'text',
      name: 'propertyJson.manageEmail',
      label: fact('propertyJson.manageEmail'),
      maxLength: ORGANIZE_LENGTHS.manageEmail,
      check: checked('manageEmail'),
    },
    { kind: 'group', label: t('organize.section.bank') },
    { kind: 'text', name: 'propertyJson.bankName', label: fact('propertyJson.bankName'), maxLength: ORGANIZE_LENGTHS.bankName },
    { kind: 'text', name: 'propertyJson.bankAccount', label: fact('propertyJson.bankAccount'), maxLength: ORGANIZE_LENGTHS.bankAccount },
    {
      kind: 'textarea',
      name: 'propertyJson.businessscope',
      label: fact('propertyJson.businessscope'),
      maxLength: ORGANIZE_LENGTHS.businessscope,
      rows: 2,
      span: 3,
    },
    { kind: 'textarea', name: 'description', label: t('organize.field.description'), maxLength: MAX_DESCRIPTION, rows: 2, span: 3 },
  ];
}
