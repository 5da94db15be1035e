import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { MAX_OVERRIDE_REASON } from '../../contract/checks.schema.ts';
import type { CheckFinding } from '../../contract/index.ts';
import { byLevel, type ChecksStore, findingText } from './checks.store.ts';
import './checks.css';

interface ChecksDialogProps {
  readonly checks: ChecksStore;
  /** Confirms with the reasons that were typed. */
  readonly onConfirm: () => unknown;
}

/** Reasons that doctors give most. */
const USUAL_REASONS = ['need', 'tolerated', 'weighed', 'tested'] as const;

/** What the checks found before confirming: what stops, what needs a reason, what is good to know. Enter goes on, Ctrl+Enter confirms. */
export const ChecksDialog = observer(function ChecksDialog({ checks, onConfirm }: ChecksDialogProps) {
  const { t } = usePlugin();
  const body = useRef<HTMLDivElement>(null);
  const usual = useId();
  const { asked } = checks;
  useEffect(() => {
    const first = body.current?.querySelector<HTMLElement>('input') ?? body.current;
    first?.focus();
  }, []);
  if (!asked) return null;
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      if (checks.complete) onConfirm();
      return;
    }
    const fields = [...(body.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    const next = fields[fields.indexOf(event.target as HTMLInputElement) + 1];
    if (next) next.focus();
    else if (checks.complete) onConfirm();
  };
  return (
    <Modal
      visible
      centered
      title={asked.blocked ? t('check.titleBlocked') : t('check.title')}
      width="min(680px, calc(100vw - 24px))"
      maskClosable={false}
      onCancel={() => checks.close()}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      footer={
        <>
          <Button onClick={() => checks.close()}>{t('check.back')}</Button>
          {!asked.blocked && (
            <Button theme="solid" type="primary" disabled={!checks.complete} onClick={() => onConfirm()}>
              {t('check.confirm')}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields inside, gathered in one place */}
      <div ref={body} tabIndex={-1} className="rx-checks" onKeyDown={handleKey}>
        <datalist id={usual}>
          {USUAL_REASONS.map((name) => (
            <option key={name} value={t(`check.usual.${name}`)} />
          ))}
        </datalist>
        {byLevel(asked.findings).map(({ level, findings }) => (
          <section key={level} className={`rx-check-group rx-check-${level}`} aria-label={t(`check.level.${level}`)}>
            <h3>{t(`check.level.${level}`)}</h3>
            <ul>
              {findings.map((finding) => (
                <Finding key={finding.key} finding={finding} checks={checks} usual={usual} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
});

interface FindingProps {
  readonly finding: CheckFinding;
  readonly checks: ChecksStore;
  /** List of usual reasons. */
  readonly usual: string;
}

const Finding = observer(function Finding({ finding, checks, usual }: FindingProps) {
  const { t } = usePlugin();
  const text = findingText(t, finding);
  const { override } = finding;
  return (
    <li>
      <p>{text}</p>
      {override !== null && (
        <p className="rx-check-given">
          {t('check.given', { name: override.userName, reason: override.reason })} <DateText value={override.creatorTime} />
        </p>
      )}
      {finding.level === 'reason' && override === null && (
        <input
          className="rx-cell"
          list={usual}
          maxLength={MAX_OVERRIDE_REASON}
          required
          placeholder={t('check.reason')}
          aria-label={`${t('check.reason')}: ${text}`}
          value={checks.reasons.get(finding.key) ?? ''}
          onChange={(event) => checks.type(finding.key, event.target.value)}
        />
      )}
    </li>
  );
});
