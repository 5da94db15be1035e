import { Busboy } from '@fastify/busboy';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FastifyRequest } from 'fastify';

/** More than all fields of a form of ours together. */
const MAX_BYTES = 256 * 1024;

const malformed = (cause?: unknown): AppError => new AppError('core.malformed-body', { code: EnvelopeCode.Invalid, cause });

/**
 * Fields of a multipart body without a file: clients of the platform send forms so.
 * @throws AppError `core.malformed-body`; `core.upload-unexpected` when it brings a file
 */
export async function multipartFields(request: FastifyRequest): Promise<Readonly<Record<string, string>>> {
  const body = request.raw;
  const fields: Record<string, string> = {};
  let bytes = 0;
  const count = (piece: Buffer): void => {
    bytes += piece.length;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = new Busboy({
        headers: { ...request.headers, 'content-type': String(request.headers['content-type']) },
        limits: { files: 1, fields: 40, fieldNameSize: 100, fieldSize: 4096, parts: 45, headerPairs: 50 },
      });
      body.on('data', (piece: Buffer) => {
        count(piece);
        if (bytes > MAX_BYTES) reject(malformed());
      });
      parser.on('field', (name, value) => {
        if (/^\w{1,40}$/.test(name)) fields[name] = String(value);
      });
      parser.on('file', (_field, content) => {
        content.on('error', () => undefined);
        content.resume();
        reject(new AppError('core.upload-unexpected', { code: EnvelopeCode.Invalid }));
      });
      parser.on('finish', () => resolve());
      parser.on('error', (error: unknown) => reject(malformed(error)));
      body.once('close', () => reject(malformed()));
      body.pipe(parser);
    });
    return fields;
  } catch (error) {
    body.unpipe();
    // What still comes is thrown away, so that the refusal can be read.
    body.resume();
    throw error instanceof AppError ? error : malformed(error);
  }
}
