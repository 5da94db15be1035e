import { type ComponentType, useEffect, useState } from 'react';
import { useKitText } from '../kit-text.ts';
import type { LatePart } from '../late-part.ts';

interface LateControlProps<Props extends object> {
  readonly part: LatePart<{ readonly Control: ComponentType<Props> }>;
  readonly props: Props;
}

/** A control whose code is fetched when it first shows. When that fails, the form around goes on and the control can be asked for again. */
export function LateControl<Props extends object>({ part, props }: LateControlProps<Props>) {
  const text = useKitText();
  const [{ Control, failed }, setState] = useState<{ readonly Control?: ComponentType<Props>; readonly failed?: boolean }>({ ...part.here });
  useEffect(() => {
    if (Control || failed) return undefined;
    let wanted = true;
    part.fetch().then(
      (here) => wanted && setState(here),
      () => wanted && setState({ failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [part, Control, failed]);
  if (Control) return <Control {...props} />;
  return (
    <div className="nk-field-wait" role={failed ? 'alert' : undefined} aria-busy={!failed}>
      {failed && `${text('failed')} `}
      {failed && (
        <button type="button" className="nk-text-button" onClick={() => setState({})}>
          {text('retry')}
        </button>
      )}
    </div>
  );
}
