import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import type { ConsentFile } from '../../contract/file.schema.ts';
import { MAX_CONSENT_FILES } from '../../contract/limits.ts';
import type { Ctx } from '../tables/tables.ts';

/** Kind of the files that hang on consents. It is the plugin's own: others reach them through its route alone. */
const CONSENT_FILE = 'dialysisConsent';
const PDF = 'application/pdf';

const refused = (key: string, params: Readonly<Record<string, string | number>>): AppError =>
  new AppError(`dialysis-file.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: 'files', msg: '' }] });

/**
 * Makes the caller's uploads files of consents: pictures and PDF. The uploads are gone with it.
 * @param held how many hang on the consent already
 * @throws AppError `dialysis-file.consent-file` for somebody else's upload or another kind of file, `dialysis-file.consent-files-many`
 */
export async function takeUploads(ctx: Ctx, uploads: readonly { readonly name: string; readonly fileId: string }[], held = 0): Promise<readonly ConsentFile[]> {
  const asked = [...new Map(uploads.map((one) => [one.fileId, one])).values()];
  if (held + asked.length > MAX_CONSENT_FILES) throw refused('consent-files-many', { max: MAX_CONSENT_FILES });
  const kept: ConsentFile[] = [];
  for (const { name, fileId } of asked) {
    const file = await ctx.files.open(fileId).catch((error: unknown) => {
      throw isAppError(error) ? refused('consent-file', { name }) : error;
    });
    const { contentType, createdBy, content } = file;
    if (createdBy !== ctx.user.userId || !(contentType.startsWith('image/') || contentType === PDF)) {
      content.destroy();
      throw refused('consent-file', { name });
    }
    const stored = await ctx.files.save({ name: file.name, type: CONSENT_FILE, content });
    await ctx.files.remove(fileId);
    kept.push({ fileId: stored.fileId, name: stored.name, size: stored.size, contentType: stored.contentType });
  }
  return kept;
}
