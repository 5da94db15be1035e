import { type FormEvent, useState } from 'react';
import {
  LEVEL_3_PASSWORDS,
  type PasswordPolicy,
  type PasswordRuleName,
  passwordRuleText,
  passwordShape,
} from '../../../../plugin-sdk/contract/access/password-policy.ts';
import { MAX_SETUP_CODE } from '../../../contract/sign-in-limits.ts';
import { md5 } from '../../net/login/md5.ts';
import type { LightError } from '../../net/light-http.ts';
import { LockSign, ShieldSign } from '../login-icons.tsx';
import type { FieldErrors } from '../login-rule.ts';
import { useLogin } from '../login-scope.tsx';
import { RULE, type SetupFields, setupErrors } from './setup-rule.ts';
import { TextField } from './text-field.tsx';

/** A rule that the site may choose, with the numbers that it has there. */
export interface OfferedRule {
  readonly name: PasswordRuleName;
  readonly policy: PasswordPolicy;
}

export interface SetupFormProps {
  /** The proposed one first; one alone is no choice. */
  readonly rules: readonly OfferedRule[];
  readonly onDone: () => void;
}

/** First start of a new system: nobody can sign in before the administrator's password is set. It also asks which rule passwords follow. */
export function SetupForm({ rules, onDone }: SetupFormProps) {
  const { t, http, toast, storage, language } = useLogin();
  const [fields, setFields] = useState<SetupFields>({ setupCode: '', password: '', again: '' });
  const [errors, setErrors] = useState<FieldErrors<SetupFields>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<PasswordRuleName>();
  const chosen = rules.find(({ name }) => name === wanted) ?? rules[0];
  const policy = chosen?.policy ?? LEVEL_3_PASSWORDS;

  const change = (name: keyof SetupFields) => (value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
    setRefusal('');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = setupErrors(fields, policy);
    setErrors(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await http.postJson('/api/oauth/Setup', {
        setupCode: fields.setupCode.trim(),
        password: md5(fields.password),
        passwordShape: passwordShape(fields.password, policy),
        ...(chosen ? { passwordPolicy: chosen.name } : {}),
      });
      storage.set('loginAccount', 'admin');
      toast.success(t('setup.done'));
      onDone();
    } catch (error) {
      setBusy(false);
      setRefusal((error as LightError).message);
      toast.error((error as LightError).message);
    }
  };

  const rule = passwordRuleText(policy, language);
  const errorOf = (name: keyof SetupFields) => (errors[name] ? { error: errors[name] === RULE ? rule : t(errors[name]) } : {});
  return (
    <form className="lg-form" onSubmit={(event) => void submit(event)} noValidate>
      <h2 className="lg-setup-title">{t('setup.title')}</h2>
      <p className="lg-rule">
        {t('setup.text')} {rules.length > 1 ? '' : rule}
      </p>
      {rules.length > 1 && (
        <fieldset className="lg-choices">
          <legend>{t('setup.rule')}</legend>
          {rules.map((one) => (
            <label key={one.name}>
              <input type="radio" name="passwordPolicy" value={one.name} checked={one === chosen} onChange={() => setWanted(one.name)} />
              <span>
                {t(`setup.${one.name}`)}
                <small>
                  {passwordRuleText(one.policy, language)}
                  {one.policy.history > 0 && ` · ${t('setup.history', { count: one.policy.history })}`}
                  {one.policy.maxAgeDays > 0 && ` · ${t('setup.age', { days: one.policy.maxAgeDays })}`}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label={t('setup.code')}
        icon={<ShieldSign />}
        value={fields.setupCode}
        onChange={change('setupCode')}
        autoComplete="off"
        maxLength={MAX_SETUP_CODE}
        autoFocus
        {...errorOf('setupCode')}
      />
      <TextField
        label={t('setup.password')}
        icon={<LockSign />}
        value={fields.password}
        onChange={change('password')}
        autoComplete="new-password"
        secret
        {...errorOf('password')}
      />
      <TextField
        label={t('setup.again')}
        icon={<LockSign />}
        value={fields.again}
        onChange={change('again')}
        autoComplete="new-password"
        secret
        {...errorOf('again')}
      />
      <div className="lg-refusal" role="alert">
        {refusal}
      </div>
      <button type="submit" className="lg-submit" disabled={busy} aria-busy={busy}>
        {t('setup.save')}
      </button>
    </form>
  );
}
