import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem, OwnTree, Picked } from '@nephra/plugin-sdk/widgets';
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
    { kind: 'text', name: 'fullName', label: t('organize.field.fullName'), required: true, maxLength: 50 },
    {
      kind: 'text',
      name: 'enCode',
      label: t('organize.field.enCode'),
      required: true,
      maxLength: 50,
      rules: [(value) => (value === storedCode ? undefined : RULES.enCode(value))],
    },
    { kind: 'text', name: 'propertyJson.shortName', label: t('organize.field.shortName'), maxLength: 50 },
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
    { kind: 'number', name: 'sortCode', label: t('organize.field.sortCode'), min: 0, max: 1_000_000 },
    { kind: 'group', label: t('organize.section.medical') },
    { kind: 'switch', name: 'dialysisCenter', label: t('organize.field.dialysisCenter') },
    { kind: 'text', name: 'propertyJson.fixmedinsCode', label: fact('propertyJson.fixmedinsCode'), maxLength: 20, check: checked('fixmedinsCode') },
    { kind: 'select', name: 'priceType', label: t('organize.field.priceType'), options: priceTypes(t), required: false },
    { kind: 'group', label: t('organize.section.company') },
    { kind: 'text', name: 'propertyJson.enterpriseNature', label: fact('propertyJson.enterpriseNature'), maxLength: 50 },
    { kind: 'text', name: 'propertyJson.industry', label: fact('propertyJson.industry'), maxLength: 50 },
    { kind: 'date', name: 'propertyJson.foundedTime', label: fact('propertyJson.foundedTime') },
    { kind: 'text', name: 'propertyJson.telePhone', label: fact('propertyJson.telePhone'), maxLength: 50 },
    { kind: 'text', name: 'propertyJson.fax', label: fact('propertyJson.fax'), maxLength: 50 },
    { kind: 'text', name: 'propertyJson.webSite', label: fact('propertyJson.webSite'), maxLength: 200, check: checked('webSite') },
    { kind: 'text', name: 'propertyJson.address', label: fact('propertyJson.address'), maxLength: 200, span: 3 },
    { kind: 'group', label: t('organize.section.manager') },
    { kind: 'text', name: 'propertyJson.managerName', label: fact('propertyJson.managerName'), maxLength: 50 },
    {
      kind: 'text',
      name: 'propertyJson.managerMobilePhone',
      label: fact('propertyJson.managerMobilePhone'),
      maxLength: 20,
      check: checked('managerMobilePhone'),
    },
    { kind: 'text', name: 'propertyJson.managerTelePhone', label: fact('propertyJson.managerTelePhone'), maxLength: 50 },
    { kind: 'text', name: 'propertyJson.manageEmail', label: fact('propertyJson.manageEmail'), maxLength: 100, check: checked('manageEmail') },
    { kind: 'group', label: t('organize.section.bank') },
    { kind: 'text', name: 'propertyJson.bankName', label: fact('propertyJson.bankName'), maxLength: 100 },
    { kind: 'text', name: 'propertyJson.bankAccount', label: fact('propertyJson.bankAccount'), maxLength: 50 },
    { kind: 'textarea', name: 'propertyJson.businessscope', label: fact('propertyJson.businessscope'), maxLength: 500, rows: 2, span: 3 },
    { kind: 'textarea', name: 'description', label: t('organize.field.description'), maxLength: 500, rows: 2, span: 3 },
  ];
}
