import type { RefusalCode } from '../errors.ts'

/** The limits of an avatar (specification §5, Avatar). */
export const avatarRules = {
  types: ['image/png', 'image/jpeg'],
  // Under 2 MB, so a file of exactly 2 MiB is refused.
  bytesMax: 2 * 1024 * 1024 - 1,
  otherType: 'image_unreadable',
  tooLarge: 'image_too_large',
} as const

/** The refusal of a file that cannot be an avatar by its type and size (in bytes). The server checks its contents. */
export function avatarError(picture: { type: string; size: number } | undefined): RefusalCode | undefined {
  if (picture === undefined || picture.size === 0) return 'image_missing'
  if (picture.size > avatarRules.bytesMax) return avatarRules.tooLarge
  return avatarRules.types.some((type) => type === picture.type) ? undefined : avatarRules.otherType
}
