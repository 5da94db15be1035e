import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, ErrorCard, ListSkeleton, pressPayWay, PatientLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { SettlementRecord } from '../../../contract/index.ts';
import { OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { money } from '../../parts/words.ts';
import { DoneStep } from './done.step.tsx';
import { DoubtStep } from './doubt.step.tsx';
import { FeesStep } from './fees.step.tsx';
import { FLOW_STEPS, type SettleFlowStore } from './flow.store.ts';
import { FlowNote } from './flow-note.tsx';
import { PayStep } from './pay/pay.step.tsx';
import { PersonStep } from './person.step.tsx';
import { VisitStep } from './visit.step.tsx';
import './flow.css';
import './pay/pay.css';

interface FlowPanelProps {
  readonly flow: SettleFlowStore;
  /** Stands beside the patient's name until the settlement itself tells what it is of. */
  readonly about?: ReactNode;
  /** The patient's name leads to the file; left out where that would leave a sheet open over it. */
  readonly leadsToFile?: boolean;
  /** Ready for the next patient. */
  readonly onNext: () => void;
  /** Stands below the patient's name: other prescriptions of his. */
  readonly children?: ReactNode;
}

/** One settlement as a calm line of steps: person, visit, fees, payment, receipt. */
export const FlowPanel = observer(function FlowPanel({ flow, about, leadsToFile = false, onNext, children }: FlowPanelProps) {
  const { t, confirm } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const { step, info, settlement, fault, running } = flow;
  const opening = running?.call === 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step, or its new content, puts the cursor where the cashier goes on
  useEffect(() => {
    if (!opening && !running)
      frame.current?.querySelector<HTMLElement>('[data-first] input, input[data-first], button[data-first]')?.focus({ preventScroll: true });
  }, [step, opening, running === null, flow]);

  const handleKey = (event: KeyboardEvent) => {
    const at = FLOW_STEPS.indexOf(step);
    if (event.altKey && event.key === 'ArrowLeft' && at > 0 && step !== 'done') {
      event.preventDefault();
      const before = FLOW_STEPS[at - 1];
      if (before) flow.goTo(before);
    } else if (step === 'pay') pressPayWay(event, frame.current);
  };
  const giveUp = async () => {
    if (!(await confirm({ content: t('desk.abandonAsk'), danger: true, okText: t('desk.abandon') }))) return;
    if (await flow.abandon()) onNext();
  };
  if (!info && opening) return <ListSkeleton />;
  if (!info && fault) return <ErrorCard error={new Error(fault.text)} title={fault.text} onRetry={() => void flow.open()} />;
  const name = settlement?.patientName ?? info?.patientName ?? '';
  const mayGiveUp = settlement !== null && OPEN_STATES.includes(settlement.state) && !flow.busy;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div ref={frame} className="in-flow" onKeyDown={handleKey}>
      <header className="in-flow-head">
        <h3>{leadsToFile ? <PatientLink patientId={flow.subject.patientId} name={name} /> : name}</h3>
        {settlement ? <SettlementFacts settlement={settlement} /> : about}
        {info && <span className="in-soft">{info.data.dept_name}</span>}
        {mayGiveUp && (
          <Button theme="borderless" type="danger" size="small" onClick={() => void giveUp()}>
            {t('desk.abandon')}
          </Button>
        )}
      </header>
      {children}
      {!flow.doubtful && <StepRail flow={flow} />}
      <div className="in-flow-body">
        {flow.doubtful ? (
          <DoubtStep flow={flow} onNext={onNext} />
        ) : (
          <>
            {step === 'person' && <PersonStep flow={flow} />}
            {step === 'visit' && <VisitStep flow={flow} />}
            {step === 'fees' && <FeesStep flow={flow} />}
            {step === 'pay' && <PayStep flow={flow} />}
            {step === 'done' && <DoneStep flow={flow} onNext={onNext} />}
          </>
        )}
      </div>
      {!flow.doubtful && (
        <div className="in-flow-note">
          <FlowNote flow={flow} onLeave={onNext} />
        </div>
      )}
    </div>
  );
});

function SettlementFacts({ settlement }: { readonly settlement: SettlementRecord }) {
  const { t } = usePlugin();
  return (
    <>
      <span className="in-soft">{settlement.outpatientCode}</span>
      <span className="in-soft">{settlement.dpNumbers.join(t('desk.listMark'))}</span>
      <AmountText amount={money(settlement.medfee_sumamt)} strong sign />
    </>
  );
}

const StepRail = observer(function StepRail({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const now = FLOW_STEPS.indexOf(flow.step);
  return (
    <ol className="in-rail" aria-label={t('desk.steps')}>
      {FLOW_STEPS.map((step, at) => (
        <li key={step} data-state={at < now ? 'over' : at === now ? 'now' : 'ahead'}>
          <button
            type="button"
            aria-current={at === now ? 'step' : undefined}
            disabled={flow.busy || at > flow.reached || flow.step === 'done'}
            onClick={() => flow.goTo(step)}
          >
            <span aria-hidden="true">{at < now ? '✓' : at + 1}</span>
            {t(`desk.step.${step}`)}
          </button>
        </li>
      ))}
    </ol>
  );
});
