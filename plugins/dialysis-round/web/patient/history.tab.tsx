import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, GroupTitle, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { ufRate } from '../../../dialysis-file/contract/index.ts';
import { labText, shown } from '../words.ts';
import type { PanelTabProps } from './patient.panel.tsx';
import { askLabs, askWithdraw } from './round.forms.ts';

const pressure = (systolic: number | null, diastolic: number | null): string => (systolic === null ? '–' : `${systolic}/${diastolic ?? '–'}`);

/** 近期治疗与检验: the last treatments, each opened to its sheet, and the last value of each test. */
export const HistoryTab = observer(function HistoryTab({ store, patient }: PanelTabProps) {
  const { t } = usePlugin();
  const heads = [
    t('timeline.day'),
    t('timeline.mode'),
    t('timeline.pre'),
    t('timeline.post'),
    t('timeline.uf'),
    t('timeline.rateShort'),
    t('timeline.before'),
    t('timeline.after'),
  ];
  return (
    <section className="dr-tab">
      <GroupTitle>{t('history.treatments')}</GroupTitle>
      {patient.treatments.length === 0 ? (
        <EmptyState text={t('history.none')} />
      ) : (
        <div className="dr-scroll">
          <table className="dr-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {patient.treatments.map((one) => (
                <tr key={one.sessionId}>
                  <td>
                    <Button
                      size="small"
                      theme="borderless"
                      aria-label={t('timeline.openSheet', { day: one.date })}
                      onClick={() => store.openSheet(one.sessionId)}
                    >
                      {one.date}
                    </Button>
                  </td>
                  <td>{one.mode}</td>
                  <td>{shown(one.preWeight)}</td>
                  <td>{shown(one.postWeight)}</td>
                  <td>{one.ufVolume ?? '–'}</td>
                  <td>{shown(ufRate({ ufMl: one.ufVolume, minutes: one.minutes, kg: one.postWeight }).value)}</td>
                  <td>{pressure(one.systolicBefore, one.diastolicBefore)}</td>
                  <td>{pressure(one.systolicAfter, one.diastolicAfter)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <GroupTitle>{t('history.labs')}</GroupTitle>
      {store.may('dialysis.round:btn_lab') && (
        <div className="dr-bar">
          <Button theme="light" type="primary" onClick={() => store.asking.ask(askLabs(t, patient))}>
            {t('lab.record')}
          </Button>
        </div>
      )}
      {patient.labs.length === 0 && <EmptyState text={t('lab.none')} />}
      <ul className="dr-lines">
        {patient.labs.map((lab) => (
          <li key={lab.labId}>
            <b>{labText(t, lab.test, lab.value)}</b> <small>{`${lab.on} ${lab.byName}`}</small>
            {lab.differs && <StatusTag value="differs" table={[{ value: 'differs', text: t('lab.differs'), tone: 'warning' }]} />}
            {store.may('dialysis.round:btn_lab') && (
              <Button
                size="small"
                theme="borderless"
                type="danger"
                aria-label={t('lab.withdrawOf', { what: labText(t, lab.test, lab.value), on: lab.on })}
                onClick={() => store.asking.ask(askWithdraw(t, lab))}
              >
                {t('lab.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
});
