import type { RichText } from '@nephra/plugin-sdk/contract';
import { PluginProvider, type WebContext } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { deltaToHtml } from '../../../contract/rich-text/delta-to-html.ts';
import { safeFragment } from '../paper/safe-html.tsx';
import { RichTextField } from './rich-text-field.tsx';

interface Seen {
  value: RichText | null;
  readonly told: string[];
  readonly holds: (string | undefined)[];
  /** How the HTML of the value looks after the cleaning that every shown message goes through. */
  readonly shown: () => { readonly made: string; readonly kept: string };
}

const PICTURE = `/api/file/Image/annexpic/20260302_${'a'.repeat(32)}.png`;
const seen: Seen = {
  value: null,
  told: [],
  holds: [],
  shown: () => {
    const made = deltaToHtml(seen.value);
    const box = document.createElement('div');
    box.append(safeFragment(made));
    return { made, kept: box.innerHTML };
  },
};
// waits: this page is the browser's own of one test, and is closed with it
Object.assign(window, { seen });

const tell = (text: string) => void seen.told.push(text);
// What the editor takes of the shell.
const context = {
  language: 'en',
  toast: { success: tell, info: tell, warning: tell, error: tell },
  http: { fileUrl: (path: string) => path },
  files: { upload: async (file: File) => ({ name: file.name, fileId: '', url: PICTURE }) },
} as unknown as WebContext;

function Example() {
  const [value, setValue] = useState<RichText | null>(null);
  seen.value = value;
  return (
    <>
      <input aria-label="before" />
      <RichTextField label="Note" value={value} onChange={setValue} maxLength={40} onHold={(reason) => seen.holds.push(reason)} />
      <input aria-label="after" />
    </>
  );
}

const place = document.getElementById('place');
if (place)
  createRoot(place).render(
    <PluginProvider context={context}>
      <Example />
    </PluginProvider>,
  );
