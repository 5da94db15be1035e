import { type FormEvent, useEffect, useState } from 'react';
import { MAX_MOBILE, MOBILE_CODE_LENGTH } from '../../../contract/sign-in-limits.ts';
import type { LightError } from '../../net/light-http.ts';
import { PhoneSign, ShieldSign } from '../login-icons.tsx';
import { type FieldErrors, type MobileFields, mobileError, mobileErrors, mobileLogin } from '../login-rule.ts';
import { useLogin } from '../login-scope.tsx';
import { TextField } from './text-field.tsx';

/** Log-in by a code that is sent to the mobile phone (spec 2.1). */
export function MobileForm() {
  const { t, http, toast, signedIn, typing } = useLogin();
  const [fields, setFields] = useState<MobileFields>({ mobile: '', code: '' });
  const [errors, setErrors] = useState<FieldErrors<MobileFields>>({});
  const [refusal, setRefusal] = useState('');
  const [wait, setWait] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const change = (name: keyof MobileFields) => (value: string) => {
    typing();
    setFields((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
    setRefusal('');
  };
  const refused = (error: unknown) => {
    const { message } = error as LightError;
    setRefusal(message);
    toast.error(message);
  };

  const sendCode = async () => {
    const wrong = mobileError(fields.mobile);
    setErrors(wrong === undefined ? {} : { mobile: wrong });
    if (wrong !== undefined || wait > 0) return;
    // The button rests at once: a second press must not send a second text message.
    setWait(1);
    try {
      const { waitSeconds } = await http.postJson<{ waitSeconds: number }>('/api/oauth/MobileCode', { mobile: fields.mobile.trim() });
      setWait(waitSeconds);
      toast.success(t('login.codeSent'));
    } catch (error) {
      setWait(0);
      refused(error);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = mobileErrors(fields);
    setErrors(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      signedIn(await http.postForm<{ token: string; theme: string }>('/api/oauth/Login', mobileLogin(fields)));
    } catch (error) {
      setBusy(false);
      refused(error);
    }
  };

  const errorOf = (name: keyof MobileFields) => (errors[name] ? { error: t(errors[name]) } : {});
  return (
    <form className="lg-form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('login.mobile')}
        icon={<PhoneSign />}
        value={fields.mobile}
        onChange={change('mobile')}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={MAX_MOBILE}
        autoFocus
        {...errorOf('mobile')}
      />
      <TextField
        label={t('login.codeTip')}
        icon={<ShieldSign />}
        value={fields.code}
        onChange={change('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={MOBILE_CODE_LENGTH}
        {...errorOf('code')}
      >
        <button type="button" className="lg-code" onClick={() => void sendCode()} disabled={wait > 0}>
          {wait > 0 ? t('login.reSend', { seconds: wait }) : t('login.getCode')}
        </button>
      </TextField>
      <div className="lg-refusal" role="alert">
        {refusal}
      </div>
      <button type="submit" className="lg-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('login.busy') : t('login.logIn')}
      </button>
    </form>
  );
}
