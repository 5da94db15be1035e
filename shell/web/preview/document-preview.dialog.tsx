// In one sheet, which comes with the dialog: the page names each sheet there is.
import './preview.css';
import './viewer/viewer.css';
import './viewer/pdf/pdf.css';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, IconDownload, Modal, Spin } from '@nephra/plugin-sdk/ui';
import { ApiError, createClient, type StoredDocument } from '@nephra/plugin-sdk/web';
import { fileContract } from '../../contract/index.ts';
import { ownPreviewFile } from '../../contract/preview/preview.contract.ts';
import { useShell } from '../shell-context.tsx';
import { frameAddress } from './frame-address.ts';

interface DocumentPreviewDialogProps {
  readonly document: StoredDocument;
  readonly onClose: () => void;
}

const DocumentViewer = lazy(() => import('./viewer/document-viewer.tsx').then((module) => ({ default: module.DocumentViewer })));

/** Where the document is shown: by this system itself, or by a preview server in a frame. */
type Place = { readonly fileId: string } | { readonly frame: string };

function placeOf(answer: string): Place | undefined {
  const own = ownPreviewFile(answer);
  if (own !== undefined) return { fileId: own };
  const frame = frameAddress(answer, window.location.origin);
  return frame === undefined ? undefined : { frame };
}

/**
 * 文档预览 (spec 2.4, 4): opens, asks for the address, shows what is there; without an address it warns 文件不存在 and closes. The address of a preview server
 * stands in a frame; what this system shows itself stands in the dialog, so that keys, focus, language and theme are those of the page.
 */
export const DocumentPreviewDialog = observer(function DocumentPreviewDialog({
  document: { name, fileId, fileVersionId },
  onClose,
}: DocumentPreviewDialogProps) {
  const { t, http, toast } = useShell();
  const [place, setPlace] = useState<Place>();

  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      // The field `fileName` of this call holds the file id (spec 3, document preview request).
      const reply = await createClient(fileContract, http).preview({ query: { fileName: fileId, fileVersionId } }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      const found = placeOf(reply.data);
      if (found !== undefined) {
        setPlace(found);
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

  // What went wrong is said where it is asked for.
  const download = () =>
    void import('../files/file-port.ts')
      .then(({ createFilePort }) => createFilePort(http).download({ name, fileId, url: `/api/file/Download/annex/${fileId}` }))
      .catch((error: unknown) => toast.error(error instanceof ApiError ? error.message : t('preview.missing')));

  const title = t('preview.title', { name });
  const waiting = (
    <div className="nephra-preview-wait">
      <Spin size="large" tip={t('preview.loading')} />
    </div>
  );
  const foot = (
    <>
      {place !== undefined && 'fileId' in place && (
        <Button icon={<IconDownload />} onClick={download}>
          {t('exports.download')}
        </Button>
      )}
      <Button onClick={onClose}>{t('preview.cancel')}</Button>
    </>
  );
  return (
    <Modal visible fullScreen title={title} className="nephra-preview" onCancel={onClose} footer={foot}>
      {place === undefined && waiting}
      {place !== undefined && 'fileId' in place && (
        <Suspense fallback={waiting}>
          <DocumentViewer fileId={place.fileId} name={name} onDownload={download} />
        </Suspense>
      )}
      {place !== undefined && 'frame' in place && (
        <iframe
          className="nephra-preview-frame"
          title={title}
          src={place.frame}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        />
      )}
    </Modal>
  );
});
