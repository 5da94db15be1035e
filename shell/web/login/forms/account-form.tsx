import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { MAX_ACCOUNT } from '../../../contract/sign-in-limits.ts';
import { newCaptchaKey } from '../../net/login/captcha-key.ts';
import type { LightError } from '../../net/light-http.ts';
import { LoginWork } from '../../net/login/login-work.ts';
import { LockSign, ShieldSign, UserSign } from '../login-icons.tsx';
import { type AccountFields, accountErrors, type FieldErrors, passwordLogin } from '../login-rule.ts';
import { useLogin } from '../login-scope.tsx';
import { TextField } from './text-field.tsx';

interface Captcha {
  readonly key: string;
  readonly length: number;
}

interface CodeConfig {
  readonly enableVerificationCode: number;
  readonly verificationCodeNumber: number;
}

/** Whether the next log-in of an account needs a captcha. */
interface Question {
  readonly account: string;
}

const REMEMBERED = 'loginAccount';
const CAPTCHA_LENGTH = 4;

/** True when a refused log-in says that the next try needs a captcha. */
const asksForCode = (body: Envelope | undefined): boolean => body?.extras?.params?.needCode === 1;

interface AccountFormProps {
  /** Accounts that anybody may take; empty outside the demo system. */
  readonly demoAccounts: readonly string[];
  readonly demoPassword: string;
}

/** Log-in by account and password (spec 2.1, 7.2), with a captcha when the server asks for one. */
export function AccountForm({ demoAccounts, demoPassword }: AccountFormProps) {
  const { t, http, toast, storage, notice, signedIn, typing } = useLogin();
  const [fields, setFields] = useState<AccountFields>(() => ({ account: storage.getText(REMEMBERED) ?? '', password: '', code: '' }));
  const [errors, setErrors] = useState<FieldErrors<AccountFields>>({});
  const [refusal, setRefusal] = useState(notice);
  const [captcha, setCaptcha] = useState<Captcha | null>(() => (storage.getFlag('loginNeedCode') ? { key: newCaptchaKey(), length: CAPTCHA_LENGTH } : null));
  const [remember, setRemember] = useState(true);
  const [busy, setBusy] = useState(false);
  /** The latest word on the captcha: what is answered later to an earlier question says nothing any more. */
  const asked = useRef<Question | null>(null);
  const [work] = useState(() => new LoginWork());
  const pictureKey = captcha?.key ?? '';

  useEffect(() => {
    work.begin(pictureKey);
    return () => work.begin('');
  }, [work, pictureKey]);

  const askConfig = useCallback(
    async (account: string) => {
      const name = account.trim();
      if (name === '' || asked.current?.account === name) return;
      const question: Question = { account: name };
      asked.current = question;
      try {
        const config = await http.get<CodeConfig>(`/api/oauth/getConfig/${encodeURIComponent(name)}`);
        if (asked.current !== question) return;
        const needed = config.enableVerificationCode === 1;
        storage.set('loginNeedCode', needed);
        setCaptcha(needed ? { key: newCaptchaKey(), length: config.verificationCodeNumber || CAPTCHA_LENGTH } : null);
      } catch {
        // Whether a captcha is needed will be said by the log-in itself.
        if (asked.current === question) asked.current = null;
      }
    },
    [http, storage],
  );

  // A remembered account is a changed one too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the value that the page opened with
  useEffect(() => void askConfig(fields.account), []);

  const change = (name: keyof AccountFields) => (value: string) => {
    typing();
    setFields((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
    setRefusal('');
  };
  const newPicture = () => {
    setCaptcha((before) => before && { ...before, key: newCaptchaKey() });
    setFields((before) => ({ ...before, code: '' }));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = accountErrors(fields, captcha !== null);
    setErrors(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    setRefusal('');
    try {
      const session = await http.postForm<{ token: string; theme: string }>('/api/oauth/Login', passwordLogin(fields, pictureKey, await work.proof));
      if (remember) storage.set(REMEMBERED, fields.account.trim());
      else storage.remove(REMEMBERED);
      signedIn(session);
    } catch (error) {
      const { message, body } = error as LightError;
      setBusy(false);
      setRefusal(message);
      toast.error(message);
      if (asksForCode(body)) asked.current = { account: fields.account.trim() };
      if (captcha !== null) newPicture();
      else if (asksForCode(body)) setCaptcha({ key: newCaptchaKey(), length: CAPTCHA_LENGTH });
    }
  };

  const errorOf = (name: keyof AccountFields) => (errors[name] ? { error: t(errors[name]) } : {});
  return (
    <form className="lg-form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('login.accountTip')}
        icon={<UserSign />}
        value={fields.account}
        onChange={change('account')}
        onBlur={() => void askConfig(fields.account)}
        autoComplete="username"
        maxLength={MAX_ACCOUNT}
        autoFocus={fields.account === ''}
        {...errorOf('account')}
      />
      <TextField
        label={t('login.passwordTip')}
        icon={<LockSign />}
        value={fields.password}
        onChange={change('password')}
        autoComplete="current-password"
        autoFocus={fields.account !== ''}
        secret
        {...errorOf('password')}
      />
      {captcha !== null && (
        <TextField
          label={t('login.codeTip')}
          icon={<ShieldSign />}
          value={fields.code}
          onChange={change('code')}
          autoComplete="off"
          maxLength={captcha.length}
          {...errorOf('code')}
        >
          <button type="button" className="lg-captcha" onClick={newPicture} title={t('login.changeCode')}>
            <img src={http.address(`/api/oauth/ImageCode/${captcha.length}/${captcha.key}?scale=2`)} alt={t('login.captchaPicture')} width={120} height={40} />
          </button>
        </TextField>
      )}
      <div className="lg-row">
        <label className="lg-check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('login.remember')}
        </label>
      </div>
      <div className="lg-refusal" role="alert">
        {refusal}
      </div>
      <button type="submit" className="lg-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('login.busy') : t('login.logIn')}
      </button>
      <p className="lg-rule">{t('login.rule')}</p>
      {demoAccounts.length > 0 && (
        <div className="lg-demo">
          <strong>{t('login.demo')}</strong>
          <span>{t('login.demoHint', { password: demoPassword })}</span>
          <div>
            {demoAccounts.map((account) => (
              <button
                key={account}
                type="button"
                onClick={() => {
                  change('account')(account);
                  change('password')(demoPassword);
                  void askConfig(account);
                }}
              >
                {account}
              </button>
            ))}
          </div>
        </div>
      )}
    </form>
  );
}
