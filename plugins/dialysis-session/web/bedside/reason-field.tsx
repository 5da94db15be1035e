import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type KeyboardEvent, useId, useState } from 'react';
import { MAX_REASON, MIN_REASON } from '../../contract/fields.ts';

interface ReasonFieldProps {
  readonly label: string;
  readonly okText: string;
  readonly danger?: boolean;
  /** Default: the cursor stands in it, as it was just asked for. */
  readonly autoFocus?: boolean;
  readonly onOk: (reason: string) => void;
  readonly onBack: () => void;
}

/** Why something is done that is not the rule. */
export function ReasonField({ label, okText, danger = false, autoFocus = true, onOk, onBack }: ReasonFieldProps) {
  const { t } = usePlugin();
  const id = useId();
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length >= MIN_REASON;
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    // Who chooses a sign of Chinese presses Enter, too.
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.key === 'Enter' && isLong) onOk(reason.trim());
    else if (event.key === 'Escape') onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset className="ds-reason" onKeyDown={onKey}>
      <label htmlFor={id}>{label}</label>
      <Input id={id} size="large" value={reason} maxLength={MAX_REASON} autoFocus={autoFocus} onChange={setReason} />
      <div className="ds-acts">
        <Button size="large" theme="solid" type={danger ? 'danger' : 'primary'} disabled={!isLong} onClick={() => onOk(reason.trim())}>
          {okText}
        </Button>
        <Button size="large" onClick={onBack}>
          {t('bed.back')}
        </Button>
      </div>
      {!isLong && reason !== '' && <p className="ds-hint">{t('errors.dialysis-session.why-not', { n: MIN_REASON })}</p>}
    </fieldset>
  );
}
