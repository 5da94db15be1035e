import type { PluginState } from '@nephra/plugin-sdk/contract';
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

/** Words and colours of the states. */
export const pluginStatuses = (t: (key: string) => string): readonly Status[] =>
  PLUGIN_STATES.map((state) => ({ value: state, text: t(`pluginAdmin.state.${state}`), tone: TONES[state] }));
