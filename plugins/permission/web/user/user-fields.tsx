import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { UserInfo } from '../../contract/index.ts';
import { MAX_USER_SORT, USER_LENGTHS } from '../../contract/user/user-limits.ts';
import { checkUser } from '../../domain/user/user-check.ts';
import { choicesOf } from '../../domain/user-import/vocabulary.ts';
import type { ChoiceTree } from './roles-to-give.ts';
import type { UserValues } from './user-values.ts';

/** Fields of a user, in sections: account and work, what the person has, personal facts. */
export function userFields(ctx: Pick<WebContext, 't' | 'language' | 'user'>, stored: UserInfo | null, rolesTree: ChoiceTree): readonly FormItem<UserValues>[] {
  const { t, language } = ctx;
  const label = (name: string): string => t(`user.field.${name}`);
  /** The server's own rules, said before anything is sent. */
  const check =
    (field: ReturnType<typeof checkUser>[number]['field']) =>
    (values: UserValues): string | undefined => {
      const wrong = checkUser({
        ...values,
        account: values.account.trim(),
        realName: values.realName.trim(),
        enCode: values.enCode.trim(),
        mobilePhone: values.mobilePhone.trim(),
        email: values.email.trim(),
        certificatesType: values.certificatesType ?? '',
        certificatesNumber: values.certificatesNumber.trim(),
      }).find((problem) => problem.field === field);
      return wrong && t(`errors.permission.${wrong.key}`);
    };
  const text = (name: 'nation' | 'nativePlace' | 'landline' | 'urgentContacts' | 'urgentTelePhone'): FormItem<UserValues> => ({
    kind: 'text',
    name,
    label: label(name),
    maxLength: USER_LENGTHS[name],
  });
  return [
    { kind: 'group', label: t('user.section.account') },
    {
      kind: 'text',
      name: 'account',
      label: label('account'),
      required: true,
      maxLength: USER_LENGTHS.account,
      check: check('account'),
      help: t('user.accountHelp'),
    },
    { kind: 'text', name: 'realName', label: label('realName'), required: true, maxLength: USER_LENGTHS.realName, check: check('realName') },
    {
      kind: 'organize',
      name: 'organizeId',
      label: label('organizeId'),
      required: true,
      multiple: true,
      departments: true,
      span: 2,
      help: t('user.organizeHelp'),
    },
    {
      kind: 'user',
      name: 'managerId',
      label: label('managerId'),
      ...(stored?.managerId ? { names: [{ id: stored.managerId, fullName: stored.manager }] } : {}),
    },
    { kind: 'text', name: 'enCode', label: label('enCode'), maxLength: USER_LENGTHS.enCode, check: check('enCode') },
    { kind: 'number', name: 'sortCode', label: label('sortCode'), min: 0, max: MAX_USER_SORT },
    { kind: 'switch', name: 'isAdministrator', label: label('isAdministrator'), visible: () => ctx.user.isAdministrator, help: t('user.administratorHelp') },
    { kind: 'textarea', name: 'description', label: label('description'), maxLength: USER_LENGTHS.description, rows: 2, span: 2 },

    { kind: 'group', label: t('user.section.roles') },
    {
      kind: 'role',
      name: 'roleId',
      label: label('roleId'),
      multiple: true,
      span: 2,
      tree: rolesTree,
      ...(ctx.user.isAdministrator ? {} : { help: t('user.roleHelp') }),
    },
    { kind: 'position', name: 'positionId', label: label('positionId'), multiple: true, span: 2 },
    { kind: 'userGroup', name: 'groupId', label: label('groupId'), multiple: true, span: 2 },

    { kind: 'group', label: t('user.section.personal') },
    {
      kind: 'radio',
      name: 'gender',
      label: label('gender'),
      options: choicesOf('gender', language),
    },
    { kind: 'text', name: 'mobilePhone', label: label('mobilePhone'), maxLength: USER_LENGTHS.mobilePhone, check: check('mobilePhone') },
    { kind: 'text', name: 'email', label: label('email'), maxLength: USER_LENGTHS.email, check: check('email') },
    { kind: 'date', name: 'birthday', label: label('birthday'), max: 'today' },
    { kind: 'date', name: 'entryDate', label: label('entryDate') },
    { kind: 'select', name: 'education', label: label('education'), options: known('education', stored?.education, language) },
    { kind: 'select', name: 'certificatesType', label: label('certificatesType'), options: known('certificatesType', stored?.certificatesType, language) },
    {
      kind: 'text',
      name: 'certificatesNumber',
      label: label('certificatesNumber'),
      maxLength: USER_LENGTHS.certificatesNumber,
      check: check('certificatesNumber'),
    },
    text('nation'),
    text('nativePlace'),
    { kind: 'text', name: 'telePhone', label: label('telePhone'), maxLength: USER_LENGTHS.telePhone },
    text('landline'),
    text('urgentContacts'),
    text('urgentTelePhone'),
    { kind: 'text', name: 'postalAddress', label: label('postalAddress'), maxLength: USER_LENGTHS.postalAddress, span: 2 },
  ];
}

/** Choices, and the one that an older client stored if it is none of them. */
function known(vocabulary: 'education' | 'certificatesType', stored: string | undefined, language: WebContext['language']) {
  const choices = choicesOf(vocabulary, language);
  return stored && !choices.some(({ value }) => value === stored) ? [...choices, { value: stored, text: stored }] : choices;
}
