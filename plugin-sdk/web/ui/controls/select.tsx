import { IconChevronDown, IconClear } from '@douyinfe/semi-icons';
import BaseSelect from '@douyinfe/semi-ui/lib/es/select';
import { type AriaAttributes, cloneElement } from 'react';

/**
 * Select that tells a screen reader the truth. The library's own names an active option while the list is closed and no option exists, calls
 * itself "selected" whatever it chooses, leaves the input of a list that can be filtered and the list itself without a name, and draws an arrow that is a picture
 * called nothing. And one that measures its list when that opens: the library's own asks for sizes as soon as it is drawn and with each value, for which the
 * browser lays out the whole page, once for a new page and once more for what its selects changed in it.
 */
export class Select extends BaseSelect {
  static override defaultProps = { ...BaseSelect.defaultProps, arrowIcon: <IconChevronDown aria-hidden />, clearIcon: <IconClear aria-hidden /> };

  override get adapter(): BaseSelect['adapter'] {
    const { rePositionDropdown, getTriggerWidth, ...others } = super.adapter;
    return {
      ...others,
      rePositionDropdown: () => {
        if (this.state.isOpen) rePositionDropdown();
      },
      // Asked for at the first drawing, before there is an id, and when it opens, which may be at once.
      getTriggerWidth: () => (this.selectID || this.props.defaultOpen ? getTriggerWidth() : 0),
    };
  }

  /** Id of the option that the keys stand on; undefined while there is none. */
  #activeOption(): string | undefined {
    const { isOpen, focusIndex, options } = this.state;
    const shown = options.filter((option) => !('_show' in option) || option._show !== false).length;
    return isOpen && focusIndex >= 0 && focusIndex < shown ? `${this.selectID}-option-${focusIndex}` : undefined;
  }

  #naming() {
    const { 'aria-labelledby': by, 'aria-label': label } = this.props as AriaAttributes; // its type leaves out the label
    return {
      'aria-labelledby': by,
      'aria-label': by === undefined ? label : undefined,
      'aria-activedescendant': this.#activeOption(),
    };
  }

  /** The library puts the list, which has no name, into a dialog, which has none either. */
  #nameList = (frame: HTMLDivElement | null): void => {
    this.setOptionContainerEl(frame as HTMLDivElement); // its type leaves out that it ends
    const { 'aria-labelledby': by, 'aria-label': label } = this.#naming();
    const list = frame?.querySelector('[role="listbox"]');
    // What opens the list names this id as what it controls; the library gives it to the frame around the list.
    if (frame && list && frame.id !== '') {
      list.id = frame.id;
      frame.removeAttribute('id');
    }
    for (const part of [frame?.closest('[role="dialog"]'), list]) {
      if (by !== undefined) part?.setAttribute('aria-labelledby', by);
      else if (label !== undefined) part?.setAttribute('aria-label', label);
    }
  };

  override renderOptions(...of: Parameters<BaseSelect['renderOptions']>) {
    return cloneElement(super.renderOptions(...of), { ref: this.#nameList });
  }

  override renderSelection() {
    return cloneElement(super.renderSelection(), this.#naming());
  }

  override renderTriggerInput() {
    return cloneElement(super.renderTriggerInput(), this.#naming());
  }
}
