import BaseAutoComplete, { type AutoCompleteItems } from '@douyinfe/semi-ui/lib/es/autoComplete';
import type { HTMLAttributes, ReactElement, Ref } from 'react';

interface FrameProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref?: Ref<HTMLDivElement>;
}

/** The library says of this frame, which has no role, that it is expanded: what has a list is the input inside. */
function Frame({ 'aria-expanded': _expanded, 'aria-haspopup': _popup, 'aria-controls': _controls, ...props }: FrameProps) {
  return <div {...props} />;
}

/** Input with suggestions that tells a screen reader nothing wrong. */
export class AutoComplete<T extends AutoCompleteItems = AutoCompleteItems> extends BaseAutoComplete<T> {
  override renderInput() {
    const { props } = super.renderInput() as ReactElement<FrameProps>;
    return <Frame {...props} />;
  }
}
