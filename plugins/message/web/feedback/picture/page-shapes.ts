import { isShownText, menuNames } from './shown-words.ts';

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the picture consists of. Nothing else of the page gets into it, no picture and no text that is not listed here. */
export type Shape =
  | (Place & { readonly kind: 'box'; readonly fill: string; readonly edge: string; readonly radius: number })
  | (Place & { readonly kind: 'text'; readonly text: string; readonly font: string; readonly colour: string })
  | (Place & { readonly kind: 'covered' })
  | (Place & { readonly kind: 'clip' })
  | { readonly kind: 'unclip' };

/** Drawn as a block: their content could show anything. */
const PICTURES = 'img, canvas, video, iframe, object, embed, svg';
const TYPED = 'input, textarea, select';
/** Of a picture of a page that a person looks at; what is far below is cut off anyway. */
const MAX_SHAPES = 40_000;
const CLEAR = 'rgba(0, 0, 0, 0)';

interface Drawing {
  readonly shapes: Shape[];
  readonly names: ReadonlySet<string>;
  /** Part of the page that is left out: the dialog in which the picture is made. */
  readonly without: Element | null;
  readonly view: Window;
}

const isSeen = ({ width, height, left, top }: Place, { innerWidth, innerHeight }: Window): boolean =>
  width > 0 && height > 0 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;

const depthOf = ({ position, zIndex }: CSSStyleDeclaration): number => (position === 'static' ? 0 : Number.parseInt(zIndex, 10) || 0);

/** Characters of one line together, each line with its place. */
function linesOf(node: Text, view: Window): { readonly text: string; readonly at: DOMRect }[] {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  const rows = [...range.getClientRects()].filter((rect) => isSeen(rect, view));
  if (rows.length <= 1) return rows[0] ? [{ text: node.data.replace(/\s+/g, ' ').trim(), at: rows[0] }] : [];
  const texts = rows.map(() => '');
  for (let at = 0; at < node.data.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top, height } = range.getBoundingClientRect();
    const row = rows.findIndex((one) => Math.abs(one.top + one.height / 2 - top - height / 2) < one.height / 2);
    if (row >= 0) texts[row] = `${texts[row] ?? ''}${node.data[at] ?? ''}`;
  }
  return rows.map((at, row) => ({ text: texts[row]?.trim() ?? '', at })).filter(({ text }) => text !== '');
}

function addText(node: Text, element: Element, style: CSSStyleDeclaration, { shapes, names, view }: Drawing): void {
  if (node.data.trim() === '') return;
  const shown = isShownText(element, node.data, names);
  for (const { text, at } of linesOf(node, view)) {
    const place = { left: at.left, top: at.top, width: at.width, height: at.height };
    if (shown) shapes.push({ kind: 'text', ...place, text, font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`, colour: style.color });
    else shapes.push({ kind: 'covered', ...place });
  }
}

function addBox(place: Place, style: CSSStyleDeclaration, shapes: Shape[]): void {
  const edge = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' ? style.borderTopColor : '';
  if (style.backgroundColor === CLEAR && edge === '') return;
  shapes.push({ kind: 'box', ...place, fill: style.backgroundColor, edge, radius: Number.parseFloat(style.borderTopLeftRadius) || 0 });
}

function add(element: Element, drawing: Drawing): void {
  const { shapes, view, without } = drawing;
  if (element === without || shapes.length > MAX_SHAPES) return;
  const style = view.getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = { left, top, width, height };
  const seen = isSeen(place, view);
  if (seen && style.display !== 'contents') addBox(place, style, shapes);
  if (element.matches(PICTURES) || element.matches(TYPED)) {
    if (seen && (!element.matches(TYPED) || (element as HTMLInputElement).value !== '')) shapes.push({ kind: 'covered', ...inner(place) });
    return;
  }
  const clips = style.overflow !== 'visible' && style.display !== 'contents' && element !== element.ownerDocument.body;
  if (clips && !seen) return;
  if (clips) shapes.push({ kind: 'clip', ...place });
  const below: { readonly child: Element; readonly depth: number }[] = [];
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE && seen) addText(child as Text, element, style, drawing);
    else if (child.nodeType === Node.ELEMENT_NODE) below.push({ child: child as Element, depth: depthOf(view.getComputedStyle(child as Element)) });
  }
  for (const { child } of below.sort((one, other) => one.depth - other.depth)) add(child, drawing);
  if (clips) shapes.push({ kind: 'unclip' });
}

/** A picture or a control with a margin, so that its frame stays visible. */
function inner({ left, top, width, height }: Place): Place {
  const margin = Math.min(4, width / 4, height / 4);
  return { left: left + margin, top: top + margin, width: width - 2 * margin, height: height - 2 * margin };
}

/**
 * The page as it stands on the screen, as shapes: frames, colours, the product's own words, and blocks in place of everything else.
 * @param without left out with all in it
 */
export function pageShapes(page: Document, without: Element | null): Shape[] {
  const view = page.defaultView;
  if (!view) return [];
  const drawing: Drawing = { shapes: [], names: menuNames(page), without, view };
  add(page.body, drawing);
  return drawing.shapes;
}
