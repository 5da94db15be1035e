import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type WorkConfigView, workConfigContract } from '../../contract/work/work-config.contract.ts';
import { MAX_AGENT_ID, MAX_BASE_ADDRESS, MAX_CORP_ID, MAX_WORK_SECRET, MIN_AGENT_ID } from '../../contract/work/work-limits.ts';
import type { AccountCalls } from './account-config.store.ts';

export interface ConfigForm {
  readonly corpId: string;
  readonly agentId: number | null;
  readonly secret: string;
  readonly bookSecret: string;
  readonly gateway: string;
  readonly loginPage: string;
  readonly siteAddress: string;
  readonly scanOn: boolean;
  readonly messageOn: boolean;
}

const formOf = ({ corpId, agentId, gateway, loginPage, siteAddress, scanOn, messageOn }: WorkConfigView): ConfigForm => ({
  ...{
    corpId,
    agentId: agentId === 0 ? null : agentId,
    secret: '',
    bookSecret: '',
    gateway,
    loginPage,
    siteAddress,
    scanOn: scanOn === 1,
    messageOn: messageOn === 1,
  },
});

/** Reading, saving and testing the work account. */
export function workConfigCalls(ctx: WebContext, mayEdit: boolean): AccountCalls<WorkConfigView, ConfigForm> {
  const client = createClient(workConfigContract, ctx.http);
  const { t } = ctx;
  const disabled = !mayEdit;
  return {
    ...{ read: () => client.read({}, { quiet: true }), test: () => client.test({}, { quiet: true }) },
    ...{ formOf, saved: t('config.saved'), staleError: 'wechat.config-stale' },
    save: ({ secret, bookSecret, agentId, scanOn, messageOn, ...rest }, { version }, act) =>
      client.save(
        {
          body: {
            ...{ ...rest, agentId: agentId ?? 0, scanOn: scanOn ? 1 : 0, messageOn: messageOn ? 1 : 0, version },
            ...(secret.trim() !== '' && { secret: secret.trim() }),
            ...(bookSecret.trim() !== '' && { bookSecret: bookSecret.trim() }),
          },
        },
        { ...act, quiet: true },
      ),
    fields: (view) => [
      { kind: 'group', label: t('config.groups.account') },
      { kind: 'text', name: 'corpId', label: t('config.corpId'), help: t('config.corpIdHelp'), maxLength: MAX_CORP_ID, disabled },
      { kind: 'number', name: 'agentId', label: t('config.agentId'), min: MIN_AGENT_ID, max: MAX_AGENT_ID, disabled },
      {
        ...{ kind: 'password', name: 'secret', label: t('config.secret'), help: t('config.secretHelp'), maxLength: MAX_WORK_SECRET, disabled },
        ...{ placeholder: t(view?.secretSet === 1 ? 'config.secretSet' : 'config.secretNone'), autoComplete: 'new-password' },
      },
      {
        ...{ kind: 'password', name: 'bookSecret', label: t('config.bookSecret'), help: t('config.bookSecretHelp'), maxLength: MAX_WORK_SECRET, disabled },
        ...{ placeholder: t(view?.bookSecretSet === 1 ? 'config.secretSet' : 'config.secretNone'), autoComplete: 'new-password' },
      },
      { kind: 'group', label: t('config.groups.addresses') },
      { kind: 'text', name: 'gateway', label: t('config.gateway'), help: t('config.gatewayHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'text', name: 'loginPage', label: t('config.loginPage'), help: t('config.loginPageHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'text', name: 'siteAddress', label: t('config.siteAddress'), help: t('config.siteAddressHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'group', label: t('config.groups.uses') },
      { kind: 'switch', name: 'scanOn', label: t('config.scanOn'), disabled },
      { kind: 'switch', name: 'messageOn', label: t('config.messageOn'), disabled },
    ],
  };
}
