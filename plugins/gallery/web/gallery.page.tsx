import { Button, Input } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, PageFrame, SplitPane } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ENTRIES } from './entries.ts';
import type { PropRow } from './entry.ts';
import { GalleryStore } from './gallery.store.ts';
import './gallery.css';
import props from './widget-props.json' with { type: 'json' };

const PROPS: Readonly<Record<string, readonly PropRow[] | undefined>> = props;

/** Widgets left, the chosen one right: what it is for, live in each of its states, its properties, a piece of code. */
export const Page = observer(function GalleryPage({ query }: PageProps) {
  const { t } = usePlugin();
  const [store] = useState(() => new GalleryStore(ENTRIES, ({ name }) => t(`widgets.${name}`), query.widget));
  const [detailOpen, setDetailOpen] = useState(query.widget !== undefined);
  return (
    <PageFrame title={t('title')} note={t('note', { n: ENTRIES.length })}>
      <SplitPane
        leftWidth={280}
        leftLabel={t('list')}
        rightLabel={store.selectedName}
        detailOpen={detailOpen}
        onBack={() => setDetailOpen(false)}
        left={
          <div className="ga-side">
            <Input value={store.keyword} showClear placeholder={t('search')} aria-label={t('search')} onChange={(keyword) => store.search(keyword)} />
            {store.areas.length === 0 && <EmptyState text={t('nothing')} />}
            <nav className="ga-names" aria-label={t('list')}>
              {store.areas.map(({ area, entries }) => (
                <section key={area}>
                  <h2>{t(`areas.${area}`)}</h2>
                  {entries.map(({ name }) => (
                    <button
                      key={name}
                      type="button"
                      aria-current={name === store.selectedName || undefined}
                      onClick={() => {
                        store.select(name);
                        setDetailOpen(true);
                      }}
                    >
                      {name}
                    </button>
                  ))}
                </section>
              ))}
            </nav>
          </div>
        }
        right={<Shown store={store} />}
      />
    </PageFrame>
  );
});

const Shown = observer(function Shown({ store }: { readonly store: GalleryStore }) {
  const { t } = usePlugin();
  const entry = store.selected;
  const Example = entry?.states[store.state];
  if (!entry || !Example) return null;
  return (
    <article className="ga-shown" key={entry.name}>
      <h2>{entry.name}</h2>
      <p>{t(`widgets.${entry.name}`)}</p>
      <fieldset className="ga-states" aria-label={t('statesOf', { name: entry.name })}>
        {store.states.map((state) => (
          <Button
            key={state}
            size="small"
            theme={state === store.state ? 'solid' : 'light'}
            aria-pressed={state === store.state}
            onClick={() => store.show(state)}
          >
            {t(`states.${state}`)}
          </Button>
        ))}
      </fieldset>
      <section className="ga-live" aria-label={t('live')} data-example={`${entry.name}:${store.state}`} key={`${entry.name} ${store.state}`}>
        <Example />
      </section>
      <h3>{t('code')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys */}
      <pre className="ga-code" tabIndex={0}>{`import { ${entry.name} } from '@nephra/plugin-sdk/widgets';\n\n${entry.code}`}</pre>
      <Properties rows={PROPS[entry.name] ?? []} />
    </article>
  );
});

function Properties({ rows }: { readonly rows: readonly PropRow[] }) {
  const { t } = usePlugin();
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{t('props')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys */}
      <section className="ga-props" tabIndex={0} aria-label={t('props')}>
        <table>
          <thead>
            <tr>
              <th>{t('propName')}</th>
              <th>{t('propType')}</th>
              <th>{t('propNeeded')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, type, optional }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <code>{type}</code>
                </td>
                <td>{t(optional ? 'no' : 'yes')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
