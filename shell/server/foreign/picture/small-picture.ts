import { AppError, EnvelopeCode } from '../../../../plugin-sdk/contract/errors.ts';
import { decode, encode } from 'jpeg-js';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import { pictureFacts, type PictureFacts } from './picture-facts.ts';
import { type Pixels, scaledDown, upright } from './pixels.ts';

/** Pixels of the largest picture that is decoded: 24 million are 100 MB, and what a telephone takes has half of them. Judged before anything is decoded. */
export const MAX_PIXELS = 24_000_000;
/** For the tables of a JPEG while it is decoded. */
const JPEG_MEMORY_MB = 480;
const QUALITY = 80;

const refused = (reason: string): AppError => new AppError('core.preview-unreadable', { code: EnvelopeCode.Invalid, params: { reason } });

/**
 * A JPEG that shows the whole picture, upright, not larger than `side` pixels either way.
 * @throws AppError `core.preview-unreadable`, `core.preview-too-large`
 */
export function smallPicture(content: Buffer, side: number): Buffer {
  const facts = pictureFacts(content);
  if (!facts || facts.width === 0 || facts.height === 0) throw refused('no picture');
  if (facts.width * facts.height > MAX_PIXELS) throw new AppError('core.preview-too-large', { code: EnvelopeCode.TooLarge });
  // The reader unpacks those whole, however large they become.
  if (facts.interlaced) throw refused('interlaced');
  const small = scaledDown(decoded(content, facts), side);
  const { width, height, data } = upright(small, facts.orientation);
  return encode({ width, height, data: Buffer.from(data.buffer) }, QUALITY).data;
}

function decoded(content: Buffer, { kind, width, height }: PictureFacts): Pixels {
  try {
    const pixels = kind === 'jpeg' ? jpeg(content) : kind === 'png' ? PNG.sync.read(content) : firstFrame(content, width, height);
    if (pixels.width !== width || pixels.height !== height || pixels.data.length < width * height * 4) throw new Error('another size than it said');
    return pixels;
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  }
}

const jpeg = (content: Buffer): Pixels =>
  decode(content, { useTArray: true, formatAsRGBA: true, maxResolutionInMP: MAX_PIXELS / 1e6, maxMemoryUsageInMB: JPEG_MEMORY_MB });

function firstFrame(content: Buffer, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  new GifReader(content).decodeAndBlitFrameRGBA(0, data);
  return { width, height, data };
}
