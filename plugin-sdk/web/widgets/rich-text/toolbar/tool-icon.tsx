/** Lines of the signs in the toolbar, in a box of 16. Drawn here: icons of the component library would come with every page. */
const PATHS = {
  undo: 'M3 6h6a4 4 0 0 1 0 8H6M6 3 3 6l3 3',
  redo: 'M13 6H7a4 4 0 0 0 0 8h3M10 3l3 3-3 3',
  bold: 'M5 3h4a2.5 2.5 0 0 1 0 5H5zM5 8h5a2.5 2.5 0 0 1 0 5H5z',
  italic: 'M7 3h5M4 13h5M9.5 3l-3 10',
  underline: 'M4 2.5v5a4 4 0 0 0 8 0v-5M3.5 14h9',
  strike: 'M11.5 4.5C11 3.4 9.7 2.5 8 2.5c-2 0-3.5 1-3.5 2.7 0 3.8 7 1.8 7 5.6 0 1.7-1.5 2.7-3.5 2.7-1.9 0-3.3-1-3.7-2.2M2 8h12',
  color: 'M4 11 8 2l4 9M5.4 8h5.2M2.5 14h11',
  background: 'M9.5 2.5 13.5 6.5 8 12H5l-1-1V8zM2.5 14.5h11',
  ordered: 'M7 4h7M7 8h7M7 12h7M2.5 3 3.5 2.5V6M2.3 10.2c.4-.8 2-.7 1.9.4-.1.8-1.9 1.4-1.9 2.4h2',
  bullet: 'M6.5 4h7.5M6.5 8h7.5M6.5 12h7.5M2.8 4h.4M2.8 8h.4M2.8 12h.4',
  indentLess: 'M2 3h12M8 6.5h6M8 9.5h6M2 13h12M5 6 3 8l2 2',
  indentMore: 'M2 3h12M8 6.5h6M8 9.5h6M2 13h12M3 6l2 2-2 2',
  rtl: 'M9 10V2.5H6.5a2.2 2.2 0 0 0 0 4.5H9M12 2.5V10M9 2.5h4M14 13H3M5 11l-2 2 2 2',
  quote: 'M3 9.5V7c0-2 1-3.5 3-4M3 9.5h3V7H3M10 9.5V7c0-2 1-3.5 3-4M10 9.5h3V7h-3',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  link: 'M7 9.5a2.5 2.5 0 0 0 3.6 0l2.3-2.3a2.5 2.5 0 0 0-3.6-3.6l-.8.8M9 6.5a2.5 2.5 0 0 0-3.6 0L3.1 8.8a2.5 2.5 0 0 0 3.6 3.6l.8-.8',
  image: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5L9 10.5l1.5-1.5 3 3M10.5 6h.1',
  clear: 'M4 3h9M8.5 3 7 9M3 13h5M10.5 9.5l3 3M13.5 9.5l-3 3',
} as const;

export type ToolIconName = keyof typeof PATHS;

export const ToolIcon = ({ name }: { readonly name: ToolIconName }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
