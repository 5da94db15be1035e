import { Button, type ButtonProps, IconDownloadStroked } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type ReactNode, useRef, useState } from 'react';
import { downloadFile, type FileCall } from '../paper/download-file.ts';
import { useKitText } from '../kit-text.ts';
import { useButtonCheck } from '../menu/permission-button.tsx';
import { useRunOnce } from '../run-once.ts';
import { sizeText } from '../../../contract/files/size-text.ts';
import './export-button.css';

export interface ExportButtonProps extends Omit<ButtonProps, 'onClick' | 'loading' | 'children'> {
  /** Button code that is needed; without one it always shows. */
  readonly button?: string;
  /** `(options) => client.export({ query: store.list.query }, options)` */
  readonly call: FileCall;
  /** Default: the name that the server gives. */
  readonly fileName?: string;
  /** Default: 导出. */
  readonly children?: ReactNode;
}

/** Fetches a file from a `raw` route and saves it: shows how much has come, can be called off, one at a time. */
export function ExportButton({ button, call, fileName, children, ...rest }: ExportButtonProps) {
  const ctx = usePlugin();
  const granted = useButtonCheck();
  const text = useKitText();
  const { busy, run } = useRunOnce();
  const [received, setReceived] = useState(0);
  const abort = useRef<AbortController | null>(null);
  if (button !== undefined && !granted(button)) return null;

  const download = async () => {
    abort.current = new AbortController();
    setReceived(0);
    await downloadFile(ctx, call, { signal: abort.current.signal, onProgress: setReceived, ...(fileName === undefined ? {} : { fileName }) });
  };
  return (
    <span className="nk-export">
      <Button icon={<IconDownloadStroked />} {...rest} loading={busy} onClick={() => void run(download)}>
        {busy ? text('exporting', { size: sizeText(received) }) : (children ?? text('export'))}
      </Button>
      {busy && (
        <Button theme="borderless" type="tertiary" onClick={() => abort.current?.abort()}>
          {text('cancel')}
        </Button>
      )}
    </span>
  );
}
