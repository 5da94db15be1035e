import '../../wechat.css';
import '../menu/mp-menu.css';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  type Column,
  copyText,
  dateColumn,
  EditDialog,
  ListPage,
  PageFrame,
  PageTabs,
  statusColumn,
  statusTable,
  textColumn,
  type Tone,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { MATERIAL_TYPES, type MaterialType } from '../../../contract/public/public-limits.ts';
import type { ArticleRow, MaterialRow } from '../../../contract/public/public-material.contract.ts';
import { ArticlePhone } from './article-phone.tsx';
import { MaterialPicture } from './material-picture.tsx';
import { MpMaterialsStore } from './mp-materials.store.ts';

const TONES: Readonly<Record<ArticleRow['state'], Tone>> = { draft: 'neutral', pushing: 'info', pushed: 'success', changed: 'warning', doubtful: 'warning' };

const materialColumns = (t: WebContext['t'], store: MpMaterialsStore, type: MaterialType): readonly Column<MaterialRow>[] => [
  ...(type === 2
    ? [
        {
          prop: 'picture',
          label: t('mpMaterial.picture'),
          width: 96,
          render: ({ id }: MaterialRow) => <MaterialPicture store={store} mediaId={id} />,
          text: () => '',
        },
      ]
    : []),
  { prop: 'fullName', label: t('mpMaterial.name'), minWidth: 180, always: true },
  { prop: 'id', label: t('mpMaterial.id'), minWidth: 200 },
  dateColumn('updateTime', t('mpMaterial.time')),
];

const articleColumns = (t: WebContext['t']): readonly Column<ArticleRow>[] => [
  { prop: 'title', label: t('mpMaterial.title'), minWidth: 200, always: true },
  textColumn('digest', t('mpMaterial.digest'), { minWidth: 200 }),
  statusColumn('state', t('mpMaterial.state'), { width: 120, table: statusTable(TONES, (value) => t(`mpMaterial.states.${value}`)) }),
  { prop: 'creatorUser', label: t('mpMaterial.by'), width: 110 },
  dateColumn('lastModifyTime', t('mpMaterial.time')),
];

/** Pictures, recordings, films and articles of the public account. */
export const Page = observer(function MpMaterialsPage({ menu }: PageProps) {
  const { t } = usePlugin();
  const ctx = usePlugin();
  const store = useStore(() => new MpMaterialsStore(ctx));
  useEffect(() => void store.loadQuota(), [store]);
  const { uploading, editing } = store;
  return (
    <PageFrame title={menu.fullName}>
      <PageTabs
        activeKey={String(store.tab)}
        onChange={(key) => store.show(Number(key) as MpMaterialsStore['tab'])}
        keep
        tabs={[
          ...MATERIAL_TYPES.map((type) => ({ key: String(type), title: t(`mpMaterial.kinds.${type}`), content: <MaterialList store={store} type={type} /> })),
          { key: '5', title: t('mpMaterial.kinds.5'), content: <ArticleList store={store} /> },
        ]}
      />
      <EditDialog
        form={uploading?.form ?? null}
        title={uploading ? t(`mpMaterial.addTitle.${uploading.type}`) : ''}
        width={520}
        saveText={t('mpMaterial.add')}
        onClose={() => store.closeUpload()}
        onSave={store.add}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={t(editing?.article ? 'mpMaterial.articleEdit' : 'mpMaterial.articleAdd')}
        width={960}
        onClose={() => store.closeEdit()}
        onSave={store.saveArticle}
        onSaved={() => store.articles.reload()}
      >
        {editing && <ArticlePhone store={store} form={editing.form} />}
      </EditDialog>
    </PageFrame>
  );
});

const MaterialList = observer(function MaterialList({ store, type }: { readonly store: MpMaterialsStore; readonly type: MaterialType }) {
  const { t, toast } = usePlugin();
  const columns = useMemo(() => materialColumns(t, store, type), [t, store, type]);
  const room = store.quota.find(({ materialsType }) => materialsType === type);
  const copy = async ({ id }: MaterialRow) => {
    if (await copyText(id)) toast.success(t('mpMaterial.copied'));
  };
  return (
    <ListPage
      label={t(`mpMaterial.kinds.${type}`)}
      settingsKey={`materials-${type}`}
      store={store.lists[type]}
      columns={columns}
      emptyText={t('mpMaterial.empty')}
      toolbar={[{ key: 'add', text: t('mpMaterial.add'), button: 'btn_add', primary: true, onClick: () => store.upload(type) }]}
      rowActions={[
        { key: 'copy', text: t('mpMaterial.copyId'), onClick: copy },
        {
          ...{ key: 'remove', text: t('mpMaterial.remove'), button: 'btn_remove', danger: true },
          ...{ confirm: ({ fullName }: MaterialRow) => t('mpMaterial.removeAsk', { name: fullName }), onClick: (row: MaterialRow) => store.remove(row) },
        },
      ]}
    >
      {room && <p className="wx-quiet">{t('mpMaterial.quota', { used: room.used, most: room.most })}</p>}
    </ListPage>
  );
});

const ArticleList = observer(function ArticleList({ store }: { readonly store: MpMaterialsStore }) {
  const { t } = usePlugin();
  const columns = useMemo(() => articleColumns(t), [t]);
  return (
    <ListPage
      label={t('mpMaterial.kinds.5')}
      settingsKey="articles"
      store={store.articles}
      columns={columns}
      emptyText={t('mpMaterial.articleEmpty')}
      toolbar={[{ key: 'add', text: t('mpMaterial.articleAdd'), button: 'btn_article', primary: true, onClick: () => store.edit(null) }]}
      onOpen={(row: ArticleRow) => store.edit(row)}
      rowActions={[
        { key: 'edit', text: t('mpMaterial.articleEdit'), button: 'btn_article', onClick: (row: ArticleRow) => store.edit(row) },
        {
          ...{ key: 'push', text: t('mpMaterial.articlePush'), button: 'btn_article', visible: ({ state }: ArticleRow) => state !== 'pushed' },
          ...{ confirm: ({ title }: ArticleRow) => t('mpMaterial.articlePushAsk', { name: title }), onClick: (row: ArticleRow) => store.push(row) },
        },
        {
          ...{ key: 'remove', text: t('mpMaterial.remove'), button: 'btn_article', danger: true },
          ...{ confirm: ({ title }: ArticleRow) => t('mpMaterial.articleRemoveAsk', { name: title }), onClick: (row: ArticleRow) => store.removeArticle(row) },
        },
      ]}
    />
  );
});
