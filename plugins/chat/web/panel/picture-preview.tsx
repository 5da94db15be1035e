import { ImagePreview } from '@nephra/plugin-sdk/ui';

/** A picture over the whole window, with the buttons that turn and enlarge it. */
export default function PicturePreview({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  return <ImagePreview visible src={address} onVisibleChange={(visible) => !visible && onClose()} />;
}
