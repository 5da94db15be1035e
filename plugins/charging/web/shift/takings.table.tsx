import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import type { OpenTakings, ShiftRecord, TakingsWay } from '../../contract/index.ts';
import { money, yuan } from '../vocabulary.ts';

type Figures = Pick<OpenTakings, 'ways' | 'chargedPrice' | 'refundPrice' | 'netPrice' | 'chargeCount' | 'refundCount'>;

/** What each payment way took and gave back; every figure says how it came about. */
export function TakingsTable({ takings }: { readonly takings: Figures | ShiftRecord }) {
  const { t } = usePlugin();
  return (
    <div className="ch-takings">
      <table aria-label={t('shift.byWay')}>
        <thead>
          <tr>
            <th scope="col">{t('bills.payWay')}</th>
            <th scope="col">{t('shift.count')}</th>
            <th scope="col">{t('shift.charged')}</th>
            <th scope="col">{t('shift.refunded')}</th>
            <th scope="col">{t('shift.net')}</th>
          </tr>
        </thead>
        <tbody>
          {takings.ways.map((way) => (
            <tr key={way.payWay}>
              <th scope="row">{way.payWayName}</th>
              <td>{way.count}</td>
              <td>
                <AmountText amount={money(way.chargedPrice)} />
              </td>
              <td>
                <AmountText amount={money(way.refundPrice)} />
              </td>
              <td>
                <AmountText amount={money(way.netPrice)} strong explain={() => <WayRule way={way} />} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('bills.totals')}</th>
            <td>{t('shift.bills', { charges: takings.chargeCount, refunds: takings.refundCount })}</td>
            <td>
              <AmountText amount={money(takings.chargedPrice)} strong />
            </td>
            <td>
              <AmountText amount={money(takings.refundPrice)} strong />
            </td>
            <td>
              <AmountText
                amount={money(takings.netPrice)}
                strong
                explain={() => (
                  <p className="ch-rule">
                    {t('shift.netRule', { charged: yuan(takings.chargedPrice), refunded: yuan(takings.refundPrice), net: yuan(takings.netPrice) })}
                  </p>
                )}
              />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function WayRule({ way }: { readonly way: TakingsWay }) {
  const { t } = usePlugin();
  return (
    <p className="ch-rule">
      {t('shift.wayRule', { way: way.payWayName, n: way.count, charged: yuan(way.chargedPrice), refunded: yuan(way.refundPrice), net: yuan(way.netPrice) })}
    </p>
  );
}
