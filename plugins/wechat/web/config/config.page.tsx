import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { AccountConfig } from './account-config.view.tsx';
import { workConfigCalls } from './config.store.ts';

/** The WeChat work account: corporation, app, addresses, and what it is used for. */
export const Page = observer(function WorkConfigPage({ menu }: PageProps) {
  const { t } = usePlugin();
  return (
    <AccountConfig
      title={menu.fullName}
      calls={workConfigCalls}
      intro={(mayEdit) => t(mayEdit ? 'config.intro' : 'config.readOnly')}
      hint={() => t('config.domainHint')}
    />
  );
});
