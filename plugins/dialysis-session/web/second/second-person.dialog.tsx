import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { type ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import { useCoSign } from '@nephra/plugin-sdk/widgets';
import { useId, useState } from 'react';
import { CO_SIGN_CHECK2 } from '../../contract/co-sign.ts';

interface SecondPersonDialogProps {
  readonly sessionId: string;
  readonly onSigned: (signature: string) => void;
  readonly onClose: () => void;
}

/** Another person at this device proves himself: account, and the own number or password. */
export function SecondPersonDialog({ sessionId, onSigned, onClose }: SecondPersonDialogProps) {
  const { t } = usePlugin();
  const sign = useCoSign();
  const id = useId();
  const [account, setAccount] = useState('');
  const [secret, setSecret] = useState('');
  const [way, setWay] = useState<'pin' | 'password'>('pin');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy || account.trim() === '' || secret === '') return;
    setBusy(true);
    try {
      onSigned(await sign({ account: account.trim(), way, secret, act: CO_SIGN_CHECK2, subject: sessionId }));
    } catch (error) {
      setSecret('');
      setProblem((error as ApiError).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal visible title={t('second.title')} onCancel={onClose} footer={null} width="min(420px, 100vw)" className="ds-dialog">
      <form
        className="ds-second"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{t('second.intro')}</p>
        <label htmlFor={`${id}a`}>{t('second.account')}</label>
        <Input id={`${id}a`} size="large" value={account} autoComplete="off" autoFocus onChange={setAccount} />
        <label htmlFor={`${id}s`}>{t(`second.${way}`)}</label>
        <Input
          id={`${id}s`}
          size="large"
          mode="password"
          value={secret}
          autoComplete="off"
          inputMode={way === 'pin' ? 'numeric' : 'text'}
          validateStatus={problem === '' ? 'default' : 'error'}
          onChange={(text) => {
            setSecret(text);
            setProblem('');
          }}
        />
        {problem !== '' && (
          <p className="ds-flaw" role="alert">
            {problem}
          </p>
        )}
        <div className="ds-acts">
          <Button size="large" theme="solid" type="primary" htmlType="submit" loading={busy}>
            {t('second.sign')}
          </Button>
          <Button size="large" onClick={() => setWay(way === 'pin' ? 'password' : 'pin')}>
            {way === 'pin' ? t('second.usePassword') : t('second.usePin')}
          </Button>
          <Button size="large" onClick={onClose}>
            {t('second.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
