import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker, TextLayer, version } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Its worker, character maps and fonts; the build puts them beside this script, under the version that they belong to. */
const FOLDER = new URL(`./pdf-${version}/`, import.meta.url).href;
/** Pixels of the largest picture inside that is drawn. */
const MAX_PICTURE = 64_000_000;
/** Pixels of the largest page that is drawn sharply; phones give up on larger ones. */
const MAX_CANVAS = 16_000_000;
const MAX_SHARPNESS = 2;

export type PdfFlaw = 'locked' | 'broken';

/** Why a PDF cannot be shown. */
export class PdfError extends Error {
  readonly flaw: PdfFlaw;

  constructor(flaw: PdfFlaw, cause: unknown) {
    super(`the PDF is ${flaw}`, { cause });
    this.flaw = flaw;
  }
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** An open PDF. Pages count from 1; sizes are pixels at 100%. */
export interface OpenPdf {
  readonly pages: number;
  readonly firstSize: PageSize;
  page(number: number): Promise<PDFPageProxy>;
  close(): void;
}

export const sizeOf = (page: PDFPageProxy, scale = PIXELS_PER_POINT): PageSize => {
  const { width, height } = page.getViewport({ scale });
  return { width, height };
};
/** A PDF counts in points of 1/72 inch, the browser in pixels of 1/96. */
const PIXELS_PER_POINT = 96 / 72;

/**
 * Opens a PDF in a worker of its own. Nothing in it runs: neither its scripts nor its forms are asked for, and functions inside pictures are interpreted.
 * @throws PdfError
 */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const port = new Worker(`${FOLDER}pdf.worker.js`, { type: 'module' });
  // Without its script the worker would be waited for without end.
  const gone = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', (event) => reject(new PdfError('broken', event.message)), { once: true });
  });
  // The types of the package know no worker that somebody else has made.
  const worker = new PDFWorker({ port } as unknown as ConstructorParameters<typeof PDFWorker>[0]);
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  try {
    const opening = getDocument({
      data,
      worker,
      cMapUrl: `${FOLDER}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${FOLDER}fonts/`,
      // The policy of the worker, not that of the page, lets these be made.
      wasmUrl: `${FOLDER}decoders/`,
      isEvalSupported: false,
      enableXfa: false,
      useSystemFonts: true,
      maxImageSize: MAX_PICTURE,
    });
    const pdf: PDFDocumentProxy = await Promise.race([opening.promise, gone]);
    const firstSize = sizeOf(await pdf.getPage(1));
    return { pages: pdf.numPages, firstSize, page: (number) => pdf.getPage(number), close };
  } catch (error) {
    close();
    throw error instanceof PdfError ? error : new PdfError(isPasswordWanted(error) ? 'locked' : 'broken', error);
  }
}

const isPasswordWanted = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';

/** Draws a page and lays its text over it, so that it can be marked and read out. @param scale factor of its size at 100% */
export function drawPage(page: PDFPageProxy, scale: number, canvas: HTMLCanvasElement, words: HTMLElement): { readonly done: Promise<void>; stop(): void } {
  const viewport = page.getViewport({ scale: scale * PIXELS_PER_POINT });
  const area = viewport.width * viewport.height;
  const sharpness = Math.min(MAX_SHARPNESS, globalThis.devicePixelRatio || 1, Math.sqrt(MAX_CANVAS / area));
  canvas.width = Math.floor(viewport.width * sharpness);
  canvas.height = Math.floor(viewport.height * sharpness);
  words.style.setProperty('--total-scale-factor', String(scale * PIXELS_PER_POINT));
  const drawing = page.render({ canvas, viewport, ...(sharpness === 1 ? {} : { transform: [sharpness, 0, 0, sharpness, 0, 0] }) });
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  return {
    done: Promise.all([drawing.promise, text.render()]).then(() => undefined),
    stop: () => {
      drawing.cancel();
      text.cancel();
    },
  };
}
