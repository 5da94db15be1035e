import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { Button, IconDownload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { isPreviewed } from '../../../contract/files/stored-file.ts';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
import { useRunOnce } from '../run-once.ts';
import { sizeText } from '../../../contract/files/size-text.ts';
import { FileBadge } from './file-badge.tsx';
import { useMediaText } from './media-texts.ts';
import './media.css';

export interface AttachmentListProps {
  readonly files: readonly UploadedFile[];
  /** Default 附件. */
  readonly label?: string;
}

/** Stored files to read: what each is, how large, opened by its name (spec 2.4, document preview) and downloaded by the button. */
export function AttachmentList({ files, label }: AttachmentListProps) {
  const text = useMediaText();
  if (files.length === 0) return <p className="nk-attachments-none">{text('noAttachments')}</p>;
  return (
    <ul className="nk-upload-list" aria-label={label ?? text('attachments')}>
      {files.map((file) => (
        <Attachment key={file.fileId} file={file} />
      ))}
    </ul>
  );
}

function Attachment({ file }: { readonly file: UploadedFile }) {
  const { files, toast, previewDocument } = usePlugin();
  const text = useMediaText();
  const kit = useKitText();
  const { busy, run } = useRunOnce();
  const { name, fileSize } = file;
  const download = () => run(() => files.download(file).catch((error: unknown) => toast.error(errorText(error, kit))));
  return (
    <li>
      <FileBadge name={name} url={file.url} />
      <button
        type="button"
        className="nk-upload-name nk-text-button"
        aria-label={text(isPreviewed(name) ? 'open' : 'download', { name })}
        onClick={() => (isPreviewed(name) ? previewDocument(file) : void download())}
      >
        {name}
      </button>
      <span className="nk-upload-state">{fileSize === undefined ? '' : sizeText(fileSize)}</span>
      <span className="nk-upload-buttons">
        <Button
          size="small"
          theme="borderless"
          icon={<IconDownload />}
          loading={busy}
          aria-label={text('download', { name })}
          onClick={() => void download()}
        />
      </span>
    </li>
  );
}
