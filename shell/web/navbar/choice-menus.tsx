import { observer } from 'mobx-react-lite';
import { IconFont, IconHelpCircleStroked, IconLanguage } from '@nephra/plugin-sdk/ui';
import { LANGUAGES } from '@nephra/plugin-sdk/contract';
import { HTML_LANG, LANGUAGE_NAMES } from '../i18n/language-choice.ts';
import { ActionList } from '../layouts/flyout/action-list.tsx';
import { Flyout } from '../layouts/flyout/flyout.tsx';
import type { FrameStore } from '../frame.store.ts';
import { SIZES } from '../session/settings.store.ts';
import { useShell } from '../shell-context.tsx';
import { NavbarButton } from './navbar-button.tsx';

/** Size of controls and tables: default, medium, small, mini (spec 2.4). */
export const SizeMenu = observer(function SizeMenu() {
  const { t, settings, toast } = useShell();
  return (
    <Flyout
      placement="bottom-end"
      trigger={(props) => (
        <NavbarButton label={t('navbar.size')} {...props}>
          <IconFont aria-hidden />
        </NavbarButton>
      )}
    >
      {(close) => (
        <ActionList
          label={t('navbar.size')}
          onDone={close}
          actions={SIZES.map((size) => ({
            key: size,
            label: t(`navbar.sizes.${size}`),
            checked: settings.size === size,
            run: () => {
              settings.set('size', size);
              toast.success(t('navbar.sizeSwitched'));
            },
          }))}
        />
      )}
    </Flyout>
  );
});

/** 简体中文, 繁体中文, English (spec 2.4). The switch is saved on the server and announced by the shell's own act. */
export const LanguageMenu = observer(function LanguageMenu() {
  const { t, settings, actions, plugins } = useShell();
  const own = LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code], base: code }));
  return (
    <Flyout
      placement="bottom-end"
      trigger={(props) => (
        <NavbarButton label={t('navbar.language')} {...props}>
          <IconLanguage aria-hidden />
        </NavbarButton>
      )}
    >
      {(close) => (
        <ActionList
          label={t('navbar.language')}
          onDone={close}
          actions={[...own, ...plugins.languages].map(({ code, name, base }) => ({
            key: code,
            label: name,
            lang: code === base ? HTML_LANG[base] : code,
            checked: settings.spoken === code,
            run: () => void actions.changeLanguage(base, code === base ? '' : code),
          }))}
        />
      )}
    </Flyout>
  );
});

/** Documentation, feedback and statement (spec 2.4, what the navbar offers). */
export const HelpMenu = observer(function HelpMenu({ frame }: { readonly frame: FrameStore }) {
  const { t } = useShell();
  return (
    <Flyout
      placement="bottom-end"
      trigger={(props) => (
        <NavbarButton label={t('navbar.help')} {...props}>
          <IconHelpCircleStroked aria-hidden />
        </NavbarButton>
      )}
    >
      {(close) => (
        <ActionList
          label={t('navbar.help')}
          onDone={close}
          actions={[
            { key: 'documentation', label: t('navbar.documentation'), run: () => frame.openDialog('documentation') },
            { key: 'feedback', label: t('navbar.feedback'), run: () => frame.openDialog('feedback') },
            { key: 'statement', label: t('navbar.statement'), run: () => frame.openDialog('statement') },
          ]}
        />
      )}
    </Flyout>
  );
});
