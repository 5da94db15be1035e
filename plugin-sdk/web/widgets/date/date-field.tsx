import { formatInstant } from '@nephra/plugin-sdk/contract';
import { IconCalendar, Input } from '@nephra/plugin-sdk/ui';
import { lazy, startTransition, Suspense, useRef, useState } from 'react';
import type { DateControlProps } from './date-control.tsx';
import { useKitText } from '../kit-text.ts';

/** Calendars are big and many forms have none. */
const DateControl = lazy(() => import('./date-control.tsx').then((module) => ({ default: module.DateControl })));

const FORMATS = { date: 'yyyy-MM-dd', dateTime: 'yyyy-MM-dd HH:mm', month: 'yyyy-MM', dateRange: 'yyyy-MM-dd' } as const;

/** How far the person has come while the calendar is on its way, in order. */
const EAGERNESS = ['no', 'soon', 'focused', 'opened'] as const;
type Wanted = (typeof EAGERNESS)[number];

/**
 * A date field. In a form the calendar is fetched when the form shows; in a search form, which stands above every list, only
 * when somebody turns to the field.
 */
export function DateField(props: DateControlProps) {
  const [wanted, setWanted] = useState<Wanted>(props.inset === undefined ? 'soon' : 'no');
  // What stands in keeps its place, and the cursor, until the calendar is there.
  const want = (next: Wanted) => startTransition(() => setWanted((before) => (EAGERNESS.indexOf(next) > EAGERNESS.indexOf(before) ? next : before)));
  // Whoever has gone on keeps the cursor where it is now.
  const leave = () => startTransition(() => setWanted((before) => (before === 'focused' ? 'soon' : before)));
  const standIn = <StandIn {...props} onWant={want} onLeave={leave} />;
  return (
    <Suspense fallback={standIn}>
      {wanted === 'no' ? standIn : <DateControl {...props} entered={wanted === 'focused' || wanted === 'opened'} openAtOnce={wanted === 'opened'} />}
    </Suspense>
  );
}

interface StandInProps extends DateControlProps {
  readonly onWant: (next: Wanted) => void;
  readonly onLeave: () => void;
}

/** Looks like the closed calendar and says the same. */
function StandIn({ field, value, inset, onWant, onLeave, onBlur: _, onChange: __, ...rest }: StandInProps) {
  const pressed = useRef(false);
  // The calendar takes a press that began before it was there for one outside of it; so it opens when the press is over.
  const press = () => {
    pressed.current = true;
    const over = new AbortController();
    const release = () => {
      over.abort();
      // After the click that the browser makes of it.
      setTimeout(() => onWant('opened'));
    };
    window.addEventListener('pointerup', release, over);
    window.addEventListener('pointercancel', () => over.abort(), over);
  };
  const text = useKitText();
  const print = (instant: unknown): string => (typeof instant === 'number' ? formatInstant(instant, FORMATS[field.kind]) : '');
  const isRange = field.kind === 'dateRange';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is the control; this only notices that somebody turns to it
    <span
      className="nk-date-stand-in"
      role="presentation"
      onPointerEnter={() => onWant('soon')}
      onFocus={() => pressed.current || onWant('focused')}
      onBlur={onLeave}
      onPointerDown={press}
    >
      <Input
        {...rest}
        prefix={inset}
        suffix={<IconCalendar />}
        readonly
        aria-label={field.label}
        aria-haspopup="dialog"
        value={Array.isArray(value) ? value.map(print).join(' ~ ') : print(value)}
        placeholder={isRange ? `${text('from')} ~ ${text('to')}` : (field.placeholder ?? text('select'))}
      />
    </span>
  );
}
