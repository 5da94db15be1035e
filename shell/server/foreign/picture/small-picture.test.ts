import { deflateSync } from 'node:zlib';
import { decode, encode } from 'jpeg-js';
import { GifWriter } from 'omggif';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { pictureFacts } from './picture-facts.ts';
import { type Pixels, scaledDown, upright } from './pixels.ts';
import { smallPicture } from './small-picture.ts';

/** Red on the left half, blue on the right one; the top left corner is green. */
function sample(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const corner = x < width / 4 && y < height / 4;
      data.set(corner ? [0, 255, 0, 255] : x < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], (y * width + x) * 4);
    }
  return { width, height, data };
}
const jpegOf = ({ width, height, data }: Pixels): Buffer => encode({ width, height, data: Buffer.from(data) }, 95).data;
const pngOf = ({ width, height, data }: Pixels): Buffer => {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
};
/** A segment as cameras write it, right behind the beginning of a JPEG. */
function withOrientation(jpeg: Buffer, orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order === 'II' ? 'II*\0' : 'MM\0*', 'latin1');
  const [short, long] = order === 'II' ? (['writeUInt16LE', 'writeUInt32LE'] as const) : (['writeUInt16BE', 'writeUInt32BE'] as const);
  tiff[long](8, 4);
  tiff[short](1, 8);
  tiff[short](0x0112, 10);
  tiff[short](3, 12);
  tiff[long](1, 14);
  tiff[short](orientation, 18);
  const head = Buffer.from([0xff, 0xe1, 0, 8 + tiff.length, ...Buffer.from('Exif\0\0', 'latin1')]);
  return Buffer.concat([jpeg.subarray(0, 2), head, tiff, jpeg.subarray(2)]);
}
const colourAt = ({ width, data }: { readonly width: number; readonly data: Uint8Array }, x: number, y: number): string => {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
  return green > 150 && red < 100 ? 'green' : red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red},${green},${blue}`;
};
const keyOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { key?: string }).key;
  }
};

describe('small pictures', () => {
  it.each<[string, Buffer]>([
    ['JPEG', jpegOf(sample(400, 200))],
    ['PNG', pngOf(sample(400, 200))],
  ])('show a whole %s in its proportions, never larger than it is', (_kind, content) => {
    const small = decode(smallPicture(content, 160));
    expect([small.width, small.height]).toEqual([160, 80]);
    expect([colourAt(small, 5, 5), colourAt(small, 60, 60), colourAt(small, 150, 40)]).toEqual(['green', 'red', 'blue']);
    const same = decode(smallPicture(content, 4_000));
    expect([same.width, same.height]).toEqual([400, 200]);
  });

  it('show the first frame of a GIF', () => {
    const bytes = new Uint8Array(4_000);
    const gif = new GifWriter(bytes, 40, 20, { palette: [0xff0000, 0x0000ff] });
    gif.addFrame(0, 0, 40, 20, new Uint8Array(800).fill(1));
    gif.addFrame(0, 0, 40, 20, new Uint8Array(800).fill(0));
    const small = decode(smallPicture(Buffer.from(bytes.subarray(0, gif.end())), 20));
    expect([small.width, small.height, colourAt(small, 10, 5)]).toEqual([20, 10, 'blue']);
  });

  it('what is transparent becomes white, in its share', () => {
    const clear = { width: 2, height: 1, data: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255]) };
    expect([...scaledDown(clear, 1).data]).toEqual([128, 128, 128, 255]);
    expect([...scaledDown({ width: 1, height: 1, data: Uint8Array.from([9, 9, 9, 0]) }, 5).data]).toEqual([255, 255, 255, 255]);
  });

  // Where the green corner of the stored picture ends up, as the EXIF standard draws it.
  it.each([
    [1, 80, 40, 'top left'],
    [2, 80, 40, 'top right'],
    [3, 80, 40, 'bottom right'],
    [4, 80, 40, 'bottom left'],
    [5, 40, 80, 'top left'],
    [6, 40, 80, 'top right'],
    [7, 40, 80, 'bottom right'],
    [8, 40, 80, 'bottom left'],
  ])('stand upright: orientation %i', (orientation, width, height, corner) => {
    for (const order of ['II', 'MM'] as const) {
      const small = decode(smallPicture(withOrientation(jpegOf(sample(160, 80)), orientation, order), 80));
      expect([small.width, small.height]).toEqual([width, height]);
      const [x, y] = [corner.endsWith('left') ? 3 : width - 4, corner.startsWith('top') ? 3 : height - 4];
      expect(colourAt(small, x, y)).toBe('green');
    }
  });

  it('mirrors and turns every pixel to one place of its own', () => {
    const numbered = { width: 3, height: 2, data: Uint8Array.from({ length: 24 }, (_none, at) => at) };
    for (let orientation = 1; orientation <= 8; orientation += 1)
      expect(
        [...upright(numbered, orientation).data].sort((a, b) => a - b),
        String(orientation),
      ).toEqual([...numbered.data]);
  });

  it('a bomb is refused by its first bytes: nothing of it is unpacked', () => {
    const huge = pngOf(sample(4, 4));
    huge.writeUInt32BE(50_000, 16);
    huge.writeUInt32BE(50_000, 20);
    expect(keyOf(() => smallPicture(huge, 160))).toBe('core.preview-too-large');
    const jpeg = jpegOf(sample(16, 16));
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(65_000, frame + 5);
    jpeg.writeUInt16BE(65_000, frame + 7);
    expect(keyOf(() => smallPicture(jpeg, 160))).toBe('core.preview-too-large');
    const gif = Buffer.from('GIF89a\u00ff\u00ff\u00ff\u00ff\0\0\0', 'latin1');
    expect(keyOf(() => smallPicture(gif, 160))).toBe('core.preview-too-large');
  });

  it('more bytes than the size of a PNG needs are not unpacked, and one of seven passes is not read', () => {
    const bomb = pngOf(sample(4, 4));
    const at = bomb.indexOf('IDAT') - 4;
    const packed = deflateSync(Buffer.alloc(50_000_000));
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), packed, Buffer.alloc(4)]);
    chunk.writeUInt32BE(packed.length, 0);
    expect(keyOf(() => smallPicture(Buffer.concat([bomb.subarray(0, at), chunk, bomb.subarray(at)]), 160))).toBe('core.preview-unreadable');
    const passes = pngOf(sample(4, 4));
    passes[28] = 1;
    expect(keyOf(() => smallPicture(passes, 160))).toBe('core.preview-unreadable');
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg onload=alert(1)>')],
    ['a JPEG that ends in its head', jpegOf(sample(16, 16)).subarray(0, 40)],
    ['a JPEG of endless segments', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xe0, 0, 0])])],
    ['a PNG without content', pngOf(sample(4, 4)).subarray(0, 33)],
    ['a GIF without frames', Buffer.from('GIF89a\u0004\0\u0004\0\0\0\0;', 'latin1')],
    ['a picture without a side', Buffer.from('GIF89a\0\0\u0004\0\0\0\0;', 'latin1')],
  ])('are refused with a sentence: %s', (_what, content) => {
    expect(keyOf(() => smallPicture(content, 160))).toBe('core.preview-unreadable');
  });

  it('an orientation that is none is upright', () => {
    expect(pictureFacts(withOrientation(jpegOf(sample(8, 8)), 9, 'II'))?.orientation).toBe(1);
    expect(pictureFacts(withOrientation(jpegOf(sample(8, 8)), 6, 'MM'))?.orientation).toBe(6);
  });
});
