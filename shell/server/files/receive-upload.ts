import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FastifyRequest } from 'fastify';
import { type Files, type SpooledFile, tooLarge } from './file-store.ts';

/** An upload as handlers of multipart routes receive it: the file on the disk, and the fields beside it. */
export interface ReceivedUpload {
  readonly file: SpooledFile;
  readonly fields: Readonly<Record<string, string>>;
}

const malformed = (cause?: unknown): AppError => new AppError('core.file-malformed', { code: EnvelopeCode.Invalid, cause });

/**
 * Reads one file and a few fields from a multipart body.
 * @throws AppError when there is no file, more than one, or one that is too large or of a wrong kind; nothing stays on disk.
 */
export async function receiveUpload(request: FastifyRequest, files: Files, limitBytes: number): Promise<ReceivedUpload> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limitBytes + 65_536) throw tooLarge(limitBytes);
  const fields: Record<string, string> = {};
  let spooling: Promise<SpooledFile> | undefined;
  let surplus = false;
  const parser = makeParser(request, limitBytes);
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => {
        if (/^\w{1,40}$/.test(name)) fields[name] = String(value);
      });
      parser.on('file', (_field, stream, fileName) => {
        if (spooling) {
          surplus = true;
          stream.resume();
          return;
        }
        spooling = files.spool(fileName || 'file', stream);
        spooling.catch((error: unknown) => {
          stream.resume();
          reject(error);
        });
      });
      parser.on('finish', () => resolve());
      parser.on('error', (error: unknown) => reject(malformed(error)));
      request.raw.on('aborted', () => reject(malformed()));
      request.raw.pipe(parser);
    });
    const file = await spooling;
    if (!file) throw malformed();
    if (surplus) throw malformed();
    return { file, fields };
  } catch (error) {
    request.raw.unpipe(parser);
    request.raw.resume();
    await spooling?.then(
      (file) => files.discard(file),
      () => undefined,
    );
    throw error;
  }
}

function makeParser(request: FastifyRequest, limitBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': String(request.headers['content-type']) },
      limits: { files: 2, fields: 20, fieldNameSize: 100, fieldSize: 65_536, parts: 25, fileSize: limitBytes + 1, headerPairs: 50 },
    });
  } catch (error) {
    throw malformed(error);
  }
}
