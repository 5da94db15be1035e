import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useId, useState } from 'react';
import { MAX_CODES } from '../../contract/limits.ts';
import { MAX_CODE } from '../../contract/material/material.ts';
import type { OrderDue } from '../../contract/session.schema.ts';

export interface PackCode {
  readonly orderId: string;
  readonly code: string;
}
interface PackCodesProps {
  readonly parts: OrderDue['parts'];
  readonly codes: readonly PackCode[];
  readonly onChange: (codes: readonly PackCode[]) => void;
}
const DIGITS = 20;

/** Trace codes of packs of drugs: a scanner types into the field and ends with Enter. A pack that is open already may be scanned again for the next patient. */
export function PackCodes({ parts, codes, onChange }: PackCodesProps) {
  const { t } = usePlugin();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const drugs = parts.filter(({ drugKind }) => drugKind === 'drug');
  const [first] = drugs;
  if (!first) return null;
  const [orderId, ofDrug] = [codes.at(-1)?.orderId ?? first.orderId, drugs.length > 1];
  const add = (to: string): void => {
    const code = typed.trim();
    const isCode = code.length === DIGITS && /^\d+$/.test(code);
    setWrong(!isCode);
    if (!isCode) return;
    setTyped('');
    if (codes.length < MAX_CODES && !codes.some((one) => one.code === code)) onChange([...codes, { orderId: to, code }]);
  };
  if (!open && codes.length === 0)
    return (
      <Button size="large" onClick={() => setOpen(true)}>
        {t('order.codes')}
      </Button>
    );
  return (
    <div className="ds-text">
      <label htmlFor={id}>{t('order.codes')}</label>
      <Input id={id} size="large" value={typed} maxLength={MAX_CODE} inputMode="numeric" onChange={setTyped} onEnterPress={() => add(orderId)} />
      <div className="ds-acts">
        {drugs.map((drug) => (
          <Button key={drug.orderId} size="large" disabled={typed.trim() === ''} onClick={() => add(drug.orderId)}>
            {ofDrug ? t('order.codeOf', { title: drug.title }) : t('order.codeAdd')}
          </Button>
        ))}
      </div>
      {wrong && (
        <p className="ds-flaw" role="alert">
          {t('order.codeWrong')}
        </p>
      )}
      {codes.map(({ code, orderId: of }) => (
        <p key={code} className="ds-hint">
          {code} {ofDrug && drugs.find((drug) => drug.orderId === of)?.title}{' '}
          <Button size="large" onClick={() => onChange(codes.filter((one) => one.code !== code))}>
            {t('order.leaveOut')}
          </Button>
        </p>
      ))}
    </div>
  );
}
