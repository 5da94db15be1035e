import type { Attention } from '../../auth/session/session-store.ts';
import type { ReceivedUpload } from '../../files/receive-upload.ts';

/** What came in, before anything was checked. */
export interface IncomingCall {
  readonly token: string | undefined;
  /** Whether a person stands behind it. */
  readonly attention: Attention;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON or a form, parsed; undefined for an upload. */
  readonly body: unknown;
  /** Reads the file of an upload; nothing when the call brings none. Called once, after access was granted. */
  readonly receive: (() => Promise<ReceivedUpload>) | undefined;
  /** Reads the fields of a multipart body that a route takes as a form. Called once, after access was granted. */
  readonly readFields?: () => Promise<Readonly<Record<string, string>>>;
}
