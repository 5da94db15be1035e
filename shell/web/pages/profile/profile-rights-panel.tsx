import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { Radio, RadioGroup } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { TreeList, TreeStore } from '@nephra/plugin-sdk/widgets';
import { type OwnRights, profileContract, type RightNode } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

const KINDS = ['module', 'button', 'column', 'form', 'resource'] as const;
type Kind = (typeof KINDS)[number];

/** What the person may do, one tree per kind, with search (spec 7.11, Authorize). */
export const ProfileRightsPanel = observer(function ProfileRightsPanel() {
  const { t, http, session } = useShell();
  const [kind, setKind] = useState<Kind>('module');
  const trees = useMemo(() => {
    // One call for all five; asked again only after a failure.
    let asked: Promise<OwnRights> | undefined;
    const rights = (): Promise<OwnRights> => {
      asked ??= createClient(profileContract, http)
        .authorize({}, { quiet: true })
        .then(({ data }) => data)
        .catch((error: unknown) => {
          asked = undefined;
          throw error;
        });
      return asked;
    };
    const treeOf = (of: Kind) =>
      new TreeStore<RightNode>({ load: async () => ({ data: { list: (await rights())[of] } }), openLevels: of === 'module' ? 2 : 1 });
    return Object.fromEntries(KINDS.map((of) => [of, treeOf(of)])) as Record<Kind, TreeStore<RightNode>>;
  }, [http]);
  return (
    <div className="nf-profile-rights">
      {session.userInfo?.isAdministrator && <p className="nf-profile-none">{t('profile.allRights')}</p>}
      <RadioGroup type="button" aria-label={t('profile.tab.rights')} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
        {KINDS.map((one) => (
          <Radio key={one} value={one}>
            {t(`profile.right.${one}`)}
          </Radio>
        ))}
      </RadioGroup>
      <div className="nf-profile-tree">
        <TreeList key={kind} label={t(`profile.right.${kind}`)} store={trees[kind]} />
      </div>
    </div>
  );
});
