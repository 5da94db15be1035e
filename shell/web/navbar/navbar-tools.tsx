import { observer } from 'mobx-react-lite';
import { IconAIStrokedLevel1, IconBellStroked, IconCommentStroked, IconSettingStroked } from '@nephra/plugin-sdk/ui';
import { ExportsButton } from './exports-button.tsx';
import type { Drawer, FrameStore } from '../frame.store.ts';
import { SearchBox } from '../search/search-box.tsx';
import { useShell } from '../shell-context.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BadgeSlot } from './badges/badge-slot.tsx';
import { HelpMenu, LanguageMenu, SizeMenu } from './choice-menus.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { NavbarButton } from './navbar-button.tsx';

/** Right side of the navbar (spec 2.4). A phone keeps what fits: search, language, messages, chat, settings and the account. */
export const NavbarTools = observer(function NavbarTools({ frame }: { readonly frame: FrameStore }) {
  const { t, settings, device } = useShell();
  const desktop = device.device === 'desktop';
  const drawerProps = (drawer: Drawer) => ({ 'aria-expanded': frame.drawer === drawer, onClick: () => frame.toggleDrawer(drawer) });
  return (
    <div role="toolbar" aria-label={t('navbar.actions')} className="nephra-navbar-tools">
      {settings.showSearch && <SearchBox frame={frame} />}
      {desktop && <HelpMenu frame={frame} />}
      {desktop && <FullScreenButton />}
      {desktop && <SizeMenu />}
      {settings.showLanguage && <LanguageMenu />}
      {desktop && (
        <NavbarButton label={t('navbar.assistant')} {...drawerProps('assistant')}>
          <IconAIStrokedLevel1 aria-hidden />
        </NavbarButton>
      )}
      <ExportsButton frame={frame} />
      <NavbarButton label={t('navbar.notice')} {...drawerProps('message')}>
        <IconBellStroked aria-hidden />
        <BadgeSlot point="shell/message-badge@1" />
      </NavbarButton>
      <NavbarButton label={t('navbar.chat')} {...drawerProps('chat')}>
        <IconCommentStroked aria-hidden />
        <BadgeSlot point="shell/chat-badge@1" />
      </NavbarButton>
      <NavbarButton label={t('navbar.setting')} {...drawerProps('settings')}>
        <IconSettingStroked aria-hidden />
      </NavbarButton>
      <AccountMenu frame={frame} />
    </div>
  );
});
