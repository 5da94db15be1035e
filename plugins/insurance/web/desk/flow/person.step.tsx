import { Button, Checkbox, Input, Radio, RadioGroup, Tag } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, KeyboardHints } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import type { PersonInsurance } from '../../../contract/index.ts';
import { MAX_CARD_SN, MAX_CERT_NO } from '../../../contract/limits.ts';
import { insutypeText, money } from '../../parts/words.ts';
import type { SettleFlowStore } from './flow.store.ts';
import type { CertType } from '../settle-draft.ts';

const CERTS: readonly CertType[] = ['02', '03', '01'];

/** Who is it, and what is he insured with. */
export const PersonStep = observer(function PersonStep({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const { draft, person } = flow;
  const blocked = draft.certType !== '02' && draft.certNo.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (flow.personAccepted) flow.toVisit();
    else if (!blocked) void flow.readPerson();
  };
  return (
    <form className="in-step" aria-label={t('desk.step.person')} onSubmit={submit}>
      <div className="in-cert">
        <RadioGroup
          type="button"
          value={draft.certType}
          aria-label={t('desk.cert')}
          onChange={(event) => flow.type({ certType: event.target.value as CertType })}
        >
          {CERTS.map((type) => (
            <Radio key={type} value={type}>
              {t(`certType.${type}`)}
            </Radio>
          ))}
        </RadioGroup>
        <div data-first={person ? undefined : true}>
          <Input
            value={draft.certNo}
            maxLength={MAX_CERT_NO}
            showClear
            autoComplete="off"
            aria-label={t('desk.certNo')}
            aria-describedby={draft.certType === '02' ? 'in-cert-empty' : undefined}
            placeholder={t(`desk.certHint.${draft.certType}`)}
            onChange={(certNo) => flow.type({ certNo })}
          />
        </div>
        {draft.certType === '03' && (
          <Input
            value={draft.cardSn}
            maxLength={MAX_CARD_SN}
            aria-label={t('desk.cardSn')}
            placeholder={t('desk.cardSn')}
            onChange={(cardSn) => flow.type({ cardSn })}
          />
        )}
        <Button
          htmlType={person ? 'button' : 'submit'}
          theme={person ? 'light' : 'solid'}
          type="primary"
          loading={flow.running?.call === 'person'}
          disabled={blocked || (flow.busy && flow.running?.call !== 'person')}
          onClick={person ? () => void flow.readPerson() : undefined}
        >
          {t(person ? 'desk.readAgain' : 'desk.read')}
        </Button>
      </div>
      {!person && (
        <div className="in-cert-help">
          {draft.certType === '02' && (
            <span id="in-cert-empty" className="in-soft">
              {t('desk.certEmpty')}
            </span>
          )}
          <KeyboardHints hints={[{ keys: ['Enter'], text: t('desk.keyRead') }]} />
        </div>
      )}
      {person && <PersonFacts person={person} />}
      {person && !person.sameAsFile && (
        <div className="in-mismatch">
          <Alert kind="error" text={t('desk.mismatch', { name: person.psn_name, day: person.brdy, file: flow.info?.patientName ?? '' })} />
          <div data-first>
            <Checkbox checked={flow.sameConfirmed} onChange={(event) => flow.confirmSame(event.target.checked === true)}>
              {t('desk.mismatchConfirm')}
            </Checkbox>
          </div>
        </div>
      )}
      {person && (
        <div className="in-acts">
          <Button
            htmlType="submit"
            theme="solid"
            type="primary"
            size="large"
            disabled={!flow.personAccepted || flow.busy}
            data-first={person.sameAsFile || undefined}
          >
            {t('desk.toVisit')}
          </Button>
        </div>
      )}
    </form>
  );
});

function PersonFacts({ person }: { readonly person: PersonInsurance }) {
  const { t } = usePlugin();
  const refused = person.trtinfo.filter((one) => one.trt_enjymnt_flag === '0');
  return (
    <div className="in-person">
      <div className="in-person-name">
        <strong>{person.psn_name}</strong>
        <span>{[wordOf(t, `sex.${person.gend}`, ''), person.brdy].filter(Boolean).join(' · ')}</span>
        <span className="in-soft">{t('desk.psnNo', { no: person.psn_no })}</span>
        {person.sameAsFile && <Tag color="green">{t('desk.sameAsFile')}</Tag>}
      </div>
      {person.insuinfo.length === 0 && <Alert kind="error" text={t('desk.notInsured')} />}
      <ul className="in-insu">
        {person.insuinfo.map((one) => (
          <li key={`${one.insutype}${one.insuplc_admdvs}`} data-off={one.psn_insu_stas !== '1' || undefined}>
            <strong>{insutypeText(t, one.insutype)}</strong>
            <span>{wordOf(t, `desk.insured.${one.psn_insu_stas}`, one.psn_insu_stas)}</span>
            {one.emp_name && (
              <span className="in-soft in-cut" title={one.emp_name}>
                {one.emp_name}
              </span>
            )}
            <span className="in-soft">{t('desk.area', { code: one.insuplc_admdvs })}</span>
            <span className="in-insu-balance">
              {t('desk.balance')} <AmountText amount={money(one.balc)} strong />
            </span>
          </li>
        ))}
      </ul>
      {refused.map((one) => (
        <Alert
          key={one.fund_pay_type}
          kind="warning"
          text={t('desk.noEntitlement', { fund: wordOf(t, `fund.${one.fund_pay_type}`, one.fund_pay_type), text: one.trt_chk_rslt })}
        />
      ))}
      <p className="in-filings">
        <span className="in-soft">{t('desk.filings')}</span>
        {person.filings.length === 0 ? (
          <span>{t('desk.noFilings')}</span>
        ) : (
          person.filings.map((one) => (
            <span key={one.opsp_dise_code}>
              {one.opsp_dise_name}{' '}
              <small className="in-soft">
                {one.enddate ? t('desk.until', { code: one.opsp_dise_code, day: one.enddate }) : t('desk.openEnded', { code: one.opsp_dise_code })}
              </small>
            </span>
          ))
        )}
      </p>
    </div>
  );
}
