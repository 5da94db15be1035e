import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../contract/index.ts';
import { md5 } from '../net/md5.ts';
import { useShell } from '../shell-context.tsx';
import { EMPTY_PASSWORDS, type PasswordErrors, type PasswordFields, passwordErrors } from './password-form.ts';

const FIELDS = [
  { name: 'old', label: 'password.old', autoComplete: 'current-password' },
  { name: 'next', label: 'password.next', autoComplete: 'new-password' },
  { name: 'again', label: 'password.again', autoComplete: 'new-password' },
] as const;

/** Change of one's own password; the other sessions of the person end (spec 7.11). */
export const PasswordPanel = observer(function PasswordPanel() {
  const { t, toast, http } = useShell();
  const { pluginId } = usePlugin();
  const [fields, setFields] = useState<PasswordFields>(EMPTY_PASSWORDS);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const id = useId();

  const submit = async () => {
    const found = passwordErrors(fields);
    setErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { msg } = await http.call(sessionContract.routes.modifyPassword, { body: { oldPassword: md5(fields.old), password: md5(fields.next) } });
      setFields(EMPTY_PASSWORDS);
      toast.success(msg || t('password.changed'));
    } catch {
      // Shown by the HTTP client; what was typed stays.
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="nf-profile-card" aria-labelledby={`${pluginId}-password`}>
      <h2 id={`${pluginId}-password`}>{t('password.title')}</h2>
      <form
        className="nf-password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {FIELDS.map(({ name, label, autoComplete }) => {
          const error = errors[name];
          return (
            <div key={name}>
              <label htmlFor={`${id}${name}`}>{t(label)}</label>
              <Input
                id={`${id}${name}`}
                mode="password"
                value={fields[name]}
                autoComplete={autoComplete}
                validateStatus={error ? 'error' : 'default'}
                aria-describedby={`${id}${name}-error`}
                onChange={(text) => {
                  setFields((before) => ({ ...before, [name]: text }));
                  setErrors((before) => ({ ...before, [name]: undefined }));
                }}
              />
              <div id={`${id}${name}-error`} className="nf-password-error" role="alert">
                {error && t(error)}
              </div>
            </div>
          );
        })}
        <p className="nf-password-hint">{t('password.hint')}</p>
        <div>
          <Button theme="solid" htmlType="submit" loading={busy}>
            {t('password.save')}
          </Button>
        </div>
      </form>
    </section>
  );
});
