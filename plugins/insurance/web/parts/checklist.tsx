import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { Alert, DateText, useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { CHECK_KEYS, type CheckLine } from '../../contract/index.ts';
import type { ChecklistStore } from './checklist.store.ts';
import './checklist.css';

const MARKS: Readonly<Record<CheckLine['verdict'], string>> = { ok: '✓', warn: '!', fail: '✕', skipped: '–' };

/** One line per check: verdict, how long it took, and what to do where it is not fine. */
export const Checklist = observer(function Checklist({ store, disabled }: { readonly store: ChecklistStore; readonly disabled?: boolean }) {
  const { t } = usePlugin();
  const { reply, running } = store;
  const now = useNow(1, running);
  const counts = (verdict: CheckLine['verdict']) => reply?.lines.filter((line) => line.verdict === verdict).length ?? 0;
  return (
    <section className="in-checks" aria-label={t('check.title')} aria-busy={running}>
      <header>
        <Button theme="light" type="primary" size="small" loading={running} disabled={disabled} onClick={() => void store.run()}>
          {t(reply ? 'check.again' : 'check.run')}
        </Button>
        <span className="in-soft" role="status">
          {running && t('desk.seconds', { n: Math.max(0, Math.floor((now - store.since) / 1000)) })}
          {!running && reply && (
            <>
              {t('check.summary', { ok: counts('ok'), warn: counts('warn'), fail: counts('fail') })} <DateText value={reply.checkedAt} />
            </>
          )}
        </span>
      </header>
      {store.problem && <Alert kind="error" text={store.problem} />}
      {(reply || running) && (
        <ol>
          {CHECK_KEYS.map((key) => {
            const line = running ? undefined : reply?.lines.find((one) => one.key === key);
            return <CheckRow key={key} name={key} line={line} running={running} />;
          })}
        </ol>
      )}
    </section>
  );
});

function CheckRow({ name, line, running }: { readonly name: string; readonly line: CheckLine | undefined; readonly running: boolean }) {
  const { t } = usePlugin();
  if (!line && !running) return null;
  const fix = line?.fix ? wordOf(t, `check.${name}.fix.${line.fix}`, line.fix, line.params) : '';
  return (
    <li data-verdict={line?.verdict ?? 'running'}>
      <span className="in-check-mark" role="img" aria-label={line ? t(`check.verdict.${line.verdict}`) : t('check.running')}>
        {line ? MARKS[line.verdict] : '…'}
      </span>
      <span className="in-check-what">
        <strong>{t(`check.${name}.title`)}</strong>
        {line && <span>{wordOf(t, `check.${name}.${line.verdict}`, t(`check.verdict.${line.verdict}`), line.params)}</span>}
        {fix && <small>{t('check.fix', { text: fix })}</small>}
      </span>
      {line && line.ms > 0 && <span className="in-soft">{t('log.ms', { n: line.ms })}</span>}
    </li>
  );
}
