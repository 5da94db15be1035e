import './toast.css';
import type { ToastPort } from './feedback.port.ts';

/** Time a message stays (spec 8 and 9). */
export const TOAST_MS = 1500;

type Kind = 'success' | 'info' | 'warning' | 'error';

const SHAPES: Readonly<Record<Kind, string>> = {
  success: 'M8.5 12.5l2.5 2.5 5-5.5',
  info: 'M12 11v5M12 8h.01',
  warning: 'M12 7.5v5M12 16h.01',
  error: 'M9 9l6 6M15 9l-6 6',
};

const SVG = 'http://www.w3.org/2000/svg';

function icon(document: Document, kind: Kind): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const disc = document.createElementNS(SVG, 'circle');
  for (const [name, value] of Object.entries({ cx: '12', cy: '12', r: '11', fill: 'currentColor' })) disc.setAttribute(name, value);
  const sign = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({ d: SHAPES[kind], fill: 'none', stroke: '#fff', 'stroke-width': '2', 'stroke-linecap': 'round' })) {
    sign.setAttribute(name, value);
  }
  svg.append(disc, sign);
  return svg;
}

/**
 * Messages over the page, one at a time: a new one closes the one before. Plain DOM, because the login page and failures
 * of the component library need it too. Holding the pointer over a message keeps it.
 */
export function createToast(page: Document, later: (work: () => void, ms: number) => () => void): ToastPort {
  let shown: HTMLElement | null = null;
  let cancel: () => void = () => {};
  const close = () => {
    cancel();
    cancel = () => {};
    shown?.remove();
    shown = null;
  };
  const show = (kind: Kind, text: string, durationMs = TOAST_MS) => {
    close();
    const box = page.createElement('div');
    box.className = `nf-toast nf-toast--${kind}`;
    box.setAttribute('role', kind === 'error' || kind === 'warning' ? 'alert' : 'status');
    const words = page.createElement('span');
    words.textContent = text;
    box.append(icon(page, kind), words);
    const start = () => {
      cancel = later(close, durationMs);
    };
    box.addEventListener('mouseenter', () => cancel());
    box.addEventListener('mouseleave', start);
    page.body.append(box);
    shown = box;
    start();
  };
  return {
    show,
    close,
    success: show.bind(null, 'success'),
    info: show.bind(null, 'info'),
    warning: show.bind(null, 'warning'),
    error: show.bind(null, 'error'),
  };
}
