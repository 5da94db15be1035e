import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { TreeList, TreeStore } from '@nephra/plugin-sdk/widgets';
import { profileContract, type Subordinate } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

interface PersonNode {
  readonly id: string;
  readonly fullName: string;
  readonly place: string;
  readonly hasChildren: boolean;
  readonly children: null;
}

const nodeOf = ({ id, userName, department, position, isLeaf }: Subordinate): PersonNode => ({
  id,
  fullName: userName,
  place: [department, position].filter(Boolean).join(' · '),
  hasChildren: !isLeaf,
  children: null,
});

/** Who reports to the person; each level is asked for when it is opened. */
function treeOf(http: HttpPort): TreeStore<PersonNode> {
  const client = createClient(profileContract, http);
  const level = async (id: string, signal: AbortSignal) => {
    const { data } = await client.subordinates({ params: { id } }, { signal, quiet: true });
    return { data: { list: data.map(nodeOf) } };
  };
  return new TreeStore<PersonNode>({ load: (signal) => level('0', signal), loadChildren: (node, signal) => level(node.id, signal), openLevels: 1 });
}

/** My subordinates (spec 7.11, Subordinate). */
export const ProfileSubordinatesPanel = observer(function ProfileSubordinatesPanel() {
  const { t, http } = useShell();
  const [tree] = useState(() => treeOf(http));
  return (
    <div className="nf-profile-tree">
      <TreeList
        label={t('profile.tab.subordinates')}
        store={tree}
        filter={false}
        render={(node) => (
          <>
            {node.fullName} <span className="nf-profile-faint">{node.place}</span>
          </>
        )}
        note={
          tree.state.kind === 'ready' && tree.roots[0]?.hasChildren === false ? <p className="nf-profile-none">{t('profile.noSubordinates')}</p> : undefined
        }
      />
    </div>
  );
});
