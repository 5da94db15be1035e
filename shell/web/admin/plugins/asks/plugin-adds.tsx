import { observer } from 'mobx-react-lite';
import type { PluginForAdministrator } from '../../../../contract/index.ts';
import { useShell } from '../../../shell-context.tsx';
import { NewMark } from './newly-asked.tsx';
import { usePluginText } from '../texts/plugin-texts.ts';

/** Entries that show before a list folds. */
const SHOWN = 8;

interface Entry {
  readonly name: string;
  /** The version before brought none of it. */
  readonly isNew?: boolean;
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly Entry[];
  readonly code?: boolean;
  /** Reaches beyond the plugin's own data: stands first and stands out. */
  readonly warns?: boolean;
}

function Names({ label, names, code = false, warns = false }: NamesProps) {
  if (names.length === 0) return null;
  const entry = ({ name, isNew }: Entry) => (
    <li key={name}>
      {code ? <code>{name}</code> : name}
      {isNew && <NewMark />}
    </li>
  );
  // What is new stands where nobody has to unfold it.
  const sorted = names.toSorted((one, other) => Number(other.isNew ?? false) - Number(one.isNew ?? false));
  return (
    <div className={warns ? 'nephra-adds-group nephra-adds-group--warns' : 'nephra-adds-group'}>
      <h4>
        {label} <b>{names.length}</b>
      </h4>
      <ul>{sorted.slice(0, SHOWN).map(entry)}</ul>
      {names.length > SHOWN && (
        <details>
          <summary>+{names.length - SHOWN}</summary>
          <ul>{sorted.slice(SHOWN).map(entry)}</ul>
        </details>
      )}
    </div>
  );
}

const isAsked = (list: PluginForAdministrator['asks']['jobs'] = [], what: string): boolean => list.some((one) => one.what === what);

interface PluginAddsProps {
  readonly adds: PluginForAdministrator['adds'];
  readonly newly: PluginForAdministrator['newly'];
  /** What is asked for and allowed one by one: where it stands beside this, it is not said twice. */
  readonly asks?: PluginForAdministrator['asks'];
}

/** Everything a plugin brings into the system. */
export const PluginAdds = observer(function PluginAdds({ adds, newly, asks }: PluginAddsProps) {
  const t = usePluginText();
  const { settings } = useShell();
  const marked = (names: readonly string[], fresh: readonly string[] = []): Entry[] => names.map((name) => ({ name, isNew: fresh.includes(name) }));
  const groups: readonly NamesProps[] = [
    {
      label: t('pluginAdmin.privileges'),
      names: adds.privileges.map((one) => ({ name: t(`pluginAdmin.privilege.${one}`), isNew: newly.privileges.includes(one) })),
      warns: true,
    },
    { label: t('pluginAdmin.outboundHosts'), names: marked(adds.outboundHosts.filter((host) => !isAsked(asks?.outbound, host))), code: true, warns: true },
    {
      label: t('pluginAdmin.menus'),
      names: adds.menus.map(({ title, enCode }) => ({ name: title[settings.language] || enCode, isNew: newly.menus.includes(enCode) })),
    },
    { label: t('pluginAdmin.permissions'), names: marked(adds.permissions, newly.permissions), code: true },
    { label: t('pluginAdmin.routes'), names: marked(adds.routes), code: true },
    {
      label: t('pluginAdmin.jobs'),
      names: adds.jobs.flatMap(({ name, title }) =>
        isAsked(asks?.jobs, name) ? [] : [{ name: title[settings.language] || name, isNew: newly.jobs.includes(name) }],
      ),
    },
    { label: t('pluginAdmin.tables'), names: marked(adds.tables, newly.tables), code: true },
    { label: t('pluginAdmin.uses'), names: marked(adds.uses, newly.uses), code: true },
    { label: t('pluginAdmin.slots'), names: marked(adds.slots, newly.slots), code: true },
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
