import { Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import './picture.css';

interface PictureDialogProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** A picture over the whole window: first as large as there is room, after a press in its own size. */
export function PictureDialog({ address, onClose }: PictureDialogProps) {
  const { t } = usePlugin();
  const [whole, setWhole] = useState(true);
  return (
    <Modal visible fullScreen className="chat-picture-dialog" title={t('picture.title')} footer={null} onCancel={onClose}>
      <div className="chat-picture-frame">
        <button type="button" aria-label={t(whole ? 'picture.larger' : 'picture.fit')} data-whole={whole || undefined} onClick={() => setWhole(!whole)}>
          <img src={address} alt="" />
        </button>
      </div>
    </Modal>
  );
}
