import { Button, Select, Switch } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import type { AnalysisRow } from '../../../contract/index.ts';
import { insutypeText, medTypeText, money, yuan } from '../../parts/words.ts';
import type { SettleFlowStore } from './flow.store.ts';

/** Which visit, which insurance, which diagnoses; what the check beforehand finds. Its button sends everything and asks who would pay what. */
export const VisitStep = observer(function VisitStep({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const { info, person, draft } = flow;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void flow.preSettle();
  };
  const mdtrtId = flow.settlement?.mdtrt_id || flow.mdtrtId;
  const chronic = info?.med_type === '14';
  const filings = person?.filings ?? [];
  const balance = person?.insuinfo.find((one) => one.insutype === draft.insutype)?.balc;
  return (
    <form className="in-step" aria-label={t('desk.step.visit')} onSubmit={submit}>
      {info && (
        <div className="in-card">
          <DescriptionList
            columns={3}
            items={[
              { label: t('desk.medType'), value: medTypeText(t, info.med_type) },
              { label: t('desk.doctor'), value: info.data.dr_name },
              { label: t('desk.department'), value: info.data.dept_name },
              { label: t('desk.begin'), value: info.data.begntime },
              { label: t('desk.registration'), value: mdtrtId ? t('desk.registered', { no: mdtrtId }) : t('desk.willRegister'), span: 2 },
              {
                label: t('desk.diagnosis'),
                span: 3,
                value:
                  info.diagnosis.length === 0
                    ? t('desk.noDiagnosis')
                    : info.diagnosis.map((one) => `${one.diag_name} (${one.diag_code})`).join(t('desk.listMark')),
              },
            ]}
          />
          {info.blockers.map((one) => (
            <Alert key={`${one.key}${JSON.stringify(one.params)}`} kind="warning" text={wordOf(t, `blockers.${one.key}`, one.key, one.params)} />
          ))}
        </div>
      )}
      <div className="in-choices">
        {person && person.insuinfo.length > 0 && (
          <div>
            <span id="in-insutype">{t('desk.insutype')}</span>
            <Select
              value={draft.insutype}
              aria-labelledby="in-insutype"
              onChange={(value) => flow.type({ insutype: String(value) })}
              optionList={person.insuinfo.map((one) => ({ value: one.insutype, label: insutypeText(t, one.insutype) }))}
            />
          </div>
        )}
        {chronic && (
          <div>
            <span id="in-disease">{t('desk.disease')}</span>
            <Select
              value={draft.diseaseCode || undefined}
              aria-labelledby="in-disease"
              placeholder={t(filings.length > 0 ? 'desk.chooseDisease' : 'desk.noFilings')}
              showClear
              onChange={(value) => flow.type({ diseaseCode: value === undefined ? '' : String(value) })}
              optionList={filings.map((one) => ({ value: one.opsp_dise_code, label: `${one.opsp_dise_name} (${one.opsp_dise_code})` }))}
            />
          </div>
        )}
        <div>
          <span id="in-account">{t('desk.useAccount')}</span>
          <span className="in-switch">
            <Switch checked={draft.useAccount} aria-labelledby="in-account" onChange={(useAccount) => flow.type({ useAccount })} />
            {balance !== undefined && <small className="in-soft">{t('desk.balanceOf', { amount: yuan(balance) })}</small>}
          </span>
        </div>
      </div>
      <Findings flow={flow} analysis={flow.analysis} />
      <div className="in-acts">
        <Button htmlType="submit" theme="solid" type="primary" size="large" loading={flow.running?.call === 'presettle'} disabled={flow.busy} data-first>
          {t(flow.settlement && flow.settlement.state !== 'presettled' ? 'desk.goOn' : 'desk.preSettle')}
        </Button>
        <span className="in-soft">{t('desk.preSettleHelp')}</span>
      </div>
    </form>
  );
});

function Findings({ flow, analysis }: { readonly flow: SettleFlowStore; readonly analysis: AnalysisRow | null }) {
  const { t } = usePlugin();
  if (!analysis) return null;
  if (analysis.verdict === 'clean') return <p className="in-clean">{t('desk.checkClean')}</p>;
  if (analysis.verdict === 'failed') {
    return (
      <Alert kind="warning" text={t('desk.checkFailed')}>
        <button type="button" className="nk-text-button" onClick={() => void flow.check()}>
          {t('desk.checkAgain')}
        </button>
      </Alert>
    );
  }
  return (
    <section className="in-findings" aria-label={t('desk.findings')}>
      <h4>{t('desk.findingsCount', { n: analysis.findings.length })}</h4>
      <ul>
        {analysis.findings.map((one) => (
          <li key={one.jr_id || one.rule_id}>
            <strong>{one.rule_name}</strong>
            {money(one.vola_amt) > 0 && <span>{t('desk.findingAmount', { amount: yuan(one.vola_amt) })}</span>}
            <span>{one.vola_cont}</span>
            {one.vola_evid && <small className="in-soft">{one.vola_evid}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
