import BaseSideSheet from '@douyinfe/semi-ui/lib/es/sideSheet';

/** Drawer that Escape closes, like every other floating part of the product. */
export class SideSheet extends BaseSideSheet {
  static override defaultProps = { ...BaseSideSheet.defaultProps, closeOnEsc: true };
}
