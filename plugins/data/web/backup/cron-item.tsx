import { CronField, type FormItem } from '@nephra/plugin-sdk/widgets';
import type { SettingsForm } from './backup.store.ts';

/** The timetable in the form of settings. */
export const cronItem = (label: string): FormItem<SettingsForm> => ({
  kind: 'custom',
  name: 'cron',
  label,
  required: true,
  span: 2,
  render: ({ id, value, onChange }) => <CronField id={id} value={String(value ?? '')} onChange={onChange} />,
});
