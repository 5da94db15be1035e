import { createReadStream } from 'node:fs';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { JobRun, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { scanForViruses, type ScannerAddress } from '../../outbound/virus-scanner.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Files } from '../file-store.ts';

/** `none`: no scanner is set; `missed`: it did not answer, and the file was taken all the same. */
export type ScanMark = 'none' | 'clean' | 'missed' | 'infected';

export interface UploadScanParts {
  readonly db: Kysely<CoreTables>;
  readonly log: Log;
  /** Undefined: nobody scans. */
  readonly scanner: ScannerAddress | undefined;
  /** What becomes of a file while the scanner does not answer. */
  readonly whenDown: () => 'refuse' | 'mark';
}

const AT_ONCE = 200;

/** Looks for viruses in what people send, before it counts as a file. */
export class UploadScan {
  readonly #parts: UploadScanParts;

  constructor(parts: UploadScanParts) {
    this.#parts = parts;
  }

  /**
   * @param place of the file on the disk
   * @throws AppError `core.file-infected`, `core.scan-down` (503)
   */
  async judge(place: string, signal: AbortSignal | undefined): Promise<ScanMark> {
    const { scanner, log, whenDown } = this.#parts;
    if (!scanner) return 'none';
    const verdict = await scanForViruses(scanner, createReadStream(place), signal ? { signal } : {});
    if (verdict.kind === 'clean') return 'clean';
    if (verdict.kind === 'infected') {
      log.warn({ virus: verdict.virus }, 'a file that was sent holds a virus and was refused');
      throw new AppError('core.file-infected', { code: EnvelopeCode.Invalid, params: { virus: verdict.virus } });
    }
    log.error({ reason: verdict.reason }, 'the virus scanner has not looked at a file');
    if (whenDown() === 'refuse') throw new AppError('core.scan-down', { code: EnvelopeCode.Unavailable });
    return 'missed';
  }

  /** Looks at files that were taken while the scanner was down. What holds a virus stays, and nobody gets it any more. */
  async catchUp(files: Pick<Files, 'read'>, { signal, progress, log }: Pick<JobRun, 'signal' | 'progress' | 'log'>): Promise<void> {
    const { db, scanner } = this.#parts;
    if (!scanner) return;
    let seen = 0;
    for (;;) {
      const batch = await db.selectFrom('core.stored_file').select('id').where('scan', '=', 'missed').orderBy('id').limit(AT_ONCE).execute();
      for (const { id } of batch) {
        const verdict = await scanForViruses(scanner, files.read({ fileId: id }), { signal });
        if (verdict.kind === 'unknown') throw new AppError('core.scan-down', { code: EnvelopeCode.Unavailable });
        await db.updateTable('core.stored_file').set({ scan: verdict.kind }).where('id', '=', id).execute();
        if (verdict.kind === 'infected') log(`${id} holds ${verdict.virus}; nobody can fetch it any more`);
        seen += 1;
        progress(seen, null);
      }
      if (batch.length < AT_ONCE) return;
    }
  }
}
