import { Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import type { FeeLine } from '../../../contract/index.ts';
import { MAX_TRACE_CODE } from '../../../contract/limits.ts';
import type { TraceCodeStore } from './trace-codes.store.ts';
import './trace-codes.css';

interface TraceCodesProps {
  readonly store: TraceCodeStore;
  /** The site wants a code of every packed medicine. */
  readonly demanded: boolean;
}

/** One field per packed medicine for the scanner; a scanner ends each code with Enter. */
export const TraceCodes = observer(function TraceCodes({ store, demanded }: TraceCodesProps) {
  const { t } = usePlugin();
  if (store.lines.length === 0) return null;
  return (
    <details className="in-trace" open={demanded}>
      <summary>
        {t('desk.trace.title')}
        <span className="in-soft">{t(demanded ? 'desk.trace.required' : 'desk.trace.optional')}</span>
        {store.codes.length > 0 && <span className="in-soft">{t('desk.trace.count', { n: store.codes.length })}</span>}
      </summary>
      {store.lines.map((line) => (
        <TraceLine key={line.detailId} store={store} line={line} />
      ))}
    </details>
  );
});

const TraceLine = observer(function TraceLine({ store, line }: { readonly store: TraceCodeStore; readonly line: FeeLine }) {
  const { t } = usePlugin();
  const [typed, setTyped] = useState('');
  const { problem } = store;
  const mine = problem?.detailId === line.detailId ? problem : null;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    // Not the form's own Enter: that one settles.
    event.preventDefault();
    if (store.scan(line.detailId, typed)) setTyped('');
  };
  return (
    <div className="in-trace-line">
      <span>
        {line.drugName} <span className="in-soft">× {line.cnt}</span>
      </span>
      <Input
        value={typed}
        maxLength={MAX_TRACE_CODE}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('desk.trace.scan', { name: line.drugName })}
        placeholder={t('desk.trace.hint')}
        onChange={setTyped}
        onKeyDown={handleKey}
      />
      {mine && <p role="alert">{t(`errors.insurance.${mine.key}`, mine.params)}</p>}
      {store.of(line.detailId).length > 0 && (
        <ul>
          {store.of(line.detailId).map(({ code }) => (
            <li key={code}>
              <code>{code}</code>
              <button type="button" aria-label={t('desk.trace.remove', { code })} onClick={() => store.remove(code)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
