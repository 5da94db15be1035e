import { Button, Checkbox, IconClose, IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  EmptyState,
  ErrorCard,
  ListSkeleton,
  PermissionButton,
  preloadStaffDialogs,
  StaffField,
  useButtonCheck,
  UserSelectDialog,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { OrganizeAdministrator } from '../../contract/index.ts';
import { type ChoiceTree, RolesToGive } from '../user/roles-to-give.ts';
import { ACT_FIELDS, type ActField, type AdministratorsStore } from './administrators.store.ts';
import './organize.css';

/** Delegated administration of one organisation: a matrix for each person. */
export const AdministratorsPanel = observer(function AdministratorsPanel({ store }: { readonly store: AdministratorsStore }) {
  const { t, http, guardUnsaved } = usePlugin();
  const roles = useMemo(() => new RolesToGive(http).at([store.orgId]), [http, store]);
  const mayEdit = useButtonCheck()('btn_admin');
  const [choosing, setChoosing] = useState(false);
  const adder = useRef<HTMLDivElement>(null);
  // What was pressed is gone or idle after these: the keyboard goes on above.
  const toAdder = () => adder.current?.querySelector('button')?.focus();
  const remove = (userId: string) => {
    store.remove(userId);
    toAdder();
  };
  const reset = () => {
    store.reset();
    toAdder();
  };
  const save = async () => {
    await store.save();
    toAdder();
  };
  useEffect(() => guardUnsaved(() => store.dirty), [guardUnsaved, store]);
  useEffect(() => {
    if (store.state.kind === 'idle') void store.load();
  }, [store]);
  const { state, rows } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.load()} />;
  if (state.kind === 'idle' || (state.kind === 'loading' && state.first)) return <ListSkeleton />;
  return (
    <div className="pm-sheet">
      <p className="pm-note">{t('organize.adminHelp')}</p>
      {mayEdit && (
        <div ref={adder}>
          <Button icon={<IconPlus />} aria-haspopup="dialog" onFocus={preloadStaffDialogs} onMouseEnter={preloadStaffDialogs} onClick={() => setChoosing(true)}>
            {t('organize.addAdmin')}
          </Button>
        </div>
      )}
      <UserSelectDialog
        visible={choosing}
        title={t('organize.addAdmin')}
        multiple
        onConfirm={(people) => store.add(people)}
        onClose={() => setChoosing(false)}
      />
      {rows.length === 0 && <EmptyState text={t('organize.noAdmin')} />}
      {rows.map((row) => (
        <PersonMatrix
          key={row.userId}
          row={row}
          mayEdit={mayEdit}
          roles={roles}
          onToggle={(field) => store.toggle(row.userId, field)}
          onName={(ids) => store.name(row.userId, ids)}
          onRemove={() => remove(row.userId)}
        />
      ))}
      {mayEdit && (
        <div className="pm-foot">
          <Button disabled={!store.dirty} onClick={reset}>
            {t('parts.undo')}
          </Button>
          <PermissionButton button="btn_admin" theme="solid" type="primary" disabled={!store.dirty} onClick={save}>
            {t('parts.save')}
          </PermissionButton>
        </div>
      )}
    </div>
  );
});

interface PersonMatrixProps {
  readonly row: OrganizeAdministrator;
  readonly mayEdit: boolean;
  /** What the picker of roles offers. */
  readonly roles: ChoiceTree;
  readonly onToggle: (field: ActField) => void;
  readonly onName: (roleIds: readonly string[]) => void;
  readonly onRemove: () => void;
}

function PersonMatrix({ row, mayEdit, roles, onToggle, onName, onRemove }: PersonMatrixProps) {
  const { t } = usePlugin();
  const id = useId();
  return (
    <section className="pm-matrix" aria-label={row.userName}>
      <header>
        <strong>{row.userName}</strong>
        {mayEdit && (
          <Button
            icon={<IconClose />}
            theme="borderless"
            type="tertiary"
            size="small"
            aria-label={t('organize.removeAdmin', { name: row.userName })}
            onClick={onRemove}
          />
        )}
      </header>
      {(['this', 'sub'] as const).map((layer) => (
        <fieldset key={layer} aria-label={t(`organize.layer.${layer}`)}>
          <span>{t(`organize.layer.${layer}`)}</span>
          {ACT_FIELDS[layer].map((field, at) => (
            <Checkbox key={field} checked={row[field] === 1} disabled={!mayEdit} onChange={() => onToggle(field)}>
              {t(`organize.act.${(['add', 'edit', 'delete'] as const)[at] ?? 'add'}`)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <div className="pm-matrix-roles">
        <label htmlFor={id}>{t('organize.rolesToGive')}</label>
        <StaffField kind="role" id={id} label={t('organize.rolesToGive')} multiple value={row.roleIds} tree={roles} disabled={!mayEdit} onChange={onName} />
      </div>
    </section>
  );
}
