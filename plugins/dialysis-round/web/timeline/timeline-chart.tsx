import { dayOf } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { FilterChips, TimeChart } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TimelineReply } from '../../contract/timeline.schema.ts';
import { lastDays } from '../../domain/span.ts';
import { lookOf } from './timeline-look.ts';
import { TIMELINE_HEIGHT, type TimelineLook, timelineOption } from './timeline-option.ts';
import type { TimelineStore } from './timeline.store.ts';

const PRESETS = [30, 91, 182, 365, 0] as const;

/** The picture with its window of time: presets, buttons and keys, wheel and fingers. */
export const TimelineChart = observer(function TimelineChart({ store, reply }: { readonly store: TimelineStore; readonly reply: TimelineReply }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState<{ readonly look: TimelineLook; readonly width: number } | null>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    if (box) setLook({ look: lookOf(t, box), width: box.clientWidth });
  }, [t]);
  const { rows, events, whole, span } = store;
  // The picture is made once for the patient; where it stands is told to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span of the first drawing alone
  const option = useMemo(() => look && timelineOption(reply, rows, events, whole, span, look.look, look.width), [reply, rows, events, whole, look]);
  const days = `${dayOf(span[0])} – ${dayOf(span[1])}`;
  const total = whole[1] - whole[0];
  const preset = PRESETS.find((one) => lastDays(one, whole).every((moment, at) => Math.abs(moment - (span[at] ?? 0)) < 1000));
  return (
    <section aria-label={t('timeline.title')}>
      <div className="dr-bar">
        <FilterChips
          label={t('timeline.span')}
          chips={PRESETS.map((value) => ({ value, label: t(`timeline.preset.${value}`) }))}
          chosen={preset}
          onChoose={(value) => store.look(lastDays(value, whole))}
        />
        <span className="dr-steps">
          <Button size="small" aria-label={t('timeline.back')} onClick={() => store.press('ArrowLeft')}>
            ◀
          </Button>
          <Button size="small" aria-label={t('timeline.nearer')} onClick={() => store.press('+')}>
            ＋
          </Button>
          <Button size="small" aria-label={t('timeline.wider')} onClick={() => store.press('-')}>
            －
          </Button>
          <Button size="small" aria-label={t('timeline.forward')} onClick={() => store.press('ArrowRight')}>
            ▶
          </Button>
        </span>
        <div
          className="dr-span"
          role="slider"
          tabIndex={0}
          aria-label={t('timeline.spanHelp')}
          title={t('timeline.spanHelp')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={total > 0 ? Math.round(((span[0] - whole[0]) / total) * 100) : 0}
          aria-valuetext={days}
          onKeyDown={(event) => {
            if (store.press(event.key)) event.preventDefault();
          }}
        >
          {days}
        </div>
      </div>
      <ul className="dr-legend" aria-hidden="true">
        <li className="dr-blue">{t('timeline.legendBefore')}</li>
        <li className="dr-teal">{t('timeline.legendAfter')}</li>
        <li className="dr-amber">{t('timeline.dry')}</li>
        <li className="dr-mark dr-violet">
          <b>▲</b> {t('timeline.legendAccess')}
        </li>
        <li className="dr-mark dr-red">
          <b>◆</b> {t('timeline.legendAccessEvent')}
        </li>
        <li className="dr-mark dr-blue-text">
          <b>●</b> {t('timeline.legendPrescription')}
        </li>
        <li className="dr-mark dr-red">
          <b>●</b> {t('timeline.legendComplication')}
        </li>
      </ul>
      <div ref={frame} className="dr-chart">
        {option && (
          <TimeChart
            label={t('timeline.label', { name: reply.patientName, n: rows.length, days })}
            option={option}
            height={TIMELINE_HEIGHT}
            span={span}
            onSpan={(next) => store.look(next)}
            onPress={(at) => store.openAt(at)}
          />
        )}
      </div>
      <p className="dr-hint">{t('timeline.hint')}</p>
    </section>
  );
});
