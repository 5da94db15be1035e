import { mondayOf, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { ActGroup, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, SaveFailure } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { MAX_NAME } from '../../contract/limits.ts';
import { planContract } from '../../contract/plan.contract.ts';
import type { BoardStore } from '../board/board.store.ts';

type Routes = (typeof planContract)['routes'];
type Template = ReplyOf<Routes['templates']>['list'][number];
type Applied = ReplyOf<Routes['applyTemplate']>;

/** Keeps the week that is shown as a template, and puts one into it: first shown, then done. */
export const TemplateDialog = observer(function TemplateDialog({ store: board, onClose }: { readonly store: BoardStore; readonly onClose: () => void }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const client = useMemo(() => createClient(planContract, ctx.http), [ctx]);
  const acts = useMemo(() => new ActGroup({}, 'dialysis-template'), []);
  const [list, setList] = useState<readonly Template[]>([]);
  const [name, setName] = useState('');
  const [shown, setShown] = useState<{ readonly template: Template; readonly applied: Applied } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const monday = mondayOf(board.day);
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  };
  const load = () => guarded(async () => setList((await client.templates({}, { quiet: true })).data.list));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => void load(), []);
  const save = () =>
    guarded(async () => {
      const body = { fullName: name.trim(), monday };
      await acts.run('save', body, (options) => client.saveTemplate({ body }, { ...options, quiet: true }));
      setName('');
      await load();
    });
  const use = (template: Template, apply: boolean) =>
    guarded(async () => {
      const input = { params: { id: template.id }, body: { monday, apply } };
      const end = await acts.run(template.id, input.body, (options) => client.applyTemplate(input, { ...options, quiet: true }));
      if (end.kind !== 'done') return;
      setShown({ template, applied: end.answer.data });
      if (apply) await board.load();
    });
  const remove = (template: Template) =>
    guarded(async () => {
      if (!(await ctx.confirm({ content: t('template.removeAsk', { name: template.fullName }), danger: true }))) return;
      await acts.run(template.id, 'remove', (options) => client.removeTemplate({ params: { id: template.id } }, { ...options, quiet: true }));
      setShown(null);
      await load();
    });
  return (
    <Modal
      visible
      title={t('template.title')}
      width="min(760px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('board.close')}</Button>}
    >
      <form
        className="ds-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void save();
        }}
      >
        <Input value={name} maxLength={MAX_NAME} placeholder={t('template.name')} aria-label={t('template.name')} onChange={setName} />
        <Button htmlType="submit" theme="solid" disabled={name.trim() === ''}>
          {t('template.save', { day: monday })}
        </Button>
      </form>
      {problem !== null && <SaveFailure error={problem} />}
      {list.length === 0 && <EmptyState text={t('template.none')} />}
      <ul className="ds-closures">
        {list.map((template) => (
          <li key={template.id}>
            <b>{template.fullName}</b>
            <span className="ds-quiet">{t('template.places', { n: template.places, by: template.byName })}</span>
            <Button size="small" onClick={() => void use(template, false)}>
              {t('template.preview', { day: monday })}
            </Button>
            <Button size="small" type="danger" onClick={() => void remove(template)}>
              {t('template.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="ds-preview">
          <p role="status">
            {shown.applied.added > 0
              ? t('template.done', { n: shown.applied.added })
              : t('template.sum', {
                  n: shown.applied.list.filter(({ why }) => why === '').length,
                  out: shown.applied.list.filter(({ why }) => why !== '').length,
                })}
          </p>
          {shown.applied.added === 0 && (
            <Button theme="solid" disabled={shown.applied.list.every(({ why }) => why !== '')} onClick={() => void use(shown.template, true)}>
              {t('template.apply')}
            </Button>
          )}
          <table>
            <tbody>
              {shown.applied.list.map((row) => (
                <tr key={`${row.date}${row.shiftId}${row.stationId}`} className={row.why === '' ? undefined : 'ds-warn'}>
                  <th scope="row">{row.patientName || (row.why === 'no-patient' ? '' : t('board.hiddenName'))}</th>
                  <td>
                    {row.date.slice(5)} {board.board.shifts.find((one) => one.shiftId === row.shiftId)?.name}{' '}
                    {board.board.stations.find((one) => one.stationId === row.stationId)?.code}
                  </td>
                  <td>{row.why === '' ? '✓' : t(`template.why.${row.why}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
});
