import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { coSignContract, MAX_PIN, MIN_PIN } from '../../../../plugin-sdk/contract/access/co-sign.contract.ts';
import { md5 } from '../../net/login/md5.ts';
import { useShell } from '../../shell-context.tsx';
import { SIGN_PIN_TEXTS } from './sign-pin-texts.ts';
import '../passwords/password-fields.css';

const isPin = (text: string): boolean => /^\d+$/.test(text) && text.length >= MIN_PIN && text.length <= MAX_PIN;

/** The number with which somebody signs as the second person at a colleague's tablet. */
export const SignPinPanel = observer(function SignPinPanel() {
  const { http, toast, settings, confirm } = useShell();
  const words = SIGN_PIN_TEXTS[settings.language];
  const client = createClient(coSignContract, http);
  const id = useId();
  const [setAt, setSetAt] = useState<number | null | undefined>();
  const [fields, setFields] = useState({ password: '', pin: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; the client is made anew with each drawing
  useEffect(() => {
    void client.pin({}, { quiet: true }).then(
      ({ data }) => setSetAt(data.setAt),
      () => setSetAt(null),
    );
  }, []);
  const flaws = { password: fields.password === '' ? words.passwordMissing : '', pin: isPin(fields.pin) ? '' : words.wrong };

  const save = async () => {
    setTried(true);
    if (busy || flaws.password || flaws.pin) return;
    setBusy(true);
    try {
      const { data, msg } = await client.setPin({ body: { password: md5(fields.password), pin: fields.pin } });
      setSetAt(data.setAt);
      setFields({ password: '', pin: '' });
      setTried(false);
      toast.success(msg);
    } catch {
      // Shown by the HTTP client; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    if (!(await confirm({ content: words.removeAsk, danger: true }))) return;
    try {
      const { data, msg } = await client.removePin({});
      setSetAt(data.setAt);
      toast.success(msg);
    } catch {
      // Shown by the HTTP client.
    }
  };
  const row = (name: 'password' | 'pin', hint: string) => (
    <div>
      <label htmlFor={`${id}${name}`}>{words[name]}</label>
      <Input
        id={`${id}${name}`}
        mode="password"
        inputMode={name === 'pin' ? 'numeric' : 'text'}
        value={fields[name]}
        maxLength={name === 'pin' ? MAX_PIN : undefined}
        autoComplete={name === 'pin' ? 'off' : 'current-password'}
        validateStatus={tried && flaws[name] ? 'error' : 'default'}
        aria-describedby={`${id}${name}-hint`}
        onChange={(text) => setFields((before) => ({ ...before, [name]: text }))}
      />
      <div
        id={`${id}${name}-hint`}
        className={tried && flaws[name] ? 'nf-password-error' : 'nf-password-hint'}
        role={tried && flaws[name] ? 'alert' : undefined}
      >
        {tried && flaws[name] ? flaws[name] : hint}
      </div>
    </div>
  );
  return (
    <section className="nf-profile-card" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{words.title}</h2>
      <p>{words.intro}</p>
      {setAt !== undefined && <p>{setAt === null ? words.unset : `${words.set} · ${formatInstant(setAt)}`}</p>}
      <form
        className="nf-password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {row('password', '')}
        {row('pin', words.hint)}
        <div>
          <Button theme="solid" type="primary" htmlType="submit" loading={busy}>
            {words.save}
          </Button>{' '}
          {setAt != null && (
            <Button type="danger" onClick={() => void remove()}>
              {words.remove}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
});
