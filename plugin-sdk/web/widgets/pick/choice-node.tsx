import { IconApartment, IconBranch, IconIdCard, IconSafe, IconUser, IconUserGroup } from '@nephra/plugin-sdk/ui';
import type { StaffNodeType } from '@nephra/plugin-sdk/contract';
import type { ComponentType, CSSProperties } from 'react';
import type { ChoiceNode } from './choice.ts';
import { useKitText } from '../kit-text.ts';

const ICONS: Readonly<Record<StaffNodeType, ComponentType<{ size?: 'small'; style?: CSSProperties }>>> = {
  company: IconApartment,
  department: IconBranch,
  position: IconIdCard,
  role: IconSafe,
  group: IconUserGroup,
  user: IconUser,
};

/** Of the way to a hit; all of it is in the tooltip. */
const SHOWN_PLACES = 2;

/** An entry of a picker's tree: what it is, its name, where a hit stands, whether it is out of service. */
export function ChoiceNodeText({ node }: { readonly node: ChoiceNode }) {
  const text = useKitText();
  const Icon = node.type && ICONS[node.type];
  return (
    <span className="nk-choice-node" title={node.organize ? `${node.fullName}  ${node.organize}` : node.fullName}>
      {Icon && <Icon size="small" />}
      <span>{node.fullName}</span>
      {node.enabledMark === 0 && <small>{text('outOfService')}</small>}
      {node.organize && <small className="nk-choice-place">{node.organize.split('/').slice(-SHOWN_PLACES).join('/')}</small>}
    </span>
  );
}
