import { observer } from 'mobx-react-lite';
import { Checkbox } from '@nephra/plugin-sdk/ui';
import type { PluginForAdministrator } from '../../../../contract/index.ts';
import { useShell } from '../../../shell-context.tsx';
import { NewMark } from './newly-asked.tsx';
import { usePluginText } from '../texts/plugin-texts.ts';

/** What an administrator allows of the things that a package asks for. */
export interface ChosenGrants {
  readonly outbound: readonly string[];
  readonly jobs: readonly string[];
}

/** Before somebody decides: what was granted stays granted, and what is asked for the first time must be said yes to. */
export const grantedOf = ({ asks }: PluginForAdministrator): ChosenGrants => {
  const granted = (list: PluginForAdministrator['asks']['outbound']) => list.flatMap(({ what, answer }) => (answer === 'granted' ? [what] : []));
  return { outbound: granted(asks.outbound), jobs: granted(asks.jobs) };
};

/** Whether it asks for anything that is allowed one by one. */
export const asksOneByOne = ({ asks }: PluginForAdministrator): boolean => asks.outbound.length + asks.jobs.length > 0;

interface PluginAsksProps {
  readonly plugin: PluginForAdministrator;
  readonly chosen: ChosenGrants;
  /** Left out: it is shown what was decided. */
  readonly onChange?: (chosen: ChosenGrants) => void;
}

/** Foreign systems and jobs that a package from outside asks for, each with its own tick. */
export const PluginAsks = observer(function PluginAsks({ plugin, chosen, onChange }: PluginAsksProps) {
  const t = usePluginText();
  const { language } = useShell().settings;
  const { asks, adds, newly } = plugin;
  const titleOf = (name: string) => adds.jobs.find((job) => job.name === name);
  const list = (kind: 'outbound' | 'jobs') =>
    asks[kind].length > 0 && (
      <fieldset className="nephra-asks">
        <legend>{t(`pluginAdmin.asks.${kind}`)}</legend>
        {asks[kind].map(({ what, answer }) => {
          const job = kind === 'jobs' ? titleOf(what) : undefined;
          return (
            <Checkbox
              key={what}
              checked={chosen[kind].includes(what)}
              disabled={onChange === undefined}
              extra={job?.purpose?.[language]}
              onChange={(event) => {
                const others = chosen[kind].filter((one) => one !== what);
                onChange?.({ ...chosen, [kind]: event.target.checked ? [...others, what] : others });
              }}
            >
              {kind === 'jobs' ? job?.title[language] || what : <code>{what}</code>}
              {newly[kind === 'jobs' ? 'jobs' : 'outboundHosts'].includes(what) && <NewMark />}
              {answer === 'undecided' && <b className="nephra-asks-new">{t('pluginAdmin.asks.undecided')}</b>}
            </Checkbox>
          );
        })}
      </fieldset>
    );
  if (!asksOneByOne(plugin)) return null;
  return (
    <div className="nephra-asks-all">
      {onChange !== undefined && <p>{t('pluginAdmin.asks.intro')}</p>}
      {list('outbound')}
      {list('jobs')}
    </div>
  );
});
