import { usePlugin } from '@nephra/plugin-sdk/web';
import { type FormStore, RichTextView } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MaterialPicture } from './material-picture.tsx';
import type { ArticleForm, MpMaterialsStore } from './mp-materials.store.ts';

/** The article as a follower reads it, while it is written. */
export const ArticlePhone = observer(function ArticlePhone({ store, form }: { readonly store: MpMaterialsStore; readonly form: FormStore<ArticleForm> }) {
  const { t } = usePlugin();
  const { title, author, thumbId, content, sourceUrl } = form.values;
  return (
    <figure className="wx-phone wx-article" aria-label={t('mpMaterial.phone')}>
      <figcaption className="wx-phone-head">{t('mpMaterial.phone')}</figcaption>
      <div className="wx-article-body">
        {thumbId !== '' && <MaterialPicture store={store} mediaId={thumbId} large />}
        <h4>{title || t('mpMaterial.phoneEmpty')}</h4>
        {author !== '' && <p className="wx-quiet">{author}</p>}
        <RichTextView text={content} />
        {sourceUrl !== '' && <p className="wx-quiet">{t('mpMaterial.readMore')}</p>}
      </div>
    </figure>
  );
});
