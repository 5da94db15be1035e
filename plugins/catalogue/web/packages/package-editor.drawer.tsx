import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, EditableTable, FormPanel, PickerPopover, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { CatalogueRow } from '../../contract/catalogue.schema.ts';
import { priceText } from '../catalogue-words.ts';
import type { PackageEditor, PackageStore } from './package.store.ts';
import { lineFromEntry } from './package-line.ts';

interface PackageDrawerProps {
  readonly store: PackageStore;
  readonly editor: PackageEditor;
  /** False: one may only look. */
  readonly keeps: boolean;
}

/** Head and lines of a package; amounts follow every change. */
export const PackageDrawer = observer(function PackageDrawer({ store, editor, keeps }: PackageDrawerProps) {
  const { t, confirm, guardUnsaved } = usePlugin();
  const text = (name: string, params?: Record<string, string | number>): string => t(`catalogue.pack.${name}`, params);
  const { busy, run } = useRunOnce();
  const { form, lines, pack } = editor;
  useEffect(() => guardUnsaved(() => editor.touched), [guardUnsaved, editor]);
  const close = async () => {
    if ((editor.touched || form.dirty) && keeps && !(await confirm({ content: t('catalogue.discardAsk'), danger: true }))) return;
    store.close();
  };
  const save = async () => {
    if (lines.values.length === 0) {
      editor.complain(text('noLines'));
      return;
    }
    if (!lines.validate()) return;
    const outcome = await form.submit(store.save);
    if (outcome.kind !== 'saved') return;
    store.close();
    await store.list.reload();
  };
  return (
    <SideSheet
      visible
      maskClosable={!editor.touched}
      title={pack ? text(keeps ? 'editTitle' : 'viewTitle', { name: pack.packageName }) : text('addTitle')}
      width="min(1360px, 100vw)"
      onCancel={() => void close()}
      footer={
        <div className="catalogue-pack-foot">
          <span>
            {text('sum', { n: lines.values.length })} <AmountText amount={editor.total} sign strong />
          </span>
          <Button onClick={() => void close()}>{t(keeps ? 'catalogue.cancel' : 'catalogue.close')}</Button>
          {keeps && (
            <Button theme="solid" type="primary" loading={busy || form.saving} onClick={() => void run(save)}>
              {text('save')}
            </Button>
          )}
        </div>
      }
    >
      {keeps && (
        <div className="catalogue-pack-head">
          <FormPanel form={form} columns={3} autoFocus={pack === undefined} onSubmit={() => void run(save)} />
        </div>
      )}
      {editor.complaint && <Alert kind="error" text={editor.complaint} />}
      <div className="catalogue-pack-lines">
        <EditableTable label={text('lines')} store={lines} canAdd={false} canDelete={keeps} disabled={!keeps}>
          {keeps && (
            <div className="catalogue-pick">
              <PickerPopover<CatalogueRow>
                label={text('pick')}
                placeholder={text('pick')}
                rowKey="drugId"
                width={640}
                load={store.find}
                columns={[
                  { prop: 'drugName', label: t('catalogue.field.drugName'), minWidth: 180 },
                  { prop: 'drugSpec', label: t('catalogue.field.drugSpec'), width: 150 },
                  { prop: 'drugType', label: t('catalogue.field.drugType'), width: 72, render: (row) => t(`drugType.${row.drugType}`) },
                  { prop: 'price', label: t('catalogue.field.price'), width: 110, align: 'right', render: (row) => `${priceText(row.price)}/${row.stockUnit}` },
                ]}
                onPick={(entry) => lines.append(lineFromEntry(entry))}
              />
            </div>
          )}
        </EditableTable>
      </div>
    </SideSheet>
  );
});
