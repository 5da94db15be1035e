import './profile.page.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Avatar, Skeleton } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../contract/index.ts';
import { useShell } from '../shell-context.tsx';
import { minuteText } from './business-time.ts';
import { PasswordPanel } from './password-panel.tsx';

type Profile = Awaited<ReturnType<ReturnType<typeof createClient<typeof sessionContract.routes>>['profile']>>['data'];

const timeText = (ms: number | null): string => (ms === null ? '' : minuteText(ms));

/** /profile: the person's own file and password (spec 2.1, 7.11). */
export const Page = observer(function ProfilePage() {
  const { t, http, session } = useShell();
  const [profile, setProfile] = useState<Profile | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    createClient(sessionContract, http)
      .profile({}, { signal: stop.signal })
      .then(({ data }) => setProfile(data))
      .catch(() => {});
    return () => stop.abort();
  }, [http]);

  const user = session.userInfo;
  const facts: readonly (readonly [string, string])[] = [
    ['profile.account', profile?.account ?? ''],
    ['profile.name', profile?.realName ?? ''],
    ['profile.gender', profile === null ? '' : t(`profile.genders.${genderKey(profile.gender)}`)],
    ['profile.mobile', profile?.mobilePhone ?? ''],
    ['profile.email', profile?.email ?? ''],
    ['profile.organize', profile?.organize ?? ''],
    ['profile.position', profile?.position ?? ''],
    ['profile.role', profile?.roleId ?? ''],
    ['profile.created', timeText(profile?.creatorTime ?? null)],
    ['profile.lastLogin', timeText(profile?.prevLogTime ?? null)],
  ];

  return (
    <div className="nf-profile">
      <section className="nf-profile-card nf-profile-who">
        {user?.headIcon ? (
          <Avatar size="large" src={http.fileUrl(user.headIcon)} alt={user.userName} />
        ) : (
          <Avatar size="large" color="light-blue">
            {user?.userName.slice(-2)}
          </Avatar>
        )}
        <h1>{user?.userName}</h1>
        <p>{user?.enCode}</p>
        <p>{user?.organizeName}</p>
        <p>{user?.roleName}</p>
      </section>
      <div className="nf-profile-stack">
        <section className="nf-profile-card" aria-labelledby="nf-profile-base">
          <h2 id="nf-profile-base">{t('profile.base')}</h2>
          <dl className="nf-profile-facts">
            {facts.map(([key, value]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>{profile === null ? <Skeleton.Paragraph rows={1} style={{ width: 120 }} /> : value || '—'}</dd>
              </div>
            ))}
          </dl>
        </section>
        <PasswordPanel />
      </div>
    </div>
  );
});

/** Wire codes: 1 male, 2 female, anything else unknown (spec 3, patient sex uses the same). */
const genderKey = (code: string): string => (code === '1' ? 'male' : code === '2' ? 'female' : 'unknown');
