/** Semi tier `chrome`: what the shell's own frame needs right after sign-in. */
export { Avatar } from './avatar.tsx';
export { default as AvatarGroup } from '@douyinfe/semi-ui/lib/es/avatar/avatarGroup';
export { default as Badge } from '@douyinfe/semi-ui/lib/es/badge';
export { default as Divider } from '@douyinfe/semi-ui/lib/es/divider';
export { default as Empty } from '@douyinfe/semi-ui/lib/es/empty';
export { Modal } from './modal.tsx';
export { SideSheet } from './side-sheet.tsx';
export { default as Skeleton } from '@douyinfe/semi-ui/lib/es/skeleton';
export { default as Space } from '@douyinfe/semi-ui/lib/es/space';
