import './relogin-dialog.css';
import { observer } from 'mobx-react-lite';
import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { useShell } from '../../shell-context.tsx';
import type { ReloginStore } from './relogin.store.ts';

/** Sign-in over a page whose session ended while a form held unsaved work. */
export const ReloginDialog = observer(function ReloginDialog({ store }: { readonly store: ReloginStore }) {
  const { t, session } = useShell();
  if (store.reason === null) return null;
  return (
    <Modal visible centered width={400} title={t('relogin.title')} footer={null} maskClosable={false} closable={false} closeOnEsc={false}>
      <form
        className="nf-relogin"
        onSubmit={(event) => {
          event.preventDefault();
          void store.submit();
        }}
      >
        <p>{store.reason || t('relogin.reason')}</p>
        <p className="nf-relogin-kept">{t('relogin.kept')}</p>
        <div className="nf-relogin-user">{t('relogin.user', { name: session.userInfo?.userName ?? '', account: store.account })}</div>
        <Input
          mode="password"
          autoFocus
          value={store.password}
          onChange={(text) => store.type('password', text)}
          placeholder={t('relogin.password')}
          aria-label={t('relogin.password')}
          autoComplete="current-password"
        />
        {store.captcha && (
          <div className="nf-relogin-captcha">
            <Input
              value={store.code}
              maxLength={store.captcha.length}
              onChange={(text) => store.type('code', text)}
              placeholder={t('relogin.code')}
              aria-label={t('relogin.code')}
            />
            <img src={store.captcha.url} alt={t('relogin.codePicture')} width={120} height={40} />
          </div>
        )}
        <div className="nf-relogin-error" role="alert">
          {store.error}
        </div>
        <div className="nf-relogin-buttons">
          <Button onClick={store.giveUp}>{t('relogin.giveUp')}</Button>
          <Button theme="solid" htmlType="submit" loading={store.busy} disabled={store.password === ''}>
            {t('relogin.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
});
