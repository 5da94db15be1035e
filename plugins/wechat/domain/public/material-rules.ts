import type { MaterialType } from '../../contract/public/public-limits.ts';

const MIB = 1_048_576;
/** What the service takes of each kind: how it is called there, its extensions, bytes and how many it keeps. */
export const MATERIALS: Readonly<
  Record<MaterialType, { readonly wire: 'image' | 'voice' | 'video'; readonly extensions: readonly string[]; readonly bytes: number; readonly most: number }>
> = {
  2: { wire: 'image', extensions: ['bmp', 'png', 'jpeg', 'jpg', 'gif'], bytes: 10 * MIB, most: 100_000 },
  3: { wire: 'voice', extensions: ['mp3', 'wma', 'wav', 'amr'], bytes: 2 * MIB, most: 1_000 },
  4: { wire: 'video', extensions: ['mp4'], bytes: 10 * MIB, most: 1_000 },
};

export function materialFlaw(type: MaterialType, { extension, size }: { readonly extension: string; readonly size: number }): 'type' | 'size' | undefined {
  const { extensions, bytes } = MATERIALS[type];
  if (!extensions.includes(extension.toLowerCase())) return 'type';
  return size > bytes ? 'size' : undefined;
}
