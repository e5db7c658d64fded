/** The limits of an avatar (specification §5, Avatar). */
export const avatarRules = {
  types: ['image/png', 'image/jpeg'],
  // Under 2 MB, so a file of exactly 2 MiB is refused.
  bytesMax: 2 * 1024 * 1024 - 1,
  otherType: 'image_unreadable',
  tooLarge: 'image_too_large',
} as const

/** The messages of the refusals of a file that cannot be an avatar. */
export const avatarMessages = {
  image_missing: 'Please select an image',
  image_too_large: 'Image size must be less than 2MB',
  image_unreadable: 'This file isn’t a valid PNG or JPEG picture. Choose another one',
} as const

/** The message about a file that cannot be an avatar by its type and size (in bytes). The server checks its contents. */
export function avatarError(picture: { type: string; size: number } | undefined): string | undefined {
  if (picture === undefined || picture.size === 0) return avatarMessages.image_missing
  if (picture.size > avatarRules.bytesMax) return avatarMessages.image_too_large
  return avatarRules.types.some((type) => type === picture.type) ? undefined : avatarMessages.image_unreadable
}
