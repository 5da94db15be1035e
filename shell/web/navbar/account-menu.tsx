import { observer } from 'mobx-react-lite';
import { IconAIStrokedLevel1, IconExit, IconHomeStroked, IconInfoCircle, IconLock, IconTick, IconUserStroked } from '@nephra/plugin-sdk/ui';
import type { UserInfo } from '../../contract/index.ts';
import { ActionList } from '../layouts/flyout/action-list.tsx';
import { Flyout } from '../layouts/flyout/flyout.tsx';
import type { FrameStore } from '../frame.store.ts';
import { useShell } from '../shell-context.tsx';
import { placeName, useWorkplaces } from './workplaces.ts';

/** organizeName + enCode + userName (spec 2.4); parts that are empty leave no gap. */
export const accountText = (user: Pick<UserInfo, 'organizeName' | 'enCode' | 'userName'>): string =>
  [user.organizeName, user.enCode, user.userName].filter((part) => part !== '').join(' ');

const Portrait = observer(function Portrait({ user }: { readonly user: UserInfo }) {
  const { http } = useShell();
  if (user.headIcon !== '') return <img className="nephra-portrait" src={http.fileUrl(user.headIcon)} alt="" />;
  // Drawn by the style sheet: it is a picture of the name beside it, and no part of what the button is called.
  return <span className="nephra-portrait" aria-hidden="true" data-letters={user.userName.slice(-2)} />;
});

/** Avatar with its dropdown: profile, about, lock screen, and log out below a line (spec 2.4). */
export const AccountMenu = observer(function AccountMenu({ frame }: { readonly frame: FrameStore }) {
  const { t, session, device } = useShell();
  const user = session.userInfo;
  if (user === null) return null;
  const text = accountText(user);
  return (
    <Flyout
      placement="bottom-end"
      openOn="hover"
      trigger={(props) => (
        <button type="button" className="nephra-account" aria-label={t('navbar.account', { name: text })} title={text} {...props}>
          <Portrait user={user} />
          {device.device === 'desktop' && (
            <span className="nephra-account-text">
              <span className="nephra-account-place">{user.organizeName} </span>
              <span>{[user.enCode, user.userName].join(' ').trim()}</span>
            </span>
          )}
        </button>
      )}
    >
      {(close) => <AccountActs frame={frame} text={text} close={close} />}
    </Flyout>
  );
});

interface AccountActsProps {
  readonly frame: FrameStore;
  readonly text: string;
  readonly close: () => void;
}

/** Entries of the account's menu; whoever works in several organisations switches here. */
const AccountActs = observer(function AccountActs({ frame, text, close }: AccountActsProps) {
  const { t, router, actions, device } = useShell();
  const places = useWorkplaces();
  const several = places.length > 1 ? places : [];
  return (
    <>
      <p className="nephra-account-card">{text}</p>
      <ActionList
        label={t('navbar.account', { name: text })}
        onDone={close}
        actions={[
          { key: 'profile', label: t('navbar.profile'), icon: <IconUserStroked aria-hidden />, run: () => router.navigate('/profile') },
          { key: 'about', label: t('navbar.about'), icon: <IconInfoCircle aria-hidden />, run: () => frame.openDialog('about') },
          // The bar of a phone has neither the AI icon (spec 2.4) nor the menu with feedback.
          ...(device.device === 'mobile'
            ? [
                { key: 'assistant', label: t('navbar.assistant'), icon: <IconAIStrokedLevel1 aria-hidden />, run: () => frame.toggleDrawer('assistant') },
                { key: 'feedback', label: t('navbar.feedback'), icon: <IconInfoCircle aria-hidden />, run: () => frame.openDialog('feedback') },
              ]
            : []),
          { key: 'lockScreen', label: t('navbar.lockScreen'), icon: <IconLock aria-hidden />, run: () => void actions.lock() },
          ...several.map((place, at) => ({
            key: place.id,
            label: placeName(place.fullName),
            icon: place.isDefault ? <IconTick aria-hidden /> : <IconHomeStroked aria-hidden />,
            checked: place.isDefault,
            divided: at === 0,
            run: () => void (place.isDefault || actions.switchMajor('Organize', place.id)),
          })),
          { key: 'logOut', label: t('navbar.logOut'), icon: <IconExit aria-hidden />, divided: true, run: () => void actions.logout() },
        ]}
      />
    </>
  );
});
