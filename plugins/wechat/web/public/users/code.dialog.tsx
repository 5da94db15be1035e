import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { copyText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MpUsersStore } from './mp-users.store.ts';

/** What the patient writes to the public account, shown once. */
export const CodeDialog = observer(function CodeDialog({ store }: { readonly store: MpUsersStore }) {
  const { t, toast } = usePlugin();
  const { code: shown } = store;
  if (!shown) return null;
  const word = t('mpUser.codeWord', { code: shown.code });
  const copy = async () => {
    if (await copyText(word)) toast.success(t('mpUser.copied'));
  };
  return (
    <Modal
      visible
      centered
      maskClosable={false}
      width="min(440px, calc(100vw - 24px))"
      title={t('mpUser.codeTitle')}
      onCancel={() => store.closeCode()}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('mpUser.copy')}</Button>
          <Button theme="solid" type="primary" onClick={() => store.closeCode()}>
            {t('mpUser.close')}
          </Button>
        </>
      }
    >
      <div className="wx-lines">
        <p className="wx-quiet">{t('mpUser.codeFor', { name: shown.patientName })}</p>
        <p className="wx-code">{word}</p>
        <p className="wx-quiet">{t('mpUser.codeOnce', { minutes: shown.minutes })}</p>
      </div>
    </Modal>
  );
});
