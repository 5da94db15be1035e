import { Modal } from '@nephra/plugin-sdk/ui';
import type { ReactNode } from 'react';
import './view-dialog.css';

export interface ViewDialogProps {
  readonly title: string;
  /** Pixels where there is room for them. Default 560. */
  readonly width?: number;
  /** What there is to say, in a sentence or two. */
  readonly text?: string;
  /** And point by point. */
  readonly points?: readonly string[];
  readonly onClose: () => void;
  /** What else is shown. */
  readonly children?: ReactNode;
}

/** A dialog that shows something and asks for nothing: it has no buttons, and closes by its cross, by Escape and by a press beside it. */
export function ViewDialog({ title, width = 560, text = '', points = [], onClose, children }: ViewDialogProps) {
  return (
    <Modal visible centered title={title} footer={null} width={`min(${width}px, calc(100vw - 24px))`} onCancel={onClose}>
      {text !== '' && <p className="nk-view-text">{text}</p>}
      {points.length > 0 && (
        <ul className="nk-view-points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {children}
    </Modal>
  );
}
