import { observer } from 'mobx-react-lite';
import { compareVersions, isVersion } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, ErrorCard, GroupTitle, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import type { PluginDetailsWire } from '../../../contract/plugins/plugin-details.contract.ts';
import type { PluginDetailsStore } from './plugin-details.store.ts';
import { type PluginText, usePluginText, wordedFault } from './texts/plugin-texts.ts';

/** What one plugin did since the server started: figures, the times that it held the server, its log. */
export const PluginRun = observer(function PluginRun({ store }: { readonly store: PluginDetailsStore }) {
  const t = usePluginText();
  const { language } = usePlugin();
  const { loading } = store;
  if (loading.kind === 'loading') return <ListSkeleton />;
  if (loading.kind === 'failed') return <ErrorCard error={loading.error} title={t('pluginAdmin.run.loadFailed')} onRetry={() => void store.load()} />;
  const { figures, strikes, log, process } = loading.details;
  return (
    <>
      <GroupTitle>{t('pluginAdmin.run.title')}</GroupTitle>
      <DescriptionList
        columns={2}
        // One list, so that its columns stand below each other.
        items={[
          { label: t('pluginAdmin.run.calls'), value: String(figures.calls) },
          { label: t('pluginAdmin.run.average'), value: figures.calls === 0 ? '' : t('pluginAdmin.milliseconds', { ms: averageOf(figures) }) },
          { label: t('pluginAdmin.run.refused'), value: String(figures.refused) },
          { label: t('pluginAdmin.run.time'), value: t('pluginAdmin.milliseconds', { ms: Math.round(figures.milliseconds) }) },
          { label: t('pluginAdmin.run.failed'), value: String(figures.failed) },
          { label: t('pluginAdmin.run.errors'), value: String(figures.errors) },
          ...processFacts(t, process),
        ]}
      />
      {process.sharedWith.length > 0 && <Alert kind="info" text={t('pluginAdmin.run.shared', { plugins: process.sharedWith.join(', ') })} />}
      {strikes.length > 0 && (
        <Alert kind="error" text={t('pluginAdmin.run.strikes', { count: strikes.length })}>
          <ul className="nephra-reports">
            {[...new Map(strikes.map((one) => [`${one.time} ${one.place}`, one])).values()].map(({ time, kind, place }) => (
              <li key={`${time} ${place}`}>
                <DateText value={time} /> {wordedFault(language, kind)} <code>{place}</code>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <GroupTitle>{t('pluginAdmin.run.log')}</GroupTitle>
      <LogLines lines={log} />
    </>
  );
});

const averageOf = ({ calls, milliseconds }: PluginDetailsWire['figures']): string => (milliseconds / calls).toFixed(1);

/** Where its code runs, and what the process of a package from outside takes. */
function processFacts(
  t: PluginText,
  { kind, pid, memoryMb, peakMb, restarts, ownRole }: PluginDetailsWire['process'],
): readonly { label: string; value: string }[] {
  if (kind === 'none') return [];
  const megabytes = (mb: number): string => (mb === 0 ? '' : t('pluginAdmin.run.megabytes', { mb }));
  const where = { label: t('pluginAdmin.run.process'), value: kind === 'apart' ? String(pid) : t(`pluginAdmin.run.${kind}`) };
  const memory = [
    { label: t('pluginAdmin.run.memory'), value: megabytes(memoryMb) },
    { label: t('pluginAdmin.run.peak'), value: megabytes(peakMb) },
  ];
  return [
    where,
    ...(kind === 'server' ? [] : [{ label: t('pluginAdmin.run.restarts'), value: String(restarts) }]),
    ...(kind === 'apart' ? memory : []),
    ...(kind === 'server' ? [] : [{ label: t('pluginAdmin.run.database'), value: t(ownRole ? 'pluginAdmin.run.ownRole' : 'pluginAdmin.run.parserAlone') }]),
  ];
}

function LogLines({ lines }: { readonly lines: PluginDetailsWire['log'] }) {
  const t = usePluginText();
  if (lines.length === 0) return <p>{t('pluginAdmin.run.noLog')}</p>;
  return (
    // Reached by the keyboard: what is scrolled must be.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <ol className="nephra-plugin-log" tabIndex={0} aria-label={t('pluginAdmin.run.log')}>
      {[...lines].reverse().map(({ number, time, level, text }) => (
        <li key={number} data-level={level}>
          <small>
            <DateText value={time} /> {t(`pluginAdmin.run.level.${level}`)}
          </small>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}

const DIRECTIONS = { newer: 'forth', older: 'back', other: 'other' } as const;
const orderOf = (version: string, than: string): 'newer' | 'older' | 'other' =>
  !isVersion(version) || version === than ? 'other' : compareVersions(version, than) > 0 ? 'newer' : 'older';

interface PluginVersionsProps {
  readonly store: PluginDetailsStore;
  readonly plugin: PluginForAdministrator;
  /** Another version than the one that answers waits, or was refused. */
  readonly older: boolean;
  readonly maySwitch: boolean;
  readonly onChanged: () => void;
}

/** The way back to the version before, or why there is none; and the way on from a version that the registry holds on to. */
export const PluginVersions = observer(function PluginVersions({ store, plugin, older, maySwitch, onChanged }: PluginVersionsProps) {
  const t = usePluginText();
  const { confirm, toast } = usePlugin();
  if (store.loading.kind !== 'ready') return null;
  const { before, pinned, inSource } = store.loading.details;
  // In safe mode no version of it runs, whichever is chosen: the next start would be the first to try it.
  const mayChoose = plugin.waits !== 'safe-mode';
  const offered = mayChoose && before.version !== '' && before.version !== pinned && !(older && before.version === plugin.runningVersion);
  const now = plugin.runningVersion || plugin.version;
  const way = { version: before.version, now };
  const direction = DIRECTIONS[orderOf(before.version, now)];
  if (!offered && pinned === '') return null;
  const change = async (version: 'before' | 'newest', question: string) => {
    if (!(await confirm({ content: question }))) return;
    toast.success(await store.setVersion(version));
    onChanged();
  };
  return (
    <>
      <GroupTitle>{t('pluginAdmin.versions.title')}</GroupTitle>
      {pinned !== '' && (
        <Alert
          kind="info"
          text={`${t('pluginAdmin.versions.pinned', { version: pinned })}${inSource === '' ? '' : t(`pluginAdmin.versions.source.${orderOf(inSource, pinned)}`, { version: inSource })}`}
        >
          {maySwitch && mayChoose && (
            <Button size="small" theme="light" onClick={() => void change('newest', t('pluginAdmin.versions.newestAsk', { version: pinned }))}>
              {inSource === '' ? t('pluginAdmin.versions.newest') : t('pluginAdmin.versions.newestNumber', { version: inSource })}
            </Button>
          )}
        </Alert>
      )}
      {offered && (
        <p className="nephra-plugin-before">
          {before.refusal === '' ? t(`pluginAdmin.versions.${direction}Can`, way) : `${t(`pluginAdmin.versions.${direction}None`, way)}${before.refusal}`}
          {before.refusal === '' && maySwitch && (
            <Button size="small" theme="light" onClick={() => void change('before', t(`pluginAdmin.versions.${direction}Ask`, way))}>
              {t(`pluginAdmin.versions.${direction}`, way)}
            </Button>
          )}
        </p>
      )}
    </>
  );
});
