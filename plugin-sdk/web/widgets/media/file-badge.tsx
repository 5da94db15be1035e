import './media.css';

const FAMILIES: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  doc: 'word',
  docx: 'word',
  xls: 'sheet',
  xlsx: 'sheet',
  csv: 'sheet',
  ppt: 'slides',
  pptx: 'slides',
  zip: 'box',
  rar: 'box',
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  bmp: 'picture',
  webp: 'picture',
};

const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind of a file as a small coloured sign; the name beside it says the same. */
export function FileBadge({ name }: { readonly name: string }) {
  const extension = extensionOf(name);
  return (
    <span className="nk-file-badge" data-family={FAMILIES[extension] ?? 'other'} aria-hidden="true">
      {extension.slice(0, 4) || '?'}
    </span>
  );
}
