import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { passwordRuleText, passwordShape } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../../contract/index.ts';
import { md5 } from '../../net/login/md5.ts';
import { usePasswordPolicy } from './use-password-policy.ts';
import { useShell } from '../../shell-context.tsx';
import { EMPTY_PASSWORDS, type PasswordErrors, type PasswordFields, passwordErrors, RULE } from './password-form.ts';
import './password-fields.css';

const FIELDS = [
  { name: 'old', label: 'password.old', autoComplete: 'current-password' },
  { name: 'next', label: 'password.next', autoComplete: 'new-password' },
  { name: 'again', label: 'password.again', autoComplete: 'new-password' },
] as const;

interface PasswordChangeProps {
  /** The password is changed; `msg` is the server's sentence. */
  readonly onChanged: (msg: string) => void | Promise<void>;
  readonly submitText: string;
  readonly autoFocus?: boolean;
}

/** Old and new password with the site's rule below; one form wherever the own password is changed (spec 7.11). */
export const PasswordChange = observer(function PasswordChange({ onChanged, submitText, autoFocus = false }: PasswordChangeProps) {
  const { t, http, settings } = useShell();
  const policy = usePasswordPolicy();
  const [fields, setFields] = useState<PasswordFields>(EMPTY_PASSWORDS);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const id = useId();
  const rule = passwordRuleText(policy, settings.language);

  /** Puts the complaints at their fields, and the cursor into the first of these. */
  const complain = (found: PasswordErrors) => {
    setErrors(found);
    const first = FIELDS.find(({ name }) => found[name] !== undefined);
    if (first) document.getElementById(`${id}${first.name}`)?.focus();
  };

  const submit = async () => {
    const found = passwordErrors(fields, policy);
    complain(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = { oldPassword: md5(fields.old), password: md5(fields.next), passwordShape: passwordShape(fields.next, policy) };
      const { msg } = await http.call(sessionContract.routes.modifyPassword, { body });
      setFields(EMPTY_PASSWORDS);
      await onChanged(msg);
    } catch (error) {
      // Shown by the HTTP client; what was typed stays.
      if (error instanceof ApiError && error.error === 'core.old-password-wrong') complain({ old: 'password.oldWrong' });
    } finally {
      setBusy(false);
    }
  };

  return (
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
              autoFocus={autoFocus && name === 'old'}
              validateStatus={error ? 'error' : 'default'}
              aria-describedby={`${id}${name}-error`}
              onChange={(text) => {
                setFields((before) => ({ ...before, [name]: text }));
                setErrors((before) => ({ ...before, [name]: undefined }));
              }}
            />
            <div id={`${id}${name}-error`} className="nf-password-error" role="alert">
              {error && (error === RULE ? rule : t(error))}
            </div>
          </div>
        );
      })}
      <ul className="nf-password-hint">
        <li>{rule}</li>
        {policy.history > 0 && <li>{t('password.history', { count: policy.history })}</li>}
        <li>{t('password.hint')}</li>
      </ul>
      <div>
        <Button theme="solid" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
      </div>
    </form>
  );
});
