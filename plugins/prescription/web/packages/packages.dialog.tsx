import { moneyFromWire, moneyToText } from '@nephra/plugin-sdk/contract';
import { Button, IconSearch, Input, Modal, Radio, RadioGroup } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, ListSkeleton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PrescriptionDetail } from '../../contract/index.ts';
import { PackageFormPanel } from './package-form.panel.tsx';
import { PackageLines } from './package-lines.tsx';
import { type OpenPackage, PACKAGE_SHELVES, PackagesStore, type Shelf } from './packages.store.ts';
import './packages.css';

interface PackagesDialogProps {
  readonly orgId: string;
  /** Lines of the prescription that is open, to be kept as a package. */
  readonly current: () => readonly PrescriptionDetail[];
  /** Puts lines into the open prescription; undefined while it cannot be changed. */
  readonly onInsert?: (lines: readonly PrescriptionDetail[]) => void;
  readonly onClose: () => void;
}

/** Packages of the doctor, the department and the facility. */
export const PackagesDialog = observer(function PackagesDialog({ orgId, current, onInsert, onClose }: PackagesDialogProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PackagesStore(ctx, orgId));
  useEffect(() => void store.load(), [store]);
  return (
    <Modal
      visible
      centered
      title={t('package.title')}
      width="min(960px, calc(100vw - 24px))"
      footer={null}
      onCancel={onClose}
      bodyStyle={{ maxHeight: 'calc(100dvh - 160px)', overflow: 'auto', paddingBottom: 16 }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys typed here are not those of the prescription behind */}
      <div className="rx-packages" onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>
        {store.form ? <PackageFormPanel store={store} current={current} /> : <Browse store={store} current={current} onInsert={onInsert} onClose={onClose} />}
      </div>
    </Modal>
  );
});

interface BrowseProps extends Pick<PackagesDialogProps, 'current' | 'onInsert' | 'onClose'> {
  readonly store: PackagesStore;
}

const Browse = observer(function Browse({ store, current, onInsert, onClose }: BrowseProps) {
  const { t } = usePlugin();
  return (
    <>
      <div className="rx-packages-bar">
        <RadioGroup type="button" aria-label={t('package.shelf')} value={store.shelf} onChange={(event) => store.show({ shelf: event.target.value as Shelf })}>
          {PACKAGE_SHELVES.map((shelf) => (
            <Radio key={shelf} value={shelf}>
              {t(`package.shelves.${shelf}`)}
            </Radio>
          ))}
        </RadioGroup>
        <Input
          prefix={<IconSearch />}
          showClear
          value={store.keyword}
          placeholder={t('package.keyword')}
          aria-label={t('package.keyword')}
          onChange={(keyword) => store.show({ keyword })}
        />
        <WithPermission button="btn_package">
          <Button theme="light" type="primary" disabled={current().length === 0} onClick={() => store.begin(current())}>
            {t('package.keep')}
          </Button>
        </WithPermission>
      </div>
      <div className="rx-packages-body">
        <div className="rx-packages-list">
          {store.state.kind === 'failed' && <ErrorCard error={store.state.error} onRetry={() => void store.load()} />}
          {store.state.kind === 'loading' && store.rows.length === 0 && <ListSkeleton />}
          {store.state.kind === 'ready' && store.rows.length === 0 && <EmptyState text={t('package.none')} />}
          <ul aria-label={t('package.title')}>
            {store.rows.map((row) => (
              <li key={row.packageId}>
                <button
                  type="button"
                  className="rx-patient"
                  aria-current={store.open?.row.packageId === row.packageId || undefined}
                  onClick={() => void store.select(row)}
                >
                  <strong>{row.packageName}</strong>
                  <span className="rx-patient-line rx-patient-more">
                    <span>{t('package.lines', { n: row.lineCount })}</span>
                    <span>{`¥${moneyToText(moneyFromWire(row.totalPrice))}`}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        {store.open && <Preview key={store.open.row.packageId} store={store} open={store.open} onInsert={onInsert} onClose={onClose} />}
      </div>
    </>
  );
});

interface PreviewProps extends Omit<BrowseProps, 'current'> {
  readonly open: OpenPackage;
}

const Preview = observer(function Preview({ store, open, onInsert, onClose }: PreviewProps) {
  const { t } = usePlugin();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { custom, lines, row, skipped } = open;
  const chosen = new Set(lines.map((_, at) => at).filter((at) => !left.has(at)));
  const toggle = (at: number) => setLeft(new Set(left.has(at) ? [...left].filter((one) => one !== at) : [...left, at]));
  return (
    <section className="rx-packages-preview" aria-label={row.packageName}>
      <header>
        <h3>{row.packageName}</h3>
        {row.note !== '' && <p className="rx-muted">{row.note}</p>}
        {custom && !custom.mine && <p className="rx-muted">{t('package.owner', { name: custom.ownerName })}</p>}
      </header>
      {store.problem !== null && <Alert kind="error" text={store.problem} />}
      <PackageLines lines={lines} skipped={skipped} chosen={chosen} onChoose={toggle} />
      <div className="rx-packages-acts">
        {custom?.mine && (
          <WithPermission button="btn_package">
            <Button theme="borderless" type="danger" disabled={store.busy} onClick={() => void store.remove(custom)}>
              {t('act.remove')}
            </Button>
            <Button theme="borderless" disabled={store.busy} onClick={() => void store.share(custom, custom.scope === 'own' ? 'department' : 'own')}>
              {t(custom.scope === 'own' ? 'package.share' : 'package.unshare')}
            </Button>
            <Button theme="borderless" disabled={store.busy} onClick={() => store.edit(open)}>
              {t('package.edit')}
            </Button>
          </WithPermission>
        )}
        {onInsert && (
          <Button
            theme="solid"
            type="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              onInsert(lines.filter((_, at) => chosen.has(at)));
              onClose();
            }}
          >
            {t('package.insert', { n: chosen.size })}
          </Button>
        )}
      </div>
    </section>
  );
});
