/** Spec 9: default upload limit. */
const LIMIT_BYTES = 5 * 1_048_576;

/** Text key of what is wrong with a picture (spec 5, uploads); undefined when it may be sent. */
export function avatarProblem(file: { readonly type: string; readonly size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return 'profile.avatarType';
  return file.size > LIMIT_BYTES ? 'profile.avatarSize' : undefined;
}
