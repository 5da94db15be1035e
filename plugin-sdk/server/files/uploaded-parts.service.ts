import { defineService } from '../../contract/index.ts';
import type { RequestContext, StoredFile } from '../context.ts';

/** What the sender says of a file whose parts have all arrived (wire facts 5). */
export interface PartsToMerge {
  readonly identifier: string;
  readonly fileName: string;
  /** Bytes; when given, the parts have to make as many. */
  readonly fileSize?: number;
  /** Upload type, `document`. */
  readonly type: string;
}

/** Offered by the shell: makes stored files of parts that the caller sent, for routes of plugins that put them where they belong. */
export interface UploadedParts {
  /**
   * However often it is asked for it is one file. Outside of any transaction.
   * @throws AppError `core.upload-unknown`, `core.upload-incomplete`, `core.upload-size`, `core.file-too-large`, `core.file-type`, `core.file-quota`, `core.too-busy`
   */
  merge(caller: Pick<RequestContext<never>, 'user'>, parts: PartsToMerge): Promise<StoredFile>;
}

export const uploadedParts = defineService<UploadedParts>('core.uploaded-parts@1');
