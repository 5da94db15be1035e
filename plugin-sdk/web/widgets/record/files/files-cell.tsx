import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { isPreviewed } from '../../../../contract/files/stored-file.ts';
import { LateControl } from '../../date/late-control.tsx';
import { LatePart } from '../../late-part.ts';
import { errorText } from '../../error-text.ts';
import { useKitText } from '../../kit-text.ts';
import { PictureRow } from '../../media/picture-row.tsx';
import { useMediaText } from '../../media/media-texts.ts';
import { useRunOnce } from '../../run-once.ts';
import './files-cell.css';

/** Comes with the first cell of several files that somebody opens. */
const dialogPart = new LatePart(() => import('./files-dialog.tsx').then(({ FilesDialog }) => ({ Control: FilesDialog })));
/** A cell of a list has room for so many thumbnails. */
const MAX_THUMBNAILS = 3;

type Files = readonly UploadedFile[] | null | undefined;

/** Files of a row in a list: one by its name, which opens it; of several how many, opened as a list. Whoever may not change the row reads them here. */
export function FilesCell({ files, label }: { readonly files: Files; readonly label: string }) {
  const { files: storage, previewDocument, toast } = usePlugin();
  const text = useMediaText();
  const kit = useKitText();
  const { run } = useRunOnce();
  const [open, setOpen] = useState(false);
  const [first, ...others] = files ?? [];
  if (!first) return null;
  const one = others.length === 0;
  const download = () => run(() => storage.download(first).catch((error: unknown) => toast.error(errorText(error, kit))));
  const press = (): void => {
    if (!one) setOpen(true);
    else if (isPreviewed(first.name)) previewDocument(first);
    else void download();
  };
  const said = one ? first.name : text('count', { n: others.length + 1 });
  return (
    <>
      <button
        type="button"
        className="nk-text-button nk-files-cell"
        title={(files ?? []).map(({ name }) => name).join('\n')}
        aria-label={one ? text(isPreviewed(first.name) ? 'open' : 'download', { name: first.name }) : `${label}: ${said}`}
        onClick={press}
      >
        {said}
      </button>
      {open && <LateControl part={dialogPart} props={{ files: files ?? [], label, onClose: () => setOpen(false) }} />}
    </>
  );
}

/** The same of pictures, as thumbnails. */
export const PicturesCell = ({ files, label }: { readonly files: Files; readonly label: string }) =>
  files && files.length > 0 ? <PictureRow files={files} label={label} max={MAX_THUMBNAILS} small /> : null;

/** Names of files, as paper has them. */
export const fileNames = (value: unknown): string => (Array.isArray(value) ? (value as readonly UploadedFile[]) : []).map(({ name }) => name).join('\n');
