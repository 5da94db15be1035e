import { usePlugin } from '@nephra/plugin-sdk/web';
import type { Crumb } from './document.store.ts';

interface CrumbsProps {
  /** What the beginning is called. */
  readonly top: string;
  readonly path: readonly Crumb[];
  /** Null: the beginning. */
  readonly onOpen: (folder: Crumb | null) => void;
}

/** The way to the folder that is open; each part of it can be pressed, but for the last. */
export function Crumbs({ top, path, onOpen }: CrumbsProps) {
  const { t } = usePlugin();
  const part = (text: string, folder: Crumb | null, last: boolean) =>
    last ? (
      <span aria-current="page">{text}</span>
    ) : (
      <button type="button" className="documents-open" onClick={() => onOpen(folder)}>
        {text}
      </button>
    );
  return (
    <nav aria-label={t('path.label')}>
      <ol className="documents-crumbs">
        <li>{part(top, null, path.length === 0)}</li>
        {path.map((folder, at) => (
          <li key={folder.id}>{part(folder.fullName, folder, at === path.length - 1)}</li>
        ))}
      </ol>
    </nav>
  );
}
