import { ActGroup, useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import { listViewContract } from '../../../contract/list-view/list-view.contract.ts';
import type { NamedAudience } from '../../../contract/list-view/list-view.schema.ts';
import type { ColumnSetting } from './column-settings.ts';
import { useRunOnce } from '../run-once.ts';
import { AudiencePicker, AudienceRows, audienceText } from './audience-list.tsx';
import { useViewText } from './view-texts.ts';
import './views.css';

interface DefaultColumnsProps {
  readonly modelId: string;
  /** As they are arranged now. */
  readonly settings: readonly ColumnSetting[];
}

interface Defaults {
  readonly applies: NamedAudience | null;
  readonly mayArrange: boolean;
  readonly list: readonly NamedAudience[];
}

/** Where somebody's columns come from; for those with the right, what others begin with. */
export function DefaultColumns({ modelId, settings }: DefaultColumnsProps) {
  const ctx = usePlugin();
  const text = useViewText();
  const client = useClient(listViewContract);
  const { run } = useRunOnce();
  const [acts] = useState(() => new ActGroup(ctx, 'default-columns'));
  const [defaults, setDefaults] = useState<Defaults | null>(null);
  const [read, setRead] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` counts what was saved
  useEffect(() => {
    let wanted = true;
    client.defaults({ params: { moduleId: modelId } }, { quiet: true }).then(
      ({ data }) => wanted && setDefaults(data),
      // Whoever arranges columns for themselves needs nothing of this.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [client, modelId, read]);
  if (!defaults) return null;
  const { applies, mayArrange, list } = defaults;
  const save = async ({ orgId, roleId }: NamedAudience, columns: readonly ColumnSetting[]) => {
    const body = { orgId, roleId, columns: columns.map(({ prop, label, visible }) => ({ prop, label, visible })) };
    const end = await acts.run(`${orgId}/${roleId}`, body, (options) => client.saveDefault({ params: { moduleId: modelId }, body }, options));
    if (end.kind !== 'done') return;
    ctx.toast.success(end.answer.msg);
    setRead((before) => before + 1);
  };
  if (!mayArrange) return applies && <p className="nk-views-note">{text('applies', { name: audienceText(applies, text) })}</p>;
  return (
    <section className="nk-columns-defaults">
      <h3 className="nk-views-title">{text('defaults')}</h3>
      {applies && <p className="nk-views-note">{text('applies', { name: audienceText(applies, text) })}</p>}
      <p className="nk-views-note">{text('arrangeNote')}</p>
      <AudiencePicker label={text('saveDefault')} onPick={(audience) => void run(() => save(audience, settings))} />
      {list.length > 0 && <h4 className="nk-views-title">{text('savedFor')}</h4>}
      <div className="nk-views-audiences">
        <AudienceRows
          value={list}
          onTakeAway={(gone) => void run(() => save(gone, []), { confirm: text('endDefault', { name: audienceText(gone, text) }), danger: true })}
        />
      </div>
    </section>
  );
}
