import { useKitText } from '../kit-text.ts';
import { LatePart, useLatePart } from '../late-part.ts';
import type { CronControlProps } from './cron-control.tsx';

const control = new LatePart(() => import('./cron-control.tsx'));

export type CronFieldProps = CronControlProps;

/** A timetable as a sentence of choices: every few minutes, each day at a time, some days of the week or the month. Its value is a cron text of five fields. */
export function CronField(props: CronFieldProps) {
  const text = useKitText();
  const part = useLatePart(control);
  return part ? <part.CronControl {...props} /> : <div className="nk-field-wait">{text('select')}</div>;
}
