import BaseButton from '@douyinfe/semi-ui/lib/es/button';
import IconButton from '@douyinfe/semi-ui/lib/es/iconButton';
import { cloneElement, type HTMLAttributes, isValidElement, type ReactNode } from 'react';
import './button.css';

/** The library calls an icon by its own English name, which then stands before the text in the name of the button: "chevron_left 返回". */
const silent = (icon: ReactNode): ReactNode => (isValidElement<HTMLAttributes<HTMLElement>>(icon) ? cloneElement(icon, { 'aria-hidden': true }) : icon);

/**
 * Button that stays the same element while it works. The library draws a resting button and a working one as two components, so that the
 * browser takes away the one that holds the focus, and the keyboard falls from a dialog that is busy saving onto the page below it.
 * It is called by its text or label alone.
 */
export class Button extends BaseButton {
  override render() {
    const { icon, loading, children, 'aria-label': label } = this.props;
    if (loading === undefined && !icon) return super.render();
    const named = (children !== undefined && children !== null) || label !== undefined;
    return <IconButton {...this.props} icon={named ? silent(icon) : icon} />;
  }
}
