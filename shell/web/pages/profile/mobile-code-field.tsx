import { createClient } from '@nephra/plugin-sdk/web';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import type { FieldControl } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { profileContract } from '../../../contract/index.ts';
import { MOBILE_CODE_LENGTH } from '../../../contract/sign-in-limits.ts';
import { useShell } from '../../shell-context.tsx';
import type { BaseInfoValues } from './base-info-form.ts';

/** The code for a new mobile number, with the button that has it sent. */
export const MobileCodeField = observer(function MobileCodeField({ id, values, invalid, setValues }: FieldControl<BaseInfoValues>) {
  const { t, http, toast } = useShell();
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const send = async () => {
    // The button rests at once: a second press must not send a second message. A refusal was shown by the shell.
    setWait(1);
    const { data } = await createClient(profileContract, http).sendMobileCode({ body: { mobile: values.mobilePhone.trim() } });
    setWait(data.waitSeconds);
    toast.success(t('profile.mobileCodeSent'));
  };
  return (
    <div className="nf-profile-code">
      <Input
        id={id}
        value={values.mobileCode}
        maxLength={MOBILE_CODE_LENGTH}
        inputMode="numeric"
        autoComplete="one-time-code"
        validateStatus={invalid ? 'error' : 'default'}
        aria-label={t('profile.mobileCode')}
        onChange={(mobileCode: string) => setValues({ mobileCode })}
      />
      <Button disabled={wait > 0} onClick={() => void send()}>
        {wait > 0 ? t('profile.mobileCodeWait', { seconds: wait }) : t('profile.mobileCodeSend')}
      </Button>
    </div>
  );
});
