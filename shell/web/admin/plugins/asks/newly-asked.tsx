import { Alert } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../../contract/index.ts';
import { usePluginText } from '../texts/plugin-texts.ts';

/** Of a version that waits beside another one: how much of what it brings and asks for that one did not; each of it is marked where it stands. */
export function NewlyAsked({ plugin }: { readonly plugin: PluginForAdministrator }) {
  const t = usePluginText();
  const { than, ...lists } = plugin.newly;
  if (than === '') return null;
  const count = Object.values(lists).reduce((sum, list) => sum + list.length, 0);
  const params = { version: plugin.version, than, count };
  return <Alert kind={count > 0 ? 'warning' : 'info'} text={t(count > 0 ? 'pluginAdmin.newly.some' : 'pluginAdmin.newly.none', params)} />;
}

/** Stands behind what the other version did not ask for. */
export function NewMark() {
  const t = usePluginText();
  return <b className="nephra-asks-new">{t('pluginAdmin.newly.mark')}</b>;
}
