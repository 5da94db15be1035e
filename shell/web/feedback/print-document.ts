/**
 * Prints a document through a hidden frame: the page stays as it is. Markup is cleaned first (print templates are made by
 * people); the sheet of rules is put in as an object, which the page's content policy allows.
 */
export async function printDocument(page: Document, document: { readonly title: string; readonly html: string; readonly css?: string }): Promise<void> {
  const { default: purify } = await import('dompurify');
  const body = purify.sanitize(document.html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'form', 'iframe'], ADD_ATTR: ['colspan', 'rowspan'] });
  const frame = page.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
  page.body.append(frame);
  const view = frame.contentWindow as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null;
  const inner = frame.contentDocument;
  if (view === null || inner === null) throw new Error('The browser opened no print frame.');
  inner.title = document.title;
  inner.body.append(inner.importNode(body, true));
  if (document.css) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(document.css);
    inner.adoptedStyleSheets = [sheet];
  }
  await Promise.all([...inner.images].map((image) => image.decode().catch(() => {})));
  view.addEventListener('afterprint', () => frame.remove());
  view.focus();
  view.print();
}
