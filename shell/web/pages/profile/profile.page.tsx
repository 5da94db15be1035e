import './profile.page.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import type { PageProps } from '@nephra/plugin-sdk/web';
import { useShell } from '../../shell-context.tsx';
import { AvatarButton } from './avatar-button.tsx';
import { BaseInfoPanel } from './base-info-panel.tsx';
import { PasswordPanel } from '../passwords/password-panel.tsx';
import { ProfileLogPanel } from './profile-log-panel.tsx';
import { ProfilePlacesPanel } from './profile-places-panel.tsx';
import { ProfileRightsPanel } from './profile-rights-panel.tsx';
import { ProfileSubordinatesPanel } from './profile-subordinates-panel.tsx';
import { SignPinPanel } from './sign-pin-panel.tsx';

const TABS = [
  ['base', BaseInfoPanel],
  ['places', ProfilePlacesPanel],
  ['subordinates', ProfileSubordinatesPanel],
  ['rights', ProfileRightsPanel],
  ['log', ProfileLogPanel],
  ['password', PasswordPanel],
] as const;

/** /profile: the person's own file, picture and password, where they work, who reports to them, what they may do and did (spec 2.1, 7.11). */
export const Page = observer(function ProfilePage({ query }: PageProps) {
  const { session, t, router, unsaved } = useShell();
  const user = session.userInfo;
  // In the address, so that a page that starts over (another organisation) comes back to the same tab.
  const tab = TABS.find(([key]) => key === query.tab)?.[0] ?? TABS[0][0];
  const body = useRef<HTMLElement>(null);
  // On a phone the row of tabs is swiped: the one that is open must be visible.
  useEffect(() => {
    const at = TABS.findIndex(([key]) => key === tab);
    body.current?.querySelectorAll('[role="tab"]')[at]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  const show = async (next: string) => {
    const here = router.visit?.fullPath ?? '';
    if (!unsaved.isDirty(here) || (await unsaved.mayLeave([here]))) router.navigate(`/profile?tab=${next}`, { replace: true });
  };
  return (
    <div className="nf-profile">
      <section className="nf-profile-card nf-profile-who">
        <div className="nf-profile-face">
          <AvatarButton />
        </div>
        <div className="nf-profile-words">
          <h1>{user?.userName}</h1>
          <p>{user?.enCode}</p>
          <p>{user?.organizeName}</p>
          <p>{[user?.departmentName, user?.positionName].filter(Boolean).join(' · ')}</p>
          <p>{user?.roleName}</p>
        </div>
      </section>
      <section ref={body} className="nf-profile-card nf-profile-body">
        <Tabs type="line" activeKey={tab} onChange={(next) => void show(next)} keepDOM={false} lazyRender collapsible={false}>
          {TABS.map(([key, Panel]) => (
            <TabPane key={key} tab={t(`profile.tab.${key}`)} itemKey={key}>
              {Panel !== PasswordPanel && <h2 className="nephra-visually-hidden">{t(`profile.tab.${key}`)}</h2>}
              <Panel />
              {Panel === PasswordPanel && <SignPinPanel />}
            </TabPane>
          ))}
        </Tabs>
      </section>
    </div>
  );
});
