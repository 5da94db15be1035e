import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { PublicConfigView } from '../../../contract/public/public-config.contract.ts';
import { AccountConfig } from '../../config/account-config.view.tsx';
import { mpConfigCalls } from './mp-config.store.ts';

/** The WeChat public account: its keys, where WeChat calls, and what goes to patients. */
export const Page = observer(function MpConfigPage({ menu }: PageProps) {
  const { t } = usePlugin();
  return (
    <AccountConfig
      title={menu.fullName}
      calls={mpConfigCalls}
      intro={(mayEdit) => t(mayEdit ? 'mpConfig.intro' : 'mpConfig.readOnly')}
      hint={({ callbackUrl }: PublicConfigView) => (callbackUrl === '' ? t('mpConfig.callbackNone') : t('mpConfig.callbackUrl', { url: callbackUrl }))}
    />
  );
});
