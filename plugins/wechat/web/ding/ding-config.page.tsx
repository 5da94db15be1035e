import { createClient, type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type DingConfigView, dingConfigContract } from '../../contract/ding/ding-config.contract.ts';
import { MAX_APP_KEY, MAX_DING_AGENT, MAX_DING_SECRET } from '../../contract/ding/ding-limits.ts';
import { MAX_BASE_ADDRESS } from '../../contract/work/work-limits.ts';
import type { AccountCalls } from '../config/account-config.store.ts';
import { AccountConfig } from '../config/account-config.view.tsx';

interface DingForm {
  readonly appKey: string;
  readonly agentId: string;
  readonly secret: string;
  readonly gateway: string;
  readonly siteAddress: string;
  readonly messageOn: boolean;
}

function callsOf(ctx: WebContext, mayEdit: boolean): AccountCalls<DingConfigView, DingForm> {
  const client = createClient(dingConfigContract, ctx.http);
  const t = (key: string) => ctx.t(`ding.${key}`);
  const disabled = !mayEdit;
  return {
    ...{ read: () => client.read({}, { quiet: true }), test: () => client.test({}, { quiet: true }) },
    ...{ saved: t('saved'), staleError: 'wechat.ding-config-stale' },
    save: ({ secret, messageOn, ...rest }, { version }, act) =>
      client.save(
        { body: { ...rest, messageOn: messageOn ? 1 : 0, version, ...(secret.trim() !== '' && { secret: secret.trim() }) } },
        { ...act, quiet: true },
      ),
    formOf: ({ appKey, agentId, gateway, siteAddress, messageOn }) => ({ appKey, agentId, secret: '', gateway, siteAddress, messageOn: messageOn === 1 }),
    fields: (view) => [
      { kind: 'group', label: t('account') },
      { kind: 'text', name: 'appKey', label: t('appKey'), help: t('appKeyHelp'), maxLength: MAX_APP_KEY, disabled },
      { kind: 'text', name: 'agentId', label: t('agentId'), maxLength: MAX_DING_AGENT, disabled },
      {
        ...{ kind: 'password', name: 'secret', label: t('secret'), help: ctx.t('config.secretHelp'), maxLength: MAX_DING_SECRET, disabled },
        ...{ placeholder: ctx.t(view?.secretSet === 1 ? 'config.secretSet' : 'config.secretNone'), autoComplete: 'new-password' },
      },
      { kind: 'group', label: ctx.t('config.groups.addresses') },
      { kind: 'text', name: 'gateway', label: ctx.t('config.gateway'), help: t('gatewayHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'text', name: 'siteAddress', label: t('siteAddress'), help: t('siteAddressHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'group', label: t('uses') },
      { kind: 'switch', name: 'messageOn', label: t('messageOn'), disabled },
    ],
  };
}

/** The DingTalk account: its app, where it is called, and whether messages go out. */
export const Page = observer(function DingConfigPage({ menu }: PageProps) {
  const { t } = usePlugin();
  return <AccountConfig title={menu.fullName} calls={callsOf} intro={(mayEdit) => t(mayEdit ? 'ding.intro' : 'ding.readOnly')} hint={() => t('ding.hint')} />;
});
