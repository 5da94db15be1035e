import type { PluginForAdministrator } from '../../../../contract/index.ts';
import { usePluginText } from '../texts/plugin-texts.ts';

/** Signs of a key that people compare. */
const SHOWN_KEY_SIGNS = 16;

/**
 * What no list of what a package adds says: whose signature it bears, where its halves run, and with whose rights. Plugins that were built with the
 * product are ours to answer for, and of them there is nothing to say.
 */
export function PluginReach({ plugin }: { readonly plugin: PluginForAdministrator }) {
  const t = usePluginText();
  if (!plugin.outside || plugin.state === 'missing') return null;
  const { publisher, inServer, adds } = plugin;
  const lines = [
    publisher === ''
      ? { key: 'unsigned', warns: true, text: t('pluginAdmin.reach.unsigned') }
      : { key: 'signed', warns: false, text: t('pluginAdmin.reach.signed', { key: publisher.slice(0, SHOWN_KEY_SIGNS) }) },
    inServer ? { key: 'inServer', warns: true, text: t('pluginAdmin.reach.inServer') } : { key: 'apart', warns: false, text: t('pluginAdmin.reach.apart') },
    ...(adds.browserBytes > 0 ? [{ key: 'browser', warns: true, text: t('pluginAdmin.reach.browser') }] : []),
  ];
  return (
    <ul className="nephra-reach">
      {lines.map(({ key, warns, text }) => (
        <li key={key} data-warns={warns || undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
