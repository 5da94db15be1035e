import BaseAvatar from '@douyinfe/semi-ui/lib/es/avatar';
import { cloneElement, isValidElement, type HTMLAttributes } from 'react';

/** Avatar that stands by itself: the library calls each one an item of a list, which only those of an `AvatarGroup` are. */
export class Avatar extends BaseAvatar {
  override render() {
    const drawn = super.render();
    return isValidElement<HTMLAttributes<HTMLElement>>(drawn) ? cloneElement(drawn, { role: undefined }) : drawn;
  }
}
