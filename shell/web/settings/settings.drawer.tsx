import './settings.css';
import { observer } from 'mobx-react-lite';
import { SideSheet, Switch } from '@nephra/plugin-sdk/ui';
import '../drawers/drawers.css';
import { DRAWER_WIDTH } from '../drawers/drawer-width.ts';
import { LAYOUT_TYPES, SLIDE_CLASSES, THEME_CLASSES, type ThemeClass } from '../session/settings.store.ts';
import { useShell } from '../shell-context.tsx';
import { THEME_COLOURS } from '../theme/theme-colours.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { LayoutPicture, SlidePicture } from './layout-picture.tsx';

/** Switches of the last section and the texts beside them. */
const SWITCHES = [
  { name: 'tagsView', text: 'settings.tagsView' },
  { name: 'tagsIcon', text: 'settings.tagsIcon' },
  { name: 'useCache', text: 'settings.cache' },
  { name: 'showLanguage', text: 'settings.language' },
  { name: 'showSearch', text: 'settings.search' },
] as const;

/** The page stays in plain rowFilter: people choose by what they see change. */
const SEE_THROUGH = { backgroundColor: 'rgb(16 22 34 / 10%)' };

/** Settings drawer (spec 2.4): navigation mode, light or dark, theme colour, other switches. Every change shows at once. */
export const SettingsDrawer = observer(function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t, settings, actions } = useShell();

  const changeTheme = (themeClass: ThemeClass) => {
    settings.set('themeClass', themeClass);
    settings.set('theme', THEME_COLOURS[themeClass]);
  };

  return (
    <SideSheet
      visible
      placement="right"
      width={DRAWER_WIDTH}
      maskStyle={SEE_THROUGH}
      title={t('settings.title')}
      onCancel={onClose}
      className="nephra-drawer"
      aria-label={t('settings.title')}
    >
      <ChoiceGroup
        label={t('settings.mode')}
        name="layoutType"
        value={settings.layoutType}
        choices={LAYOUT_TYPES.map((layout) => ({ value: layout, label: t(`settings.${layout}`), picture: <LayoutPicture layout={layout} /> }))}
        onChoose={(layout) => void actions.changeLayout(layout)}
      />
      <ChoiceGroup
        label={t('settings.lightOrDark')}
        name="slideClass"
        value={settings.slideClass}
        choices={SLIDE_CLASSES.map((slide) => ({ value: slide, label: t(`settings.${slide}`), picture: <SlidePicture slide={slide} /> }))}
        onChoose={(slide) => settings.set('slideClass', slide)}
      />
      <ChoiceGroup
        label={t('settings.theme')}
        name="themeClass"
        value={settings.themeClass}
        choices={THEME_CLASSES.map((themeClass) => ({
          value: themeClass,
          label: t(`settings.colours.${themeClass}`),
          picture: <span className="nephra-swatch" style={{ background: THEME_COLOURS[themeClass] }} />,
        }))}
        onChoose={changeTheme}
      />
      <section className="nephra-setting-group">
        <h3 id="nephra-other-set">{t('settings.otherSet')}</h3>
        <ul className="nephra-switches" aria-labelledby="nephra-other-set">
          {SWITCHES.map(({ name, text }) => (
            <li key={name}>
              <span id={`nephra-switch-${name}`}>
                {t(text)}
                {name === 'useCache' && <small>{t('settings.cacheHint')}</small>}
              </span>
              <Switch size="small" checked={settings[name]} aria-labelledby={`nephra-switch-${name}`} onChange={(on) => settings.set(name, on)} />
            </li>
          ))}
        </ul>
      </section>
    </SideSheet>
  );
});
