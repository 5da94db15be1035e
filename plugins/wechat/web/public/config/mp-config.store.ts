import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import { publicConfigContract, type PublicConfigView } from '../../../contract/public/public-config.contract.ts';
import {
  AES_KEY_LENGTH,
  MAX_APP_ID,
  MAX_APP_SECRET,
  MAX_CALLBACK_TOKEN,
  MAX_TEMPLATE_FIELD,
  MAX_TEMPLATE_ID,
  TEMPLATE_KINDS,
  type TemplateKind,
} from '../../../contract/public/public-limits.ts';
import { MAX_BASE_ADDRESS } from '../../../contract/work/work-limits.ts';
import type { AccountCalls } from '../../config/account-config.store.ts';

export interface MpConfigForm {
  readonly appId: string;
  readonly secret: string;
  readonly gateway: string;
  readonly siteAddress: string;
  readonly token: string;
  readonly aesKey: string;
  readonly receiveOn: boolean;
  readonly messageOn: boolean;
  readonly reminderUrl: string;
  readonly templateKind: TemplateKind;
  readonly templateId: string;
  readonly templateField: string;
}

const formOf = (view: PublicConfigView): MpConfigForm => ({
  ...{ appId: view.appId, secret: '', token: '', aesKey: '', gateway: view.gateway, siteAddress: view.siteAddress, reminderUrl: view.reminderUrl },
  ...{ templateKind: view.templateKind, templateId: view.templateId, templateField: view.templateField },
  ...{ receiveOn: view.receiveOn === 1, messageOn: view.messageOn === 1 },
});

/** Reading, saving and testing the public account. */
export function mpConfigCalls(ctx: WebContext, mayEdit: boolean): AccountCalls<PublicConfigView, MpConfigForm> {
  const client = createClient(publicConfigContract, ctx.http);
  const t = (key: string) => ctx.t(`mpConfig.${key}`);
  const disabled = !mayEdit;
  const secret = (name: 'secret' | 'token' | 'aesKey', set: 0 | 1 | undefined, maxLength: number): FormItem<MpConfigForm> => ({
    ...{ kind: 'password', name, label: t(name), help: t(`${name}Help`), maxLength, disabled, autoComplete: 'new-password' },
    placeholder: t(set === 1 ? 'kept' : 'none'),
  });
  const visible = ({ templateKind }: MpConfigForm): boolean => templateKind !== 'none';
  return {
    ...{ read: () => client.read({}, { quiet: true }), test: () => client.test({}, { quiet: true }) },
    ...{ formOf, saved: t('saved'), staleError: 'wechat.mp-config-stale' },
    save: ({ secret: typedSecret, token, aesKey, receiveOn, messageOn, ...rest }, { version }, act) => {
      const secrets = Object.entries({ secret: typedSecret, token, aesKey });
      const typed = Object.fromEntries(secrets.flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])));
      const body = { ...rest, ...typed, receiveOn: receiveOn ? (1 as const) : (0 as const), messageOn: messageOn ? (1 as const) : (0 as const) };
      return client.save({ body: { ...body, version } }, { ...act, quiet: true });
    },
    fields: (view) => [
      { kind: 'group', label: t('account') },
      { kind: 'text', name: 'appId', label: t('appId'), help: t('appIdHelp'), maxLength: MAX_APP_ID, disabled },
      secret('secret', view?.secretSet, MAX_APP_SECRET),
      { kind: 'text', name: 'gateway', label: t('gateway'), help: t('gatewayHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'group', label: t('callback') },
      { kind: 'switch', name: 'receiveOn', label: t('receiveOn'), disabled },
      { kind: 'text', name: 'siteAddress', label: t('siteAddress'), help: t('siteAddressHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      secret('token', view?.tokenSet, MAX_CALLBACK_TOKEN),
      secret('aesKey', view?.aesKeySet, AES_KEY_LENGTH),
      { kind: 'group', label: t('reminder') },
      { kind: 'switch', name: 'messageOn', label: t('messageOn'), disabled },
      { kind: 'text', name: 'reminderUrl', label: t('reminderUrl'), help: t('reminderUrlHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      {
        ...{ kind: 'select', name: 'templateKind', label: t('templateKind'), disabled },
        options: TEMPLATE_KINDS.map((value) => ({ value, text: t(`templateKinds.${value}`) })),
      },
      { kind: 'text', name: 'templateId', label: t('templateId'), maxLength: MAX_TEMPLATE_ID, visible, disabled },
      { kind: 'text', name: 'templateField', label: t('templateField'), help: t('templateFieldHelp'), maxLength: MAX_TEMPLATE_FIELD, visible, disabled },
    ],
  };
}
