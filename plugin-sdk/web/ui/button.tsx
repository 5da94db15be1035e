import BaseButton from '@douyinfe/semi-ui/lib/es/button';
import IconButton from '@douyinfe/semi-ui/lib/es/iconButton';
import './button.css';

/**
 * Button that stays the same element while it works. The library draws a resting button and a working one as two components, so that the
 * browser takes away the one that holds the focus, and the keyboard falls from a dialog that is busy saving onto the page below it.
 */
export class Button extends BaseButton {
  override render() {
    return this.props.loading === undefined ? super.render() : <IconButton {...this.props} />;
  }
}
