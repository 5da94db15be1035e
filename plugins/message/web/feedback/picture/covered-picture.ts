import { pageShapes, type Shape } from './page-shapes.ts';

const COVER = 'rgba(128, 136, 148, 0.55)';
const NAME = 'screen.png';

function paint(brush: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'unclip') {
    brush.restore();
    return;
  }
  const { left, top, width, height } = shape;
  if (shape.kind === 'clip') {
    brush.save();
    brush.beginPath();
    brush.rect(left, top, width, height);
    brush.clip();
  } else if (shape.kind === 'box') {
    brush.beginPath();
    const radius = Math.min(shape.radius, width / 2, height / 2);
    if (radius > 0 && typeof brush.roundRect === 'function') brush.roundRect(left, top, width, height, radius);
    else brush.rect(left, top, width, height);
    brush.fillStyle = shape.fill;
    brush.fill();
    if (shape.edge === '') return;
    brush.strokeStyle = shape.edge;
    brush.stroke();
  } else if (shape.kind === 'covered') {
    brush.fillStyle = COVER;
    brush.fillRect(left, top + height * 0.15, width, height * 0.7);
  } else {
    brush.font = shape.font;
    brush.fillStyle = shape.colour;
    brush.textBaseline = 'middle';
    brush.fillText(shape.text, left, top + height / 2, width + 2);
  }
}

/**
 * The page that stands behind, drawn without any of its data. It is drawn here out of frames and the product's own words, and never photographed: no
 * picture, no name and nothing that was typed can be in it.
 * @param without part of the page that is left out
 * @returns a PNG file of the size of the window; undefined where the browser cannot draw
 */
export async function coveredPicture(page: Document, without: Element | null): Promise<File | undefined> {
  const view = page.defaultView;
  const canvas = page.createElement('canvas');
  const brush = canvas.getContext('2d');
  if (!view || !brush) return undefined;
  [canvas.width, canvas.height] = [view.innerWidth, view.innerHeight];
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  for (const shape of pageShapes(page, without)) paint(brush, shape);
  const blob = await new Promise<Blob | null>((give) => canvas.toBlob(give, 'image/png'));
  return blob ? new File([blob], NAME, { type: 'image/png' }) : undefined;
}
