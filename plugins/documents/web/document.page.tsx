import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, EditDialog, FilterChips, ListPage, type RowAction, sizeText, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { DocumentRow } from '../contract/document.contract.ts';
import { Crumbs } from './crumbs.tsx';
import { DocumentStore, type Usage, type View } from './document.store.ts';
import './documents.css';

const ShareDialog = lazy(() => import('./share.dialog.tsx').then((module) => ({ default: module.ShareDialog })));
const HandOverDialog = lazy(() => import('./hand-over.dialog.tsx').then((module) => ({ default: module.HandOverDialog })));
const VIEWS: readonly View[] = ['own', 'forMe', 'shared', 'trash'];
const isFolder = ({ type }: DocumentRow): boolean => type === 0;

/** @param view what is shown: when something was deleted matters in the recycle bin alone, whether it is shared outside of it */
function columnsOf(ctx: WebContext, store: DocumentStore, view: View): readonly Column<DocumentRow>[] {
  const { t } = ctx;
  const open = (row: DocumentRow) =>
    isFolder(row) ? store.open(row) : ctx.previewDocument({ name: row.fullName, fileId: row.fileId, fileVersionId: row.fileId });
  return [
    {
      prop: 'fullName',
      label: t('name'),
      minWidth: 220,
      always: true,
      sortable: true,
      render: (row) => (
        <span className="documents-name">
          <span className="documents-kind">{isFolder(row) ? t('folder') : row.fileExtension}</span>
          {row.deleteTime > 0 ? (
            row.fullName
          ) : (
            <button type="button" className="documents-open" onClick={() => void open(row)}>
              {row.fullName}
            </button>
          )}
        </span>
      ),
      text: ({ fullName }) => fullName,
    },
    {
      prop: 'fileSize',
      label: t('size'),
      width: 100,
      align: 'right',
      sortable: true,
      render: (row) => (isFolder(row) ? '–' : sizeText(row.fileSize)),
      text: (row) => (isFolder(row) ? '' : sizeText(row.fileSize)),
    },
    { prop: 'ownerName', label: t('owner'), width: 110 },
    { prop: 'lastModifyTime', label: t('changed'), width: 150, sortable: true, render: ({ lastModifyTime }) => <DateText value={lastModifyTime} /> },
    view === 'trash'
      ? { prop: 'deleteTime', label: t('deleted'), width: 150, render: ({ deleteTime }) => (deleteTime > 0 ? <DateText value={deleteTime} /> : '–') }
      : {
          prop: 'isShare',
          label: t('isShare'),
          width: 90,
          render: ({ isShare }) => (isShare === 1 ? t('yes') : '–'),
          text: ({ isShare }) => (isShare === 1 ? t('yes') : ''),
        },
  ];
}

function actionsOf(ctx: WebContext, store: DocumentStore): readonly RowAction<DocumentRow>[] {
  const { t } = ctx;
  const there = ({ deleteTime }: DocumentRow) => deleteTime === 0;
  const changeable = (row: DocumentRow) => there(row) && row.mayChange === 1;
  const isOwn = ({ ownerId }: DocumentRow) => ownerId === ctx.user.userId;
  // Of what others share by itself only they decide where it lies.
  const movable = (row: DocumentRow) => changeable(row) && (isOwn(row) || store.path.length > 0);
  return [
    { key: 'download', text: t('act.download'), visible: (row) => there(row) && !isFolder(row), onClick: store.download },
    { key: 'share', button: 'btn_share', text: t('act.share'), visible: (row) => there(row) && isOwn(row), onClick: store.share },
    { key: 'rename', button: 'btn_edit', text: t('act.rename'), visible: changeable, onClick: store.rename },
    { key: 'move', button: 'btn_edit', text: t('act.move'), visible: movable, onClick: store.move },
    {
      key: 'remove',
      button: 'btn_remove',
      text: t('act.remove'),
      danger: true,
      visible: movable,
      confirm: ({ fullName }) => t('ask.remove', { name: fullName }),
      onClick: store.remove,
    },
    { key: 'restore', button: 'btn_restore', text: t('act.restore'), visible: (row) => !there(row), onClick: store.restore },
    {
      ...{ key: 'destroy', button: 'btn_destroy', text: t('act.destroy'), danger: true, onClick: store.destroy },
      visible: (row) => !there(row) && isOwn(row),
      confirm: ({ fullName }) => t('ask.destroy', { name: fullName }),
    },
  ];
}

const spaceText = (t: WebContext['t'], { ownBytes, usedBytes, quotaBytes }: Usage): string =>
  quotaBytes === 0
    ? t('space.own', { own: sizeText(ownBytes) })
    : t('space.quota', { own: sizeText(ownBytes), used: sizeText(usedBytes), quota: sizeText(quotaBytes) });

/** Folders and files of one's own, what others share, and the recycle bin (wire facts, extend.document). */
export const Page = observer(function DocumentPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new DocumentStore(ctx));
  const [handingOver, setHandingOver] = useState(false);
  useEffect(() => void store.readUsage(), [store]);
  const { list, view, path, mayAdd, dialog, sharing, usage } = store;
  const columns = useMemo(() => columnsOf(ctx, store, view), [ctx, store, view]);
  const actions = useMemo(() => actionsOf(ctx, store), [ctx, store]);
  const searched = (list.filter.keyword ?? '') !== '';
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={list}
        columns={columns}
        rowActions={actions}
        search={[{ kind: 'text', name: 'keyword', label: t('name') }]}
        onOpen={(row) => (isFolder(row) && row.deleteTime === 0 ? void store.open(row) : undefined)}
        emptyText={searched ? t('empty.found') : t(path.length > 0 ? 'empty.folder' : `empty.${view}`)}
        toolbar={[
          { key: 'upload', button: 'btn_add', text: t('act.upload'), primary: true, disabled: !mayAdd, onClick: store.upload },
          { key: 'folder', button: 'btn_add', text: t('act.newFolder'), disabled: !mayAdd, onClick: store.newFolder },
          ...(ctx.user.isAdministrator ? [{ key: 'handOver', text: t('act.handOver'), onClick: () => setHandingOver(true) }] : []),
        ]}
      >
        <FilterChips
          label={t('views.label')}
          chips={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          chosen={view}
          onChoose={(value) => void store.show(value)}
        />
        <div className="documents-line">
          <Crumbs top={t(`path.${view}`)} path={path} onOpen={(folder) => void store.open(folder)} />
          {usage && <span className="documents-space">{spaceText(t, usage)}</span>}
        </div>
      </ListPage>
      {(dialog?.kind === 'folder' || dialog?.kind === 'rename') && (
        <EditDialog form={dialog.form} title={t(`dialog.${dialog.kind}`)} width={480} onClose={store.close} onSave={store.saveName} />
      )}
      {dialog?.kind === 'move' && (
        <EditDialog form={dialog.form} title={t('dialog.move', { name: dialog.row.fullName })} width={480} onClose={store.close} onSave={store.saveMove} />
      )}
      {dialog?.kind === 'upload' && <EditDialog form={dialog.form} title={t('dialog.upload')} width={640} onClose={store.close} onSave={store.saveFiles} />}
      {handingOver && (
        <Suspense fallback={null}>
          <HandOverDialog onClose={() => setHandingOver(false)} onDone={() => void store.list.reload()} />
        </Suspense>
      )}
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog store={sharing} onClose={store.closeSharing} />
        </Suspense>
      )}
    </>
  );
});
