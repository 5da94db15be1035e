import './tokens.css';
import './base.css';
import './density.css';
import './print.css';
import { autorun } from 'mobx';
import type { SettingsStore, ThemeClass } from '../session/settings.store.ts';
import { DEFAULT_THEME, THEME_COLOURS, themeVariables } from './theme-colours.ts';

const HTML_LANGUAGE = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en' } as const;

/** The colour in force: the chosen class, or the product's default while nobody has chosen. */
export const activeColour = ({ theme, themeClass }: { readonly theme: string; readonly themeClass: ThemeClass }): string =>
  themeClass === 'blue' && theme === DEFAULT_THEME ? DEFAULT_THEME : THEME_COLOURS[themeClass];

/**
 * Keeps colour, size and language of the document in step with the settings; returns what ends it. The colour variables go to the body,
 * where the component library defines its own.
 */
export function followSettings(settings: SettingsStore, target: Document = document): () => void {
  const endColour = autorun(() => {
    for (const [name, value] of Object.entries(themeVariables(activeColour(settings)))) target.body.style.setProperty(name, value);
  });
  const endMarks = autorun(() => {
    target.documentElement.dataset.size = settings.size;
    target.documentElement.lang = settings.siteLanguage || HTML_LANGUAGE[settings.language];
  });
  return () => {
    endColour();
    endMarks();
  };
}
