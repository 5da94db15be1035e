import type { SettingsDocument } from '@nephra/plugin-sdk/record';
import type { ConfigurablePlugin } from '../plugin-settings/configurable-plugin.ts';
import type { LivePlugin } from './life/live-plugin.ts';

/** A running plugin as its page of settings needs it; none for one without settings. */
export function configurablePlugin({ id, found, editable, settings }: LivePlugin): ConfigurablePlugin[] {
  if (editable.length === 0) return [];
  const { name, editableSettings } = found.manifest;
  // Its shape was checked when the plugin started.
  return [{ id, name, fields: editable, documents: (editableSettings as SettingsDocument).fields, config: settings }];
}
