import { Button, type ButtonProps, IconUpload } from '@nephra/plugin-sdk/ui';
import { type ReactNode, useRef } from 'react';
import { useButtonCheck } from '../menu/permission-button.tsx';
import { useRunOnce } from '../run-once.ts';
import { useImportText } from './import-texts.ts';

export interface ImportButtonProps extends Omit<ButtonProps, 'onClick' | 'loading' | 'children'> {
  /** Button code that is needed; without one it always shows. */
  readonly button?: string;
  /** Endings, `.json` */
  readonly accept: string;
  /** What happens with the chosen file. What it fails with was told by the HTTP client. */
  readonly onFile: (file: File) => Promise<unknown>;
  /** Of the control that asks for the file. Default: what the button says. */
  readonly label?: string;
  /** Default: 导入. */
  readonly children?: ReactNode;
}

/** Asks for one file and hands it over: loading from the moment it is chosen until `onFile` is done (spec 4-24). The same file may be chosen again. */
export function ImportButton({ button, accept, onFile, label, children, ...rest }: ImportButtonProps) {
  const granted = useButtonCheck();
  const text = useImportText();
  const input = useRef<HTMLInputElement>(null);
  const { busy, run } = useRunOnce();
  if (button !== undefined && !granted(button)) return null;
  const name = label ?? (typeof children === 'string' ? children : text('button'));
  return (
    <>
      <Button icon={<IconUpload />} {...rest} loading={busy} onClick={() => input.current?.click()}>
        {children ?? text('button')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={name}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void run(() => onFile(file));
        }}
      />
    </>
  );
}
