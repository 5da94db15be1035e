import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { DiagnosisPicker } from './diagnosis-picker.tsx';

type Props = SlotPoints['patient/diagnosis-picker@1'];

/** Whoever the route lets ask. */
const MAY_ASK = ['his.prescription', 'his.patient:btn_add', 'his.patient:btn_edit'];

/** In the form of a patient's file: the search that prescriptions have. */
export function Slot({ id, disabled, taken, onPick }: Props) {
  const { t, can } = usePlugin();
  return MAY_ASK.some(can) ? <DiagnosisPicker id={id} label={t('diagnosis.find')} disabled={disabled} taken={taken} onPick={onPick} /> : null;
}
