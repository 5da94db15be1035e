import type { Language } from '@nephra/plugin-sdk/contract';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import { profileContract, sessionContract } from '../../contract/index.ts';
import type { Confirm, ToastPort } from '../feedback/feedback.port.ts';
import type { ShellActions } from '../shell-context.tsx';
import type { SessionStore } from './session.store.ts';
import type { LayoutType, SettingsStore } from './settings.store.ts';

export interface ShellActionsOptions {
  readonly http: HttpPort;
  readonly session: SessionStore;
  readonly settings: SettingsStore;
  readonly toast: ToastPort;
  readonly confirm: Confirm;
  readonly t: (key: string) => string;
  /** Asks about unsaved work anywhere; true = go on. */
  readonly mayLeaveAll: () => Promise<boolean>;
  readonly endSession: (address: string) => void;
  readonly goToLock: () => void;
  readonly loadLanguage: (language: Language) => Promise<void>;
  readonly languageChanged: () => void;
  /** Menu names come from the server in the user's language. */
  readonly reloadMenus: () => Promise<void>;
  readonly closeDialogs: () => void;
  readonly retryServer: () => Promise<void>;
}

const ROUTES = sessionContract.routes;

/** Acts of the navbar that change the session itself. */
export function createShellActions(options: ShellActionsOptions): ShellActions {
  const { http, session, settings, toast, confirm, t } = options;
  return {
    async logout() {
      if (!(await options.mayLeaveAll())) return;
      if (!(await confirm({ content: t('session.logoutQuestion') }))) return;
      try {
        await http.call(ROUTES.logout, {}, { quiet: true });
      } catch {
        // Signing out here must work without the server too; its session ends by itself.
      }
      options.endSession('/login');
    },

    async lock() {
      try {
        await http.call(ROUTES.lock, {});
      } catch {
        return;
      }
      options.closeDialogs();
      session.setLock(true);
      options.goToLock();
    },

    async changeLanguage(language: Language, siteLanguage = '') {
      if (language === settings.language && siteLanguage === settings.siteLanguage) return;
      try {
        await options.loadLanguage(language);
      } catch {
        toast.error(t('session.languageFailed'));
        return;
      }
      settings.set('language', language);
      settings.set('siteLanguage', siteLanguage);
      options.languageChanged();
      toast.success(t('session.languageChanged'));
      if (session.token === '') return;
      // The screen has switched; that the server could not note it for other computers is shown by the HTTP client.
      await Promise.allSettled([http.call(ROUTES.saveLanguage, { body: { language: settings.spoken } }), options.reloadMenus()]);
    },

    async switchMajor(majorType, majorId) {
      if (!(await options.mayLeaveAll())) return false;
      try {
        const { msg } = await http.call(profileContract.routes.major, { body: { majorType, majorId } });
        await options.reloadMenus();
        toast.success(msg);
        return true;
      } catch {
        // Shown by the HTTP client; without new menus the socket tells that the rights are others.
        return false;
      }
    },

    retryServer: options.retryServer,

    async changeLayout(layout: LayoutType) {
      if (layout === settings.layoutType) return;
      settings.set('layoutType', layout);
      await http.call(ROUTES.saveTheme, { body: { theme: layout } }).catch(() => {});
    },
  };
}
