import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { Modal } from '@nephra/plugin-sdk/ui';
import { AttachmentList } from '../../media/attachment-list.tsx';

export interface FilesDialogProps {
  readonly files: readonly UploadedFile[];
  readonly label: string;
  readonly onClose: () => void;
}

/** Files of a row, to look at and to download. */
export const FilesDialog = ({ files, label, onClose }: FilesDialogProps) => (
  <Modal visible title={label} onCancel={onClose} footer={null} centered width="min(560px, calc(100vw - 32px))">
    <div style={{ paddingBlockEnd: 24 }}>
      <AttachmentList files={files} label={label} />
    </div>
  </Modal>
);
