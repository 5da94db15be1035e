import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useRef, useState } from 'react';
import { useScanner } from './use-scanner.ts';
import './scan.css';

/** What a scanner types anywhere on this page, and the number of a wristband or of a dialyser typed by hand where there is none. */
export function ScanField({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = usePlugin();
  const [text, setText] = useState('');
  const place = useRef<HTMLFormElement>(null);
  useScanner(place, onCode);
  return (
    <form
      ref={place}
      className="ds-scan"
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
  );
}
