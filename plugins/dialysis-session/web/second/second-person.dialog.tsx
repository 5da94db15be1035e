import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { type ApiError, usePlugin } from '@nephra/plugin-sdk/web';
import { useCoSign } from '@nephra/plugin-sdk/widgets';
import { useId, useRef, useState } from 'react';
import { walkByArrows } from '../fields/arrow-keys.ts';
import { CO_SIGN_CHECK2 } from '../../contract/co-sign.ts';
import { noteSigner, signersHere } from './signers-here.ts';

interface SecondPersonDialogProps {
  readonly sessionId: string;
  readonly onSigned: (signature: string) => void;
  readonly onClose: () => void;
}

/** Another person at this device proves himself: account, and the own number or password. */
export function SecondPersonDialog({ sessionId, onSigned, onClose }: SecondPersonDialogProps) {
  const { t, drafts } = usePlugin();
  const sign = useCoSign();
  const id = useId();
  const [known] = useState(() => signersHere(drafts));
  const secretField = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState('');
  const [secret, setSecret] = useState('');
  const [way, setWay] = useState<'pin' | 'password'>('pin');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy || account.trim() === '' || secret === '') return;
    setBusy(true);
    try {
      const input = { account: account.trim(), way, secret, act: CO_SIGN_CHECK2, subject: sessionId };
      onSigned(await sign(input, (name) => noteSigner(drafts, { account: input.account, name })));
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
        {known.length > 0 && (
          <fieldset className="ds-choice" onKeyDown={(event) => walkByArrows(event)}>
            <legend>{t('second.known')}</legend>
            {known.map((one, at) => (
              <button
                type="button"
                key={one.account}
                className={one.account === account ? 'ds-key ds-key-on' : 'ds-key'}
                aria-pressed={one.account === account}
                // biome-ignore lint/a11y/noAutofocus: a field would bring the keys of the tablet up over what is pressed most
                autoFocus={at === 0}
                onClick={() => {
                  setAccount(one.account);
                  secretField.current?.focus();
                }}
              >
                {one.name} <small>{one.account}</small>
              </button>
            ))}
          </fieldset>
        )}
        <label htmlFor={`${id}a`}>{t('second.account')}</label>
        <Input id={`${id}a`} size="large" value={account} autoComplete="off" autoFocus={known.length === 0} onChange={setAccount} />
        <label htmlFor={`${id}s`}>{t(`second.${way}`)}</label>
        <Input
          id={`${id}s`}
          ref={secretField}
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
