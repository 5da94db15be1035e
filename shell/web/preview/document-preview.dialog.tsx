import './preview.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Button, Modal, Spin } from '@nephra/plugin-sdk/ui';
import { createClient, type StoredDocument } from '@nephra/plugin-sdk/web';
import { fileContract } from '../../contract/index.ts';
import { useShell } from '../shell-context.tsx';
import { frameAddress } from './frame-address.ts';

interface DocumentPreviewDialogProps {
  readonly document: StoredDocument;
  readonly onClose: () => void;
}

/** 文档预览 (spec 2.4, 4): opens, asks for the address, shows it in a frame; without an address it warns 文件不存在 and closes. */
export const DocumentPreviewDialog = observer(function DocumentPreviewDialog({
  document: { name, fileId, fileVersionId },
  onClose,
}: DocumentPreviewDialogProps) {
  const { t, http, toast } = useShell();
  const [address, setAddress] = useState<string>();

  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      // The field `fileName` of this call holds the file id (spec 3, document preview request).
      const reply = await createClient(fileContract, http).preview({ query: { fileName: fileId, fileVersionId } }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      const found = frameAddress(reply.data, window.location.origin);
      if (found !== undefined) {
        setAddress(found);
        return;
      }
      toast.warning(t('preview.missing'));
      onClose();
    };
    // A refused call has shown its own message.
    load().catch(() => {
      if (!abort.signal.aborted) onClose();
    });
    return () => abort.abort();
  }, [http, fileId, fileVersionId, toast, t, onClose]);

  const title = t('preview.title', { name });
  return (
    <Modal visible fullScreen title={title} className="nephra-preview" onCancel={onClose} footer={<Button onClick={onClose}>{t('preview.cancel')}</Button>}>
      {address === undefined ? (
        <div className="nephra-preview-wait">
          <Spin size="large" tip={t('preview.loading')} />
        </div>
      ) : (
        <iframe
          className="nephra-preview-frame"
          title={title}
          src={address}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        />
      )}
    </Modal>
  );
});
