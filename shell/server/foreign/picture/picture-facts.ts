/** What the first bytes of a picture say of it, without decoding anything. */
export interface PictureFacts {
  readonly kind: 'jpeg' | 'png' | 'gif';
  readonly width: number;
  readonly height: number;
  /** Of EXIF, 1 to 8: how the picture has to be turned to stand upright. */
  readonly orientation: number;
  /** A PNG that comes in seven passes. */
  readonly interlaced: boolean;
}

const UPRIGHT = { orientation: 1, interlaced: false };
const startsWith = (content: Buffer, text: string, at = 0): boolean => content.toString('latin1', at, at + text.length) === text;

/** Undefined: no picture that is read here, or one that is cut off before its size. */
export function pictureFacts(content: Buffer): PictureFacts | undefined {
  if (startsWith(content, '\u0089PNG\r\n\u001a\n') && startsWith(content, 'IHDR', 12) && content.length >= 29)
    return { kind: 'png', width: content.readUInt32BE(16), height: content.readUInt32BE(20), orientation: 1, interlaced: content[28] !== 0 };
  if (startsWith(content, 'GIF8') && content.length >= 10) return { kind: 'gif', width: content.readUInt16LE(6), height: content.readUInt16LE(8), ...UPRIGHT };
  if (content.length > 4 && content.readUInt16BE(0) === 0xffd8) return jpegFacts(content);
  return undefined;
}

/** Segments of a JPEG that say nothing but themselves. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of frame, of every way of coding. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegFacts(content: Buffer): PictureFacts | undefined {
  let orientation = 1;
  for (let at = 2; at + 4 <= content.length; ) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = content.readUInt16BE(at + 2);
    if (marker === 0xe1 && startsWith(content, 'Exif\0\0', at + 4)) orientation = orientationOf(content.subarray(at + 10, at + 2 + length)) ?? orientation;
    if (isFrame(marker)) {
      if (at + 9 > content.length) return undefined;
      return { kind: 'jpeg', width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5), orientation, interlaced: false };
    }
    if (marker === 0xda || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

const ORIENTATION_TAG = 0x0112;

/** Of the first directory of a TIFF block. */
function orientationOf(tiff: Buffer): number | undefined {
  const little = startsWith(tiff, 'II*\0');
  if (!little && !startsWith(tiff, 'MM\0*')) return undefined;
  const short = (at: number): number => (at < 0 || at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < 8) return undefined;
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + n * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (short(entry) !== ORIENTATION_TAG) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
