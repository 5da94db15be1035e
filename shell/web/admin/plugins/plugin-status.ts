import type { PluginState } from '@nephra/plugin-sdk/contract';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import type { Status, Tone } from '@nephra/plugin-sdk/widgets';

export const PLUGIN_STATES: readonly PluginState[] = ['active', 'disabled', 'failed', 'incompatible', 'modified', 'missing', 'conflict'];

const TONES: Readonly<Record<PluginState, Tone>> = {
  active: 'success',
  disabled: 'neutral',
  failed: 'danger',
  incompatible: 'warning',
  modified: 'danger',
  missing: 'warning',
  conflict: 'warning',
};

type Standing = Pick<PluginForAdministrator, 'state' | 'waits'>;

/** What it waits for is said before the state that it is in meanwhile. */
export const statusOf = ({ state, waits }: Standing): string => (waits === '' ? state : waits);

/** An administrator can end the waiting here. */
export const waitsForAnswer = ({ waits }: Standing): boolean => waits === 'allow' || waits === 'let-run';

/** How the reason is told: what runs all the same, or waits for an answer, is a warning; what somebody wanted is none. */
export function kindOfReason({ state, waits }: Standing): 'info' | 'warning' | 'error' {
  if (state === 'disabled' || waits === 'safe-mode') return 'info';
  return state === 'active' || waits === 'allow' ? 'warning' : 'error';
}

/** Words and colours of the states. */
export const pluginStatuses = (t: (key: string) => string): readonly Status[] => [
  ...PLUGIN_STATES.map((state) => ({ value: state, text: t(`pluginAdmin.state.${state}`), tone: TONES[state] })),
  { value: 'allow', text: t('pluginAdmin.state.allow'), tone: 'warning' },
  { value: 'let-run', text: t('pluginAdmin.state.let-run'), tone: 'danger' },
  { value: 'safe-mode', text: t('pluginAdmin.state.safe-mode'), tone: 'neutral' },
];
