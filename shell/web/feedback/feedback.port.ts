import type { Toast } from '@nephra/plugin-sdk/web';

/** One message at a time; a new one closes the one before (spec 8). Success, info, warning and error stay 1500 ms unless told. */
export interface ToastPort extends Toast {
  show(kind: 'success' | 'info' | 'warning' | 'error', text: string, durationMs?: number): void;
  close(): void;
}

export interface Question {
  /** Default: 提示. */
  readonly title?: string;
  readonly content: string;
  /** The confirming button is red. */
  readonly danger?: boolean;
  readonly okText?: string;
  readonly cancelText?: string;
}

/** Asks before something that cannot be undone; false on cancel and Escape. */
export type Confirm = (question: Question) => Promise<boolean>;
