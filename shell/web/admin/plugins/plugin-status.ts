import type { PluginState } from '@nephra/plugin-sdk/contract';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import type { Status, Tone } from '@nephra/plugin-sdk/widgets';
import { PLUGIN_STATES } from './plugin-facts.ts';

const TONES: Readonly<Record<PluginState, Tone>> = {
  active: 'success',
  disabled: 'neutral',
  failed: 'danger',
  incompatible: 'warning',
  modified: 'danger',
  missing: 'warning',
  conflict: 'warning',
};

/** What waits for an administrator is said before the state that it is in meanwhile. */
export const statusOf = ({ state, waits }: Pick<PluginForAdministrator, 'state' | 'waits'>): string => (waits === '' ? state : waits);

/** Words and colours of the states. */
export const pluginStatuses = (t: (key: string) => string): readonly Status[] => [
  ...PLUGIN_STATES.map((state) => ({ value: state, text: t(`pluginAdmin.state.${state}`), tone: TONES[state] })),
  { value: 'allow', text: t('pluginAdmin.state.allow'), tone: 'warning' },
  { value: 'let-run', text: t('pluginAdmin.state.let-run'), tone: 'danger' },
];
