import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import type { DispensingInfo, DispensingLine, DispensingLot } from '../../contract/index.ts';
import { dosageText, typeText } from '../vocabulary.ts';

/** What is handed out, each line with the lots it comes from (proposed, reserved or taken). */
export function LinesPanel({ info }: { readonly info: DispensingInfo }) {
  const { t } = usePlugin();
  const proposed = info.drugDetailList.length > 0 && info.drugDetailList.every((lot) => lot.allocationId === '');
  return (
    <section className="ph-lines" aria-label={t('line.title')}>
      <table>
        <thead>
          <tr>
            <th className="ph-no">#</th>
            <th>{t('line.drug')}</th>
            <th className="ph-dosage">{t('line.dosage')}</th>
            <th className="ph-right">{t('line.amount')}</th>
            <th className="ph-lot-column">{t(proposed ? 'line.lotsProposed' : 'line.lots')}</th>
          </tr>
        </thead>
        <tbody>
          {info.prescriptionDetailList.map((line) => (
            <LineRow key={line.detailId} line={line} lots={info.drugDetailList.filter((lot) => lot.detailId === line.detailId)} />
          ))}
        </tbody>
      </table>
      {info.prescriptionDetailList.length === 0 && <EmptyState text={t('line.none')} />}
    </section>
  );
}

function LineRow({ line, lots }: { readonly line: DispensingLine; readonly lots: readonly DispensingLot[] }) {
  const { t } = usePlugin();
  const allocated = lots.some((lot) => lot.allocationId !== '');
  const inPieces = line.prepNum !== line.drugNum ? t('line.pieces', { n: line.prepNum, unit: line.preparaUnit }) : '';
  return (
    <tr>
      <td className="ph-no ph-soft">{line.lineNo}</td>
      <td>
        <strong>{line.drugName}</strong> <span className="ph-soft">{line.drugSpec}</span>
        <div className="ph-soft ph-small">
          {[
            typeText(t, line.drugType),
            line.controlClass === '' ? '' : t(`control.${line.controlClass}`),
            line.isGroup > 0 ? t('line.group', { n: line.isGroup }) : '',
            line.coldChain ? t('line.cold') : '',
            line.traceRequired ? t('line.trace') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </td>
      <td>
        {dosageText(t, line) || <span className="ph-none">–</span>}
        {line.remark && <div className="ph-soft ph-small">{line.remark}</div>}
      </td>
      <td className="ph-right ph-amount">
        <strong>{`${line.drugNum} ${line.drugNumUnit}`}</strong>
        {inPieces && <div className="ph-soft ph-small">{inPieces}</div>}
        {line.takenNum > 0 && line.takenNum < line.prepNum && (
          <div className="ph-small ph-low">
            {t('line.taken', { n: line.takenNum, rest: Number((line.prepNum - line.takenNum).toFixed(4)), unit: line.preparaUnit })}
          </div>
        )}
      </td>
      <td>
        {!line.stockKept && <span className="ph-soft">{t('line.noStock')}</span>}
        {line.stockKept && lots.length === 0 && <span className="ph-soft">{t('line.noLots', { n: line.availableNum, unit: line.preparaUnit })}</span>}
        <ul className="ph-lots">
          {lots.map((lot) => (
            <li key={`${lot.lotId}${lot.allocationId}`}>
              <code>{lot.lotNo}</code>
              <b>{`${lot.quantity} ${lot.unit}`}</b>
              <time dateTime={lot.expiresOn} title={t('line.until', { day: lot.expiresOn })}>
                {lot.expiresOn}
              </time>
              <span className="ph-soft">{lot.location}</span>
              {lot.allocationId === '' && allocated && <em>{t('line.proposed')}</em>}
              {lot.lotBar !== '' && <em className="ph-low">{t(`line.lotBar.${lot.lotBar}`)}</em>}
              {lot.returned > 0 && <em>{t('line.returned', { n: lot.returned, unit: lot.unit })}</em>}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
