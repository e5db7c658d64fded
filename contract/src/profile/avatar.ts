import type { RefusalCode } from '../errors.ts'

/** What a picture may be (specification §5, Avatar). */
export const avatarRules = {
  types: ['image/png', 'image/jpeg'],
  // Under 2 MB, so a file of exactly 2 MiB is refused.
  bytesMax: 2 * 1024 * 1024 - 1,
  otherType: 'image_unreadable',
  tooLarge: 'image_too_large',
} as const

/**
 * What is wrong with a picture, as far as that can be seen from outside. What is in it the bank sees when it has come.
 * `size` in bytes.
 */
export function faultOfPicture(picture: { type: string; size: number } | undefined): RefusalCode | undefined {
  if (picture === undefined || picture.size === 0) return 'image_missing'
  if (picture.size > avatarRules.bytesMax) return avatarRules.tooLarge
  return avatarRules.types.some((type) => type === picture.type) ? undefined : avatarRules.otherType
}
