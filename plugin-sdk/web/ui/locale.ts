import simplified from '@douyinfe/semi-ui/lib/es/locale/source/zh_CN';
import type { Locale } from '@douyinfe/semi-ui/lib/es/locale/interface';
import type { Language } from '../../contract/index.ts';

/** Texts of the components ("OK", "no data", month names) for `<ConfigProvider locale>`. Fetched on demand; simplified Chinese is part of the library. */
export async function loadUiLocale(language: Language): Promise<Locale> {
  if (language === 'zhtw') return (await import('@douyinfe/semi-ui/lib/es/locale/source/zh_TW')).default;
  if (language === 'en') return (await import('@douyinfe/semi-ui/lib/es/locale/source/en_US')).default;
  return simplified;
}
