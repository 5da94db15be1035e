import { observer } from 'mobx-react-lite';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import { usePluginText } from './texts/plugin-texts.ts';

/** Entries that show before a list folds. */
const SHOWN = 8;

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly code?: boolean;
  /** Reaches beyond the plugin's own data: stands first and stands out. */
  readonly warns?: boolean;
}

function Names({ label, names, code = false, warns = false }: NamesProps) {
  if (names.length === 0) return null;
  const entry = (name: string) => <li key={name}>{code ? <code>{name}</code> : name}</li>;
  return (
    <div className={warns ? 'nephra-adds-group nephra-adds-group--warns' : 'nephra-adds-group'}>
      <h4>
        {label} <b>{names.length}</b>
      </h4>
      <ul>{names.slice(0, SHOWN).map(entry)}</ul>
      {names.length > SHOWN && (
        <details>
          <summary>+{names.length - SHOWN}</summary>
          <ul>{names.slice(SHOWN).map(entry)}</ul>
        </details>
      )}
    </div>
  );
}

const isAsked = (list: PluginForAdministrator['asks']['jobs'] = [], what: string): boolean => list.some((one) => one.what === what);

interface PluginAddsProps {
  readonly adds: PluginForAdministrator['adds'];
  /** What is asked for and allowed one by one: where it stands beside this, it is not said twice. */
  readonly asks?: PluginForAdministrator['asks'];
}

/** Everything a plugin brings into the system. */
export const PluginAdds = observer(function PluginAdds({ adds, asks }: PluginAddsProps) {
  const t = usePluginText();
  const { settings } = useShell();
  const groups: readonly NamesProps[] = [
    { label: t('pluginAdmin.privileges'), names: adds.privileges.map((privilege) => t(`pluginAdmin.privilege.${privilege}`)), warns: true },
    { label: t('pluginAdmin.outboundHosts'), names: adds.outboundHosts.filter((host) => !isAsked(asks?.outbound, host)), code: true, warns: true },
    { label: t('pluginAdmin.menus'), names: adds.menus.map((menu) => menu.title[settings.language] || menu.enCode) },
    { label: t('pluginAdmin.permissions'), names: adds.permissions, code: true },
    { label: t('pluginAdmin.routes'), names: adds.routes, code: true },
    { label: t('pluginAdmin.jobs'), names: adds.jobs.flatMap((job) => (isAsked(asks?.jobs, job.name) ? [] : [job.title[settings.language] || job.name])) },
    { label: t('pluginAdmin.tables'), names: adds.tables, code: true },
    { label: t('pluginAdmin.uses'), names: adds.uses, code: true },
    { label: t('pluginAdmin.slots'), names: adds.slots, code: true },
  ];
  if (groups.every((group) => group.names.length === 0)) return asks ? null : <p>{t('pluginAdmin.addsNothing')}</p>;
  return (
    <div className="nephra-adds">
      {groups.map((group) => (
        <Names key={group.label} {...group} />
      ))}
    </div>
  );
});
