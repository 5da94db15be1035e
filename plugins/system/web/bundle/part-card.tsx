import { Button, Checkbox, IconChevronDown, IconChevronRight } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { BundleEntry, BundlePartPreview } from '../../contract/bundle/bundle.contract.ts';
import { type BundleStore, isTakable } from './bundle.store.ts';

const TONES = { new: 'success', changed: 'info', conflict: 'danger' } as const;

interface CardProps {
  readonly store: BundleStore;
  readonly part: BundlePartPreview;
}

/** One part of a bundle: how much of it differs, and each entry that does. */
export const PartCard = observer(function PartCard({ store, part }: CardProps) {
  const { t } = usePlugin();
  const { id, title, state, counts, entries } = part;
  const takable = entries.filter(isTakable);
  const chosen = store.chosenOf(part).length;
  const isOpen = store.opened.has(id);
  const drawn = isOpen ? store.drawnOf(part) : [];
  return (
    <section className="sys-bundle-card" aria-label={title}>
      <header className="sys-bundle-part">
        <h2>
          <Checkbox
            checked={chosen > 0 && chosen === takable.length}
            indeterminate={chosen > 0 && chosen < takable.length}
            disabled={takable.length === 0}
            onChange={({ target }) => store.choose(part, takable, target.checked === true)}
          >
            {title}
          </Checkbox>
        </h2>
        {state === 'taken' && <span className="sys-quiet">{t('bundle.counts', { new: counts.new, changed: counts.changed, same: counts.same })}</span>}
        {counts.conflict > 0 && <span className="sys-bundle-refused">{t('bundle.conflicts', { n: counts.conflict })}</span>}
        {entries.length > 0 && (
          <Button
            theme="borderless"
            type="tertiary"
            icon={isOpen ? <IconChevronDown /> : <IconChevronRight />}
            aria-label={t(isOpen ? 'bundle.hide' : 'bundle.show', { title })}
            aria-expanded={isOpen}
            onClick={() => store.open(id, !isOpen)}
          />
        )}
      </header>
      {state !== 'taken' && <Alert kind="warning" text={t(`bundle.${state}`)} />}
      <Left part={part} />
      {isOpen && (
        <ul className="sys-bundle-entries">
          {drawn.map((entry) => (
            <Entry key={entry.code} store={store} part={part} entry={entry} />
          ))}
        </ul>
      )}
      {isOpen && drawn.length < entries.length && (
        <Button theme="borderless" onClick={() => store.drawMore(part)}>
          {t('bundle.more', { n: entries.length - drawn.length })}
        </Button>
      )}
    </section>
  );
});

/** What is not in the file, by name. */
function Left({ part: { left } }: { readonly part: BundlePartPreview }) {
  const { t } = usePlugin();
  const namesOf = (wanted: 'secret' | 'local' | 'large'): string =>
    left
      .filter(({ why }) => why === wanted)
      .map(({ name }) => name)
      .join(t('bundle.comma'));
  const [secrets, locals, larges] = [namesOf('secret'), namesOf('local'), namesOf('large')];
  return (
    <>
      {secrets !== '' && <Alert kind="info" text={t('bundle.secrets', { list: secrets })} />}
      {locals !== '' && <Alert kind="info" text={t('bundle.locals', { list: locals })} />}
      {larges !== '' && <Alert kind="info" text={t('bundle.larges', { list: larges })} />}
    </>
  );
}

const Entry = observer(function Entry({ store, part, entry }: CardProps & { readonly entry: BundleEntry }) {
  const { t } = usePlugin();
  const { code, name, act, fields, reason } = entry;
  const acts = (['new', 'changed', 'conflict'] as const).map((value) => ({ value, text: t(`bundle.acts.${value}`), tone: TONES[value] }));
  const none = <span className="sys-quiet">{t('bundle.none')}</span>;
  return (
    <li>
      <div className="sys-bundle-entry">
        <div className="sys-bundle-entry-head">
          <Checkbox
            checked={store.isChosen(part, entry)}
            disabled={!isTakable(entry)}
            onChange={({ target }) => store.choose(part, [entry], target.checked === true)}
          >
            {name || code}
          </Checkbox>
          <StatusTag value={act} table={acts} />
          {name !== code && <code className="sys-quiet">{code}</code>}
        </div>
        {reason !== '' && <p className="sys-bundle-refused">{reason}</p>}
        <dl>
          {fields.map(({ label, from, to }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {act !== 'new' && from !== '' && <del>{from}</del>}
                {act !== 'new' && from !== '' && ' → '}
                {to === '' ? none : <ins>{to}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
});
