import type { RefObject } from 'react';

interface FileInputProps {
  /** Its button clicks it. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Endings, `.json` */
  readonly accept: string;
  readonly label: string;
  /** What it fails with was told by the shell. */
  readonly use: (file: File) => Promise<unknown>;
}

/** The hidden control behind a button that asks for a file; the same file may be chosen again. */
export function FileInput({ input, accept, label, use }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={(event) => {
        const file = event.target.files?.[0];
        event.target.value = '';
        if (file) void use(file).catch(() => undefined);
      }}
    />
  );
}
