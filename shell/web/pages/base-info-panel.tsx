import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, Input, Radio, RadioGroup, Skeleton } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../contract/index.ts';
import { useShell } from '../shell-context.tsx';
import { type BaseInfoErrors, type BaseInfoFields, baseInfoErrors, genderKey } from './base-info-form.ts';
import { minuteText } from './business-time.ts';

type Client = ReturnType<typeof createClient<typeof sessionContract.routes>>;
type Profile = Awaited<ReturnType<Client['profile']>>['data'];

const timeText = (ms: number | null): string => (ms === null ? '' : minuteText(ms));
const GENDERS = ['1', '2', '0'] as const;

/** The person's own file: shown, and what belongs to them changed (spec 7.11, BaseInfo). */
export const BaseInfoPanel = observer(function BaseInfoPanel() {
  const { t, http } = useShell();
  const [profile, setProfile] = useState<Profile | null>(null);
  const [editing, setEditing] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    createClient(sessionContract, http)
      .profile({}, { signal: stop.signal })
      .then(({ data }) => setProfile(data))
      .catch(() => {});
    return () => stop.abort();
  }, [http]);

  return (
    <section className="nf-profile-card" aria-labelledby="nf-profile-base">
      <div className="nf-profile-title">
        <h2 id="nf-profile-base">{t('profile.base')}</h2>
        {profile !== null && !editing && (
          <Button theme="borderless" onClick={() => setEditing(true)}>
            {t('profile.edit')}
          </Button>
        )}
      </div>
      <Facts profile={profile} editing={editing} />
      {profile !== null && editing && (
        <BaseInfoForm
          first={profile}
          onSaved={(fields) => {
            setProfile({ ...profile, ...fields });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
    </section>
  );
});

const Facts = observer(function Facts({ profile, editing }: { readonly profile: Profile | null; readonly editing: boolean }) {
  const { t } = useShell();
  const own: readonly (readonly [string, string | undefined])[] = [
    ['profile.gender', profile === null ? undefined : t(`profile.genders.${genderKey(profile.gender)}`)],
    ['profile.mobile', profile?.mobilePhone],
    ['profile.email', profile?.email],
  ];
  const given: readonly (readonly [string, string | undefined])[] = [
    ['profile.account', profile?.account],
    ['profile.name', profile?.realName],
    ['profile.organize', profile?.organize],
    ['profile.position', profile?.position],
    ['profile.role', profile?.roleId],
    ['profile.created', profile === null ? undefined : timeText(profile.creatorTime)],
    ['profile.lastLogin', profile === null ? undefined : timeText(profile.prevLogTime)],
  ];
  return (
    <dl className="nf-profile-facts">
      {[...given, ...(editing ? [] : own)].map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{value === undefined ? <Skeleton.Paragraph rows={1} style={{ width: 120 }} /> : value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
});

interface BaseInfoFormProps {
  readonly first: BaseInfoFields;
  readonly onSaved: (fields: BaseInfoFields) => void;
  readonly onCancel: () => void;
}

const BaseInfoForm = observer(function BaseInfoForm({ first, onSaved, onCancel }: BaseInfoFormProps) {
  const { t, http, toast } = useShell();
  const { guardUnsaved } = usePlugin();
  const [fields, setFields] = useState<BaseInfoFields>({ gender: first.gender, mobilePhone: first.mobilePhone, email: first.email });
  const [errors, setErrors] = useState<BaseInfoErrors>({});
  const [busy, setBusy] = useState(false);
  const id = useId();
  const dirty = useRef(false);
  useEffect(() => guardUnsaved(() => dirty.current), [guardUnsaved]);

  const change = (part: Partial<BaseInfoFields>) => {
    dirty.current = true;
    setFields((before) => ({ ...before, ...part }));
    setErrors({});
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = baseInfoErrors(fields);
    setErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const gender = GENDERS.find((code) => code === fields.gender) ?? '0';
      const { msg } = await createClient(sessionContract, http).saveProfile({ body: { ...fields, gender } });
      dirty.current = false;
      toast.success(msg || t('profile.saved'));
      onSaved(fields);
    } catch {
      // Shown by the HTTP client; what was typed stays.
      setBusy(false);
    }
  };

  const line = (name: 'mobilePhone' | 'email', label: string, autoComplete: string) => (
    <div>
      <label htmlFor={`${id}${name}`}>{t(label)}</label>
      <Input
        id={`${id}${name}`}
        value={fields[name]}
        autoComplete={autoComplete}
        maxLength={100}
        validateStatus={errors[name] ? 'error' : 'default'}
        aria-describedby={`${id}${name}-error`}
        onChange={(text) => change({ [name]: text.trim() })}
      />
      <div id={`${id}${name}-error`} className="nf-password-error" role="alert">
        {errors[name] && t(errors[name])}
      </div>
    </div>
  );

  return (
    <form className="nf-password nf-profile-form" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <span id={`${id}gender`}>{t('profile.gender')}</span>
        <RadioGroup aria-labelledby={`${id}gender`} value={fields.gender} onChange={(event) => change({ gender: String(event.target.value) })}>
          {GENDERS.map((code) => (
            <Radio key={code} value={code}>
              {t(`profile.genders.${genderKey(code)}`)}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      {line('mobilePhone', 'profile.mobile', 'tel-national')}
      {line('email', 'profile.email', 'email')}
      <div className="nf-profile-buttons">
        <Button theme="solid" htmlType="submit" loading={busy}>
          {t('profile.save')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancelButton')}</Button>
      </div>
    </form>
  );
});
