import type { AppError } from '@nephra/plugin-sdk/contract';
import type { UploadBody } from '@nephra/plugin-sdk/server';
import type { Ctx } from './tables/tables.ts';

interface TextFile {
  /** Of the upload: what is found when nothing holds it. */
  readonly type: string;
  readonly maxBytes: number;
  readonly otherType: () => AppError;
  readonly tooLarge: () => AppError;
}

/** The text of a file of JSON that was sent along; the file is kept no longer than it takes to read it. */
export async function uploadedText(ctx: Ctx, { file }: UploadBody, { type, maxBytes, otherType, tooLarge }: TextFile): Promise<string> {
  if (file.extension !== 'json') throw otherType();
  if (file.size > maxBytes) throw tooLarge();
  const { fileId } = await ctx.transaction(() => file.save(type));
  try {
    return Buffer.concat(await (await ctx.files.open(fileId)).content.toArray()).toString('utf8');
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}
