import { Button, IconClose, Select } from '@nephra/plugin-sdk/ui';
import { useClient } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import { listViewContract } from '../../../contract/list-view/list-view.contract.ts';
import type { NamedAudience } from '../../../contract/list-view/list-view.schema.ts';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
import { useViewText, type ViewText } from './view-texts.ts';
import './views.css';

interface Place {
  readonly id: string;
  readonly fullName: string;
}
interface Reach {
  readonly everywhere: boolean;
  readonly organizes: readonly Place[];
  readonly roles: readonly Place[];
}

/** `康源血液透析中心(武汉)及下级 · 护士` */
export const audienceText = ({ orgId, orgName, roleName }: NamedAudience, text: ViewText): string => {
  const role = roleName || text('anyRole');
  return orgId === '' ? text('atAll', { role }) : text('below', { org: orgName, role });
};

export const audienceKey = ({ orgId, roleId }: NamedAudience): string => `${orgId}/${roleId}`;

interface AudiencePickerProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPick: (audience: NamedAudience) => unknown;
  readonly id?: string;
}

/** The choices of a Select are text; the empty one stands for all. */
const ALL = '';

/** An organisation and a role within the reach of whoever chooses, and a button. */
export function AudiencePicker({ label, disabled = false, onPick, id }: AudiencePickerProps) {
  const text = useViewText();
  const kit = useKitText();
  const client = useClient(listViewContract);
  const [reach, setReach] = useState<Reach | null>(null);
  const [problem, setProblem] = useState('');
  const [org, setOrg] = useState<string | null>(null);
  const [role, setRole] = useState(ALL);
  useEffect(() => {
    let wanted = true;
    client.audiences({}, { quiet: true }).then(
      ({ data }) => {
        if (!wanted) return;
        setReach(data);
        setOrg(data.everywhere ? ALL : (data.organizes[0]?.id ?? null));
      },
      (error: unknown) => wanted && setProblem(errorText(error, kit)),
    );
    return () => {
      wanted = false;
    };
  }, [client, kit]);
  if (problem !== '') return <p className="nk-views-note">{problem}</p>;
  const nameOf = (places: readonly Place[], one: string): string => places.find((place) => place.id === one)?.fullName ?? '';
  const options = (places: readonly Place[], all: string | undefined) => [
    ...(all === undefined ? [] : [{ value: ALL, label: all }]),
    ...places.map((place) => ({ value: place.id, label: place.fullName })),
  ];
  const pick = () => {
    if (!reach || org === null) return undefined;
    return onPick({ orgId: org, orgName: nameOf(reach.organizes, org), roleId: role, roleName: nameOf(reach.roles, role) });
  };
  return (
    <div className="nk-views-pick">
      <Select
        id={id}
        aria-label={text('organize')}
        loading={!reach}
        filter
        value={org ?? undefined}
        optionList={options(reach?.organizes ?? [], reach?.everywhere ? text('everywhere') : undefined)}
        onChange={(next) => setOrg(String(next))}
      />
      <Select
        aria-label={text('role')}
        loading={!reach}
        filter
        value={role}
        optionList={options(reach?.roles ?? [], text('anyRole'))}
        onChange={(next) => setRole(String(next))}
      />
      <Button theme="light" type="primary" disabled={disabled || !reach || org === null} onClick={pick}>
        {label}
      </Button>
    </div>
  );
}

interface AudienceRowsProps {
  readonly value: readonly NamedAudience[];
  readonly onTakeAway: (audience: NamedAudience) => void;
  /** Says that there is none. */
  readonly none?: string;
}

/** Each with what takes it away. */
export function AudienceRows({ value, onTakeAway, none }: AudienceRowsProps) {
  const text = useViewText();
  return (
    <ul>
      {value.map((audience) => {
        const name = audienceText(audience, text);
        return (
          <li key={audienceKey(audience)}>
            <span>{name}</span>
            <Button
              size="small"
              theme="borderless"
              type="tertiary"
              icon={<IconClose />}
              aria-label={text('takeAway', { name })}
              onClick={() => onTakeAway(audience)}
            />
          </li>
        );
      })}
      {value.length === 0 && none !== undefined && <li className="nk-views-note">{none}</li>}
    </ul>
  );
}

interface AudienceListProps {
  readonly value: readonly NamedAudience[];
  readonly onChange: (value: readonly NamedAudience[]) => void;
  readonly max: number;
  /** False: they can be taken away alone. */
  readonly mayAdd: boolean;
  readonly id?: string;
}

/** Whom something is shared with: each can be taken away, others added. */
export function AudienceList({ value, onChange, max, mayAdd, id }: AudienceListProps) {
  const text = useViewText();
  const full = value.length >= max;
  const add = (audience: NamedAudience) => {
    if (!value.some((one) => audienceKey(one) === audienceKey(audience))) onChange([...value, audience]);
  };
  return (
    <div className="nk-views-audiences">
      <AudienceRows value={value} onTakeAway={(gone) => onChange(value.filter((one) => one !== gone))} none={text('nobody')} />
      {mayAdd && <AudiencePicker id={id} label={text('add')} disabled={full} onPick={add} />}
      {full && <p className="nk-views-note">{text('shareFull', { max })}</p>}
    </div>
  );
}
