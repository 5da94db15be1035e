import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { createClient } from '@nephra/plugin-sdk/web';
import { ErrorCard, GroupTitle, ListSkeleton, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { type MajorChoice, profileContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly organizes: readonly MajorChoice[]; readonly positions: readonly MajorChoice[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Where the person works and under which position, and switching between several (spec 7.11, major). */
export const ProfilePlacesPanel = observer(function ProfilePlacesPanel() {
  const { t, http, actions } = useShell();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(async () => {
    try {
      const client = createClient(profileContract, http);
      const [organizes, positions] = await Promise.all([client.organizes({}, { quiet: true }), client.positions({}, { quiet: true })]);
      setLoaded({ kind: 'ready', organizes: organizes.data, positions: positions.data });
    } catch (error) {
      setLoaded({ kind: 'failed', error });
    }
  }, [http]);
  useEffect(() => void load(), [load]);
  if (loaded.kind === 'loading') return <ListSkeleton />;
  if (loaded.kind === 'failed') return <ErrorCard error={loaded.error} onRetry={() => void load()} />;
  const choose = async (majorType: 'Organize' | 'Position', id: string) => {
    if (await actions.switchMajor(majorType, id)) await load();
  };
  return (
    <div className="nf-profile-places">
      <GroupTitle help={t('profile.organizesHelp')}>{t('profile.organizes')}</GroupTitle>
      <Choices list={loaded.organizes} empty={t('profile.noOrganizes')} onChoose={(id) => choose('Organize', id)} />
      <GroupTitle help={t('profile.positionsHelp')}>{t('profile.positions')}</GroupTitle>
      <Choices list={loaded.positions} empty={t('profile.noPositions')} onChoose={(id) => choose('Position', id)} />
    </div>
  );
});

interface ChoicesProps {
  readonly list: readonly MajorChoice[];
  readonly empty: string;
  readonly onChoose: (id: string) => Promise<void>;
}

const Choices = observer(function Choices({ list, empty, onChoose }: ChoicesProps) {
  const { t } = useShell();
  if (list.length === 0) return <p className="nf-profile-none">{empty}</p>;
  return (
    <ul className="nf-profile-choices">
      {list.map((one) => (
        <li key={one.id} data-current={one.isDefault || undefined}>
          <span>{one.fullName}</span>
          {one.isDefault ? (
            <StatusTag value={1} table={[{ value: 1, text: t('profile.current'), tone: 'success' }]} />
          ) : (
            <PermissionButton theme="light" aria-label={t('profile.switchTo', { name: one.fullName })} onClick={() => onChoose(one.id)}>
              {t('profile.switch')}
            </PermissionButton>
          )}
        </li>
      ))}
    </ul>
  );
});
