import { observer } from 'mobx-react-lite';
import type { FilePreviewStore, PreviewedFile } from './file-preview-store.ts';
import { ImportButton, type ImportButtonProps } from './import-button.tsx';
import { ImportPreview, type ImportPreviewProps, type PreviewedChange } from './import-preview.dialog.tsx';

export interface FileImportProps<Row extends PreviewedChange, Found extends PreviewedFile<Row>>
  extends Pick<ImportButtonProps, 'button' | 'accept' | 'label' | 'children'>,
    Pick<ImportPreviewProps<Row>, 'title' | 'columns' | 'rowKey'> {
  readonly store: FilePreviewStore<Row, Found>;
  /** Above the entries: one of them that is refused refuses the file (`refused`), nothing would change (`same`), or somebody has to say yes (`ask`). */
  readonly notes: (found: Found) => Readonly<Record<'refused' | 'same' | 'ask', string>>;
  /** What else the file would do, a line each. */
  readonly details?: (found: Found) => readonly string[];
}

function ObservedFileImport<Row extends PreviewedChange, Found extends PreviewedFile<Row>>(props: FileImportProps<Row, Found>) {
  const { store, notes, details, title, columns, rowKey, ...button } = props;
  const { found } = store;
  return (
    <>
      <ImportButton {...button} onFile={store.look} />
      <ImportPreview
        rows={found?.list ?? null}
        title={title}
        columns={columns}
        rowKey={rowKey}
        note={(state) =>
          found && (
            <>
              <p>{notes(found)[state]}</p>
              {details?.(found).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </>
          )
        }
        onTake={store.take}
        onClose={store.close}
      />
    </>
  );
}

/** A button that asks for a file, and what that file would change before anything is written (`FilePreviewStore`). */
export const FileImport = observer(ObservedFileImport) as typeof ObservedFileImport;
