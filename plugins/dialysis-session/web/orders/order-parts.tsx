import { usePlugin } from '@nephra/plugin-sdk/web';
import type { OrderDue } from '../../contract/session.schema.ts';

/** What an order says: one thing in a line, several that are given together under each other with one bar. */
export function OrderParts({ order }: { readonly order: OrderDue }) {
  const { t } = usePlugin();
  return (
    <div className={order.parts.length > 1 ? 'ds-group' : undefined}>
      {order.parts.map((part) => (
        <p key={part.orderId} className="ds-part">
          <b>{part.title}</b> <span>{part.dose}</span>
        </p>
      ))}
      <small>{t(`timing.${order.timing as 'any'}`)}</small> <small>{order.method}</small> {order.highRisk && <em>{t('bed.highRisk')}</em>}
    </div>
  );
}
