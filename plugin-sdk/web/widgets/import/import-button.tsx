import type { post } from '@nephra/plugin-sdk/contract';
import { Button, type ButtonProps, IconUpload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type ReactNode, useRef } from 'react';
import { useButtonCheck } from '../menu/permission-button.tsx';
import { useRunOnce } from '../run-once.ts';
import { useImportText } from './import-texts.ts';
import { toldImport } from './told-import.ts';

/** What is done with a chosen file: `onFile`, or `url` to send it to. */
export interface ImportButtonProps extends Omit<ButtonProps, 'onClick' | 'loading' | 'children'> {
  /** Button code that is needed; without one it always shows. */
  readonly button?: string;
  /** Endings, `.json` */
  readonly accept: string;
  /** What happens with the chosen file. What it fails with was told by the HTTP client. */
  readonly onFile?: (file: File) => Promise<unknown>;
  /** Where the file goes, as `file` of a form (spec 7.16-06): a route whose retry is `natural` or `idempotent-key`. What it answers is told for a second. */
  readonly url?: `/${string}`;
  /** With `data` of the answer of `url`, once it was told. */
  readonly onImported?: (data: unknown) => unknown;
  /** Of the control that asks for the file. Default: what the button says. */
  readonly label?: string;
  /** Default: 导入. */
  readonly children?: ReactNode;
}

/** The call of an address of which nothing else is known; the HTTP client reads no more of a route than this. */
const importTo = (path: `/${string}`) => ({ method: 'POST', path, retry: 'idempotent-key', encoding: 'multipart' }) as ReturnType<typeof post>;

/** Asks for one file and hands it over, or sends it to an address: loading from the moment it is chosen until `onFile` is done (spec 4-24). The same file may be chosen again. */
export function ImportButton({ button, accept, onFile, url, onImported, label, children, ...rest }: ImportButtonProps) {
  const { http, toast } = usePlugin();
  const granted = useButtonCheck();
  const text = useImportText();
  const input = useRef<HTMLInputElement>(null);
  const { busy, run } = useRunOnce();
  if (button !== undefined && !granted(button)) return null;
  const use = async (file: File): Promise<unknown> =>
    url === undefined ? onFile?.(file) : onImported?.((await toldImport(toast, (options) => http.call(importTo(url), { body: { file } }, options))).data);
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
          if (file) void run(() => use(file));
        }}
      />
    </>
  );
}
