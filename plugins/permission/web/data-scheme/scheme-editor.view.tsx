import { Button, IconClose, IconPlus, Input, Radio, RadioGroup, Switch } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { SaveFailure } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef } from 'react';
import { MAX_DESCRIPTION, MAX_NAME } from '../../contract/wire-parts.ts';
import { ComparisonRow } from './comparison-row.tsx';
import type { SchemeEditorStore } from './scheme-editor.store.ts';

/** Field with a complaint. */
const WRONG = '[aria-invalid="true"]';
/** What is left to stand on when a condition or a group of them has gone. */
const ADD_COMPARISON = '.pm-add-comparison';
const ADD_GROUP = '.pm-add-group';

/** Name, conditions in groups, and what they say in words. */
export const SchemeEditor = observer(function SchemeEditor({ store }: { readonly store: SchemeEditorStore }) {
  const { t } = usePlugin();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  // A save that was refused leads to what is wrong, as in every other form.
  useEffect(() => {
    if (store.refusals > 0) frame.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [store.refusals]);
  const nameMissing = store.tried && store.fullName.trim() === '';
  return (
    <div ref={frame} className="pm-scheme-editor">
      {store.failure !== null && <SaveFailure error={store.failure} />}
      <div className="pm-scheme-head">
        <div>
          <label className="pm-scheme-label" htmlFor={`${id}-name`}>
            {t('dataScheme.name')}
          </label>
          <Input
            id={`${id}-name`}
            value={store.fullName}
            maxLength={MAX_NAME}
            autoFocus
            validateStatus={nameMissing ? 'error' : undefined}
            onChange={(fullName) => store.set({ fullName })}
          />
          {nameMissing && (
            <span className="pm-comparison-problem" role="alert">
              {t('dataScheme.nameMissing')}
            </span>
          )}
        </div>
        <div>
          <label className="pm-scheme-label" htmlFor={`${id}-description`}>
            {t('dataScheme.description')}
          </label>
          <Input id={`${id}-description`} value={store.description} maxLength={MAX_DESCRIPTION} onChange={(description) => store.set({ description })} />
        </div>
        <div className="pm-scheme-switch">
          <span className="pm-scheme-label">{t('dataScheme.enabled')}</span>
          <Switch checked={store.enabled} aria-label={t('dataScheme.enabled')} onChange={(enabled) => store.set({ enabled })} />
        </div>
      </div>
      <h4>{t('dataScheme.conditions')}</h4>
      {store.groups.length === 0 && <p className="pm-note">{t('dataScheme.noConditions')}</p>}
      {store.groups.map((group, at) => (
        <div key={group.key}>
          {at > 0 && <p className="pm-group-between">{t('dataScheme.between')}</p>}
          <section className="pm-group" aria-label={t('dataScheme.group', { n: at + 1 })}>
            <div className="pm-group-head">
              <RadioGroup
                type="button"
                aria-label={t('dataScheme.group', { n: at + 1 })}
                value={group.logic}
                onChange={(event) => store.setLogic(group.key, event.target.value === 'or' ? 'or' : 'and')}
              >
                <Radio value="and">{t('dataScheme.logicAnd')}</Radio>
                <Radio value="or">{t('dataScheme.logicOr')}</Radio>
              </RadioGroup>
              <Button
                icon={<IconClose />}
                theme="borderless"
                type="tertiary"
                aria-label={t('dataScheme.removeGroup', { n: at + 1 })}
                onClick={() => {
                  frame.current?.querySelector<HTMLElement>(ADD_GROUP)?.focus();
                  store.removeGroup(group.key);
                }}
              />
            </div>
            {group.comparisons.map((draft, index) => {
              const { problem } = store;
              const here = store.tried && problem?.entry === at && problem.comparison === index ? problem.reason : undefined;
              const remove = (button: HTMLElement) => {
                const left = group.comparisons.length > 1 ? button.closest('.pm-group')?.querySelector<HTMLElement>(ADD_COMPARISON) : undefined;
                (left ?? frame.current?.querySelector<HTMLElement>(ADD_GROUP))?.focus();
                store.removeComparison(group.key, draft.key);
              };
              return <ComparisonRow key={draft.key} store={store} group={group} draft={draft} number={index + 1} problem={here} onRemove={remove} />;
            })}
            <Button className="pm-add-comparison" icon={<IconPlus />} theme="borderless" size="small" onClick={() => store.addComparison(group.key)}>
              {t('dataScheme.addComparison')}
            </Button>
          </section>
        </div>
      ))}
      <Button className="pm-add-group" icon={<IconPlus />} onClick={() => store.addGroup()}>
        {t('dataScheme.addGroup')}
      </Button>
      <h4>{t('dataScheme.inWords')}</h4>
      <p className="pm-scheme-words" aria-live="polite">
        {store.words}
      </p>
      <CountLine store={store} />
    </div>
  );
});

/** What the chosen person would see. */
const CountLine = observer(function CountLine({ store }: { readonly store: SchemeEditorStore }) {
  const { t } = usePlugin();
  const { count } = store;
  const text = (): string => {
    if (count.kind === 'failed') return t('dataScheme.previewFailed', { reason: count.reason });
    if (count.kind !== 'counted') return count.kind === 'counting' ? '…' : t('dataScheme.previewPick');
    const { before, after, hidden, shown } = count.preview;
    const effect = hidden > 0 ? 'previewHides' : shown > 0 ? 'previewShows' : 'previewSame';
    const numbers = { hidden: hidden.toLocaleString(), shown: shown.toLocaleString(), before: before.toLocaleString() };
    return `${t('dataScheme.previewAfter', { after: after.toLocaleString() })} · ${t(`dataScheme.${effect}`, numbers)}`;
  };
  const hides = count.kind === 'counted' && count.preview.hidden > 0;
  return (
    <p className={hides ? 'pm-scheme-count pm-scheme-hides' : 'pm-scheme-count'} role="status">
      {text()}
    </p>
  );
});
