import type { ErrorExtras } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';

/** What became of a call, before it is put into words of HTTP. */
export type Outcome =
  | { readonly kind: 'data'; readonly msg: string; readonly data: unknown; readonly goesOn?: boolean }
  | { readonly kind: 'raw'; readonly raw: RawReply }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string; readonly extras: ErrorExtras };
