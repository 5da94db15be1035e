export interface PrintableDocument {
  readonly title: string;
  /** Body of the document; it is cleaned of everything that could act. */
  readonly html: string;
  readonly css?: string;
}

/** Paper like the screen font, black on white, and no blank page at the end. */
const BASE_CSS =
  '@page{margin:12mm}body{margin:0;font:14px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}table{border-collapse:collapse;width:100%}thead{display:table-header-group}tr,img,svg{break-inside:avoid}' +
  // A Chinese font draws Latin quotation marks as wide as a character, and the mainland's shapes of characters are not Taiwan's.
  ':root:lang(en) body{font-family:"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}' +
  ':root:lang(zh-TW) body{font-family:"PingFang TC","Microsoft JhengHei","Noto Sans CJK TC","PingFang SC",sans-serif}';

/** Loaded or failed: a missing picture must not keep the page from the printer. */
const settled = (image: HTMLImageElement): Promise<unknown> =>
  new Promise((done) => {
    image.addEventListener('load', done, { once: true });
    image.addEventListener('error', done, { once: true });
  });

const allImages = (root: ParentNode): Promise<unknown> => Promise.all([...root.querySelectorAll('img')].filter((image) => !image.complete).map(settled));

/** The preview is gone: the browser says so, or, where it does not, the person works in the page again. */
function whenClosed(view: Window, host: Window): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      view.removeEventListener('afterprint', done);
      for (const sign of ['pointerdown', 'keydown'] as const) host.removeEventListener(sign, done, true);
      resolve();
    };
    view.addEventListener('afterprint', done);
    for (const sign of ['pointerdown', 'keydown'] as const) host.addEventListener(sign, done, true);
  });
}

/**
 * Opens the browser's print preview with a document of its own, in a hidden frame: page styles do not reach it and it cannot
 * run anything. Resolves when the preview closes.
 */
export async function printDocument({ title, html, css = '' }: PrintableDocument, host: Document = document): Promise<void> {
  // The cleaner of markup is heavy and few people print: it comes with the first print.
  const { safeDocumentFragment } = await import('./safe-html.tsx');
  const frame = host.createElement('iframe');
  frame.className = 'nk-print-frame';
  frame.setAttribute('aria-hidden', 'true');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  Object.assign(frame.style, { position: 'fixed', left: '-10000px', top: '0', width: '210mm', height: '297mm', border: '0' });
  host.body.append(frame);
  try {
    const view = frame.contentWindow;
    const page = frame.contentDocument;
    if (!view || !page) throw new Error('the browser gave no frame to print in');
    // An empty frame is drawn by the rules of the nineties, in which tables take neither size nor line height of the page: a paper that was measured would not be this one.
    page.open();
    page.write('<!doctype html><html><head></head><body></body></html>');
    page.close();
    const style = page.createElement('style');
    style.textContent = BASE_CSS + css;
    page.head.append(style);
    page.title = title;
    page.documentElement.lang = host.documentElement.lang;
    page.body.append(safeDocumentFragment(html));
    await allImages(page);
    const closed = whenClosed(view, host.defaultView ?? view);
    // Browsers offer the title of the outer page as file name.
    const outerTitle = host.title;
    host.title = title;
    view.focus();
    view.print();
    host.title = outerTitle;
    await closed;
  } finally {
    frame.remove();
  }
}
