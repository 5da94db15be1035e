import type { ReactNode } from 'react';
import type { LayoutType, SlideClass } from '../session/settings.store.ts';

const PAGE = '#eef1f5';
const BAR = '#d5dbe5';

const Picture = ({ children }: { readonly children: ReactNode }) => (
  <svg viewBox="0 0 56 40" aria-hidden="true" focusable="false">
    <rect width="56" height="40" rx="3" fill={PAGE} />
    {children}
  </svg>
);

const NAVIGATION: Readonly<Record<LayoutType, ReactNode>> = {
  classic: (
    <>
      <path d="M3 0h12v40H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Z" className="nephra-picture-nav" />
      <path d="M15 0h38a3 3 0 0 1 3 3v5H15Z" fill={BAR} />
    </>
  ),
  functional: <path d="M3 0h50a3 3 0 0 1 3 3v6H0V3a3 3 0 0 1 3-3Z" className="nephra-picture-nav" />,
  blend: (
    <>
      <path d="M3 0h50a3 3 0 0 1 3 3v6H0V3a3 3 0 0 1 3-3Z" className="nephra-picture-nav" />
      <path d="M0 9h12v31H3a3 3 0 0 1-3-3Z" className="nephra-picture-nav" opacity="0.55" />
    </>
  ),
  plain: (
    <>
      <path d="M3 0h5v40H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Z" className="nephra-picture-nav" />
      <path d="M8 0h45a3 3 0 0 1 3 3v5H8Z" fill={BAR} />
    </>
  ),
};

/** A small drawing of where the navigation stands. */
export const LayoutPicture = ({ layout }: { readonly layout: LayoutType }) => <Picture>{NAVIGATION[layout]}</Picture>;

/** A small drawing of a dark or a light sidebar. */
export const SlidePicture = ({ slide }: { readonly slide: SlideClass }) => (
  <Picture>
    <path d="M3 0h14v40H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Z" fill={slide === 'dark' ? '#1b2537' : '#fff'} />
    <path d="M4 9h9M4 15h9M4 21h6" stroke={slide === 'dark' ? '#8793a8' : BAR} strokeWidth="2" strokeLinecap="round" />
  </Picture>
);
