import DOMPurify, { type Config } from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { LINK_REL, LINK_TARGET } from '../../../contract/rich-text/shown-links.ts';
import './safe-html.css';

/** Looks that a message may have. Everything that could lay itself over the page (position, z-index …) is left out. */
const MESSAGE_STYLES = new Set([
  'background-color',
  'border-collapse',
  'color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'margin-left',
  'max-width',
  'padding-left',
  'text-align',
  'text-decoration',
  'text-indent',
  'vertical-align',
  'white-space',
  'width',
]);

/** Drawings and formulas bring links and pictures of their own kind, which `harmlessLinks` does not know; no message of ours has one. */
const FOREIGN = ['svg', 'math'];
const FORBIDDEN: Config = {
  FORBID_TAGS: [...FOREIGN, 'style', 'form', 'input', 'button', 'select', 'textarea', 'option', 'iframe', 'object', 'embed', 'dialog', 'link', 'meta', 'base'],
  FORBID_ATTR: ['class', 'id', 'name', 'slot', 'popover'],
  ALLOW_DATA_ATTR: false,
};
/** Printed documents bring their own looks and stand in a frame of their own. */
const DOCUMENT: Config = { FORBID_TAGS: ['form', 'iframe', 'object', 'embed', 'link', 'meta', 'base'], ALLOW_DATA_ATTR: true };

function harmlessLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll('a[href]')) {
    link.setAttribute('target', LINK_TARGET);
    link.setAttribute('rel', LINK_REL);
  }
}

function harmlessStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    for (const property of [...element.style]) if (!MESSAGE_STYLES.has(property)) element.style.removeProperty(property);
  }
}

/**
 * Foreign HTML (messages, notices, rich texts) as harmless nodes: no script, no form, no frame, no own style sheet, links open
 * outside.
 */
export function safeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, { ...FORBIDDEN, RETURN_DOM_FRAGMENT: true });
  harmlessLinks(fragment);
  harmlessStyles(fragment);
  return fragment;
}

/** A document for print: keeps its looks, loses everything that could act. */
export const safeDocumentFragment = (html: string): DocumentFragment => DOMPurify.sanitize(html, { ...DOCUMENT, RETURN_DOM_FRAGMENT: true });

/** The text of foreign HTML, for one-line previews. */
export const textOfHtml = (html: string): string => (safeFragment(html).textContent ?? '').replace(/\s+/g, ' ').trim();

/** The only place where foreign HTML is shown. */
export function SafeHtml({ html }: { readonly html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.replaceChildren(safeFragment(html));
  }, [html]);
  return <div ref={frame} className="nk-html" />;
}
