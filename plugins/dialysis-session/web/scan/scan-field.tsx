import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useId, useRef, useState } from 'react';
import { useScanner } from './use-scanner.ts';
import './scan.css';

/**
 * What a scanner types anywhere on this page, and the number of a wristband or of a dialyser typed by hand where there is none. On a phone the field
 * lies behind a key: a scanner types without it.
 */
export function ScanField({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = usePlugin();
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  useScanner(place, onCode);
  useEffect(() => {
    if (open) place.current?.querySelector('input')?.focus();
  }, [open]);
  return (
    <>
      <Button size="large" className="ds-scan-open" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t('scan.byHand')}
      </Button>
      <form
        id={id}
        ref={place}
        className="ds-scan"
        data-folded={!open}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          onCode(text.trim());
          setText('');
        }}
      >
        <Input size="large" aria-label={t('scan.label')} placeholder={t('scan.hintShort')} value={text} autoComplete="off" onChange={setText} />
        <Button size="large" htmlType="submit" disabled={text.trim() === ''}>
          {t('scan.ok')}
        </Button>
      </form>
    </>
  );
}
