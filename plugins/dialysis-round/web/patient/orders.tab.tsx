import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { groupsOf } from '../../../dialysis-session/contract/index.ts';
import { itemLines, orderRhythm } from '../words.ts';
import type { PanelTabProps } from './patient.panel.tsx';
import { askOrder } from './round.forms.ts';

/** 医嘱: what is given during treatments, what waits for a signature, and a new one. */
export const OrdersTab = observer(function OrdersTab({ store, patient }: PanelTabProps) {
  const { t } = usePlugin();
  const sets = store.may('dialysis.bedside:btn_order');
  const standing = groupsOf(store.orders.filter(({ stoppedAt }) => stoppedAt === null));
  // By each of its parts: a treatment names an order that is given together by its first one.
  const today = new Map((store.whole?.orders ?? []).flatMap((order) => order.parts.map((part) => [part.orderId, order] as const)));
  const waiting = patient.waiting.filter(({ kind }) => kind === 'order');
  return (
    <section className="dr-tab">
      {(sets || store.may('dialysis.round:btn_propose')) && (
        <div className="dr-bar">
          <Button theme="light" type="primary" onClick={() => store.asking.ask(askOrder(t, patient, sets))}>
            {t(sets ? 'order.add' : 'order.propose')}
          </Button>
        </div>
      )}
      {waiting.length > 0 && (
        <ul className="dr-lines">
          {waiting.map((item) => (
            <li key={item.id}>
              <span className="dr-problem dr-warn">{t('order.waits', { name: item.byName })}</span> {itemLines(t, item).join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {standing.length === 0 && waiting.length === 0 && <EmptyState text={t('order.none')} />}
      <ul className="dr-lines">
        {standing.map((together) => {
          const [order] = together;
          if (!order) return null;
          const due = today.get(order.id);
          return (
            <li key={order.id} className={together.length > 1 ? 'dr-together' : undefined}>
              {together.map((part) => (
                <p key={part.id} className="dr-part">
                  <b>{part.title}</b> {part.dose}
                </p>
              ))}
              <small>{[order.method, orderRhythm(t, order), order.doctorName].filter(Boolean).join(' · ')}</small>
              {due && (
                <span className={`dr-problem ${due.given ? 'dr-fine' : 'dr-info'}`}>
                  {t(due.given ? `given.${due.given.outcome as 'given'}` : 'given.open')}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
});
