/** Our mark: a kidney inside a drop. The drop takes the theme colour. */
export function LogoMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="nephra-logo-mark">
      <path className="nephra-logo-drop" d="M16 1.5c6 6.8 10.8 12.4 10.8 18.2a10.8 10.8 0 0 1-21.6 0C5.2 13.9 10 8.3 16 1.5Z" />
      <path
        fill="#fff"
        d="M18.6 11.7c-4 0-7 3.3-7 7.4 0 3.9 2 6.7 4.5 6.7 1.8 0 2.8-1.2 2.4-2.7-.4-1.2-1.5-1.7-1.5-3.1 0-1.3.9-1.9 2.2-2.2 1.3-.4 2.3-1.2 2.3-2.7 0-1.9-1.2-3.4-2.9-3.4Z"
      />
    </svg>
  );
}
