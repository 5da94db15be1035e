import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Status } from '@nephra/plugin-sdk/widgets';

/** Words and colours of `enabledMark`. */
export const enabledStates = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('parts.enabled'), tone: 'success' },
  { value: 0, text: t('parts.disabled'), tone: 'neutral' },
];
