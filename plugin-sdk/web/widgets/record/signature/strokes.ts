/** What somebody drew: lines of points, in the pixels of `SIGNATURE_SIZE`. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** Pixels of the picture, whatever the size of the field on the screen. */
export const SIGNATURE_SIZE = { width: 480, height: 160 } as const;
/** Points of one signature: a pen that lies on the tablet draws no more. */
export const MAX_POINTS = 20_000;
const LINE_WIDTH = 3;
const INK = '#111';
const NAME_FONT = '64px "KaiTi", "STKaiti", "Segoe Script", cursive';
const MARGIN = 16;

export const pointsOf = (strokes: readonly Stroke[]): number => strokes.reduce((sum, stroke) => sum + stroke.length, 0);

/** A point of the screen in the pixels of the picture, kept inside it. */
export function pointIn(box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>, x: number, y: number): readonly [number, number] {
  const { width, height } = SIGNATURE_SIZE;
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
  return [within(((x - box.left) / (box.width || width)) * width, width), within(((y - box.top) / (box.height || height)) * height, height)];
}

/** As the `d` of a path; one point alone is a dot. */
export const pathOf = (strokes: readonly Stroke[]): string =>
  strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('') + (stroke.length === 1 ? 'h0.1' : ''))
    .join('');

/** The picture: what was drawn, or a name in letters like handwriting. */
export async function signaturePicture(drawn: readonly Stroke[], name: string): Promise<File> {
  const { width, height } = SIGNATURE_SIZE;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('the browser draws no pictures');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  if (name !== '') {
    pen.font = NAME_FONT;
    pen.fillStyle = INK;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(name, width / 2, height / 2, width - 2 * MARGIN);
  } else {
    Object.assign(pen, { strokeStyle: INK, lineWidth: LINE_WIDTH, lineCap: 'round', lineJoin: 'round' });
    pen.stroke(new Path2D(pathOf(drawn)));
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  return new File([blob], 'signature.png', { type: 'image/png' });
}
