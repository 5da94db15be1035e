import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import './scan.css';

/** The number of a wristband or of a dialyser, typed where no scanner is. */
export function ScanField({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = usePlugin();
  const [text, setText] = useState('');
  return (
    <form
      className="ds-scan"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        onCode(text.trim());
        setText('');
      }}
    >
      <Input size="large" aria-label={t('scan.label')} placeholder={t('scan.label')} value={text} autoComplete="off" onChange={setText} />
      <Button size="large" htmlType="submit" disabled={text.trim() === ''}>
        {t('scan.ok')}
      </Button>
    </form>
  );
}
