import type { ReactNode } from 'react';
import './queue-entry.css';

export interface QueueEntryProps {
  /** Who or what waits. */
  readonly name: string;
  /** Stands beside the name, quietly: sex and age. */
  readonly about?: string;
  /** Stands at the right end: an amount, a state. */
  readonly end?: ReactNode;
  /** The second line, small: number, payer, day. What stands first is shortened last, what stands last goes to the right end. */
  readonly children: ReactNode;
  /** Asks for care on a line of its own: charged before. */
  readonly mark?: string | false;
}

/** One row of a queue. */
export function QueueEntry({ name, about, end, children, mark }: QueueEntryProps) {
  return (
    <>
      <span className="nk-queue-line">
        <strong>{name}</strong>
        {about && <span className="nk-queue-about">{about}</span>}
        {end}
      </span>
      <span className="nk-queue-line nk-queue-soft">{children}</span>
      {mark && (
        <span className="nk-queue-line nk-queue-soft">
          <span className="nk-queue-mark">{mark}</span>
        </span>
      )}
    </>
  );
}
