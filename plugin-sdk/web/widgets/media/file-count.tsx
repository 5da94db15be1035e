import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { useMediaText } from './media-texts.ts';

export interface FileCountProps {
  readonly files: readonly UploadedFile[] | null | undefined;
}

/** How many files a record has, for cells of tables; their names on pointing. */
export function FileCount({ files }: FileCountProps) {
  const text = useMediaText();
  if (!files || files.length === 0) return null;
  return <span title={files.map(({ name }) => name).join('\n')}>{text(files.length === 1 ? 'countOne' : 'count', { n: files.length })}</span>;
}
