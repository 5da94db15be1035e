import '../../wechat.css';
import './mp-menu.css';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ConfirmButton, ErrorCard, ListSkeleton, PageFrame, PermissionButton, SaveFailure, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MAX_MENU_BELOW, MAX_MENU_TOP } from '../../../contract/public/public-limits.ts';
import { ButtonForm } from './button.form.tsx';
import { MenuPhone } from './menu-phone.tsx';
import { MpMenuStore } from './mp-menu.store.ts';
import { PublishDialog } from './publish.dialog.tsx';

/** Menu below the conversations of the public account: edited, looked at as on a phone, published and taken back. */
export const Page = observer(function MpMenuPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const store = useStore(() => new MpMenuStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { loading } = store;
  return (
    <PageFrame title={menu.fullName} fill={false}>
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && <MenuEditor store={store} />}
      <PublishDialog store={store} />
    </PageFrame>
  );
});

const MenuEditor = observer(function MenuEditor({ store }: { readonly store: MpMenuStore }) {
  const { t } = usePlugin();
  const { kept, dirty, flaws, busy, failure } = store;
  const when = kept && kept.publishTime > 0 ? formatInstant(kept.publishTime, 'yyyy-MM-dd HH:mm') : '';
  return (
    <div className="nk-sheet">
      <p className="wx-quiet">{t('mpMenu.intro')}</p>
      <p className="wx-quiet">{when === '' ? t('mpMenu.never') : t('mpMenu.published', { who: kept?.publishUser ?? '', when })}</p>
      <div className="wx-menu-parts">
        <MenuPhone store={store} />
        <section className="wx-menu-side">
          <MenuList store={store} />
          <ButtonForm store={store} />
        </section>
      </div>
      {failure !== null && <SaveFailure error={failure} />}
      {flaws[0] && dirty && <Alert kind="warning" text={t(`errors.wechat.mp-menu-${flaws[0].flaw}`)} />}
      <div className="wx-acts">
        <PermissionButton button="btn_edit" theme="solid" type="primary" disabled={!dirty || busy || flaws.length > 0} onClick={() => store.save()}>
          {t('mpMenu.save')}
        </PermissionButton>
        <Button disabled={!dirty || busy} onClick={() => store.discard()}>
          {t('mpMenu.undoEdit')}
        </Button>
        <PermissionButton button="btn_publish" theme="light" type="primary" disabled={dirty || busy || flaws.length > 0} onClick={() => store.look()}>
          {t('mpMenu.publish')}
        </PermissionButton>
        {kept?.undoId !== '' && (
          <ConfirmButton button="btn_publish" confirm={t('mpMenu.undoAsk')} disabled={busy} onClick={() => store.undo()}>
            {t('mpMenu.undo')}
          </ConfirmButton>
        )}
      </div>
    </div>
  );
});

/** All entries, one below the other: the way in for keyboards and for readers aloud. */
const MenuList = observer(function MenuList({ store }: { readonly store: MpMenuStore }) {
  const { t } = usePlugin();
  const { buttons, place } = store;
  const isChosen = (top: number, below: number | null): boolean => place?.top === top && place.below === below;
  return (
    <nav className="wx-menu-list" aria-label={t('mpMenu.places')}>
      <ul>
        {buttons.map((button, top) => (
          // A place is what an entry is known by.
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own
          <li key={top}>
            <button type="button" className="nk-text-button" aria-pressed={isChosen(top, null)} onClick={() => store.choose({ top, below: null })}>
              {top + 1}. {button.fullName || t('mpMenu.unnamed')}
            </button>
            <ul>
              {button.children.map((child, below) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own
                <li key={below}>
                  <button type="button" className="nk-text-button" aria-pressed={isChosen(top, below)} onClick={() => store.choose({ top, below })}>
                    {top + 1}.{below + 1} {child.fullName || t('mpMenu.unnamed')}
                  </button>
                </li>
              ))}
              {button.children.length < MAX_MENU_BELOW && (
                <li>
                  <Button size="small" theme="borderless" onClick={() => store.addBelow(top)}>
                    + {t('mpMenu.addBelow')}
                  </Button>
                </li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      {buttons.length < MAX_MENU_TOP && (
        <Button size="small" onClick={() => store.addTop()}>
          + {t('mpMenu.addTop')}
        </Button>
      )}
    </nav>
  );
});
