import { observer } from 'mobx-react-lite';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useShell } from '../../shell-context.tsx';
import { PasswordChange } from './password-fields.tsx';

/** Change of one's own password; the other sessions of the person end (spec 7.11). */
export const PasswordPanel = observer(function PasswordPanel() {
  const { t, toast } = useShell();
  const { pluginId } = usePlugin();
  return (
    <section className="nf-profile-card" aria-labelledby={`${pluginId}-password`}>
      <h2 id={`${pluginId}-password`}>{t('password.title')}</h2>
      <PasswordChange submitText={t('password.save')} onChanged={(msg) => toast.success(msg || t('password.changed'))} />
    </section>
  );
});
