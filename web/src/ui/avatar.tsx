import { clsx } from 'clsx'
import { useState } from 'react'

const shades = [
  'bg-primary-soft text-primary-soft-foreground',
  'bg-success-soft text-success',
  'bg-pending-soft text-pending',
  'border border-input-border bg-hero text-hero-foreground',
] as const

/** A user's picture or, without one or if it fails to load, the initials on a colour that depends on the name. */
export function Avatar({
  name,
  image,
  size = 'size-9 text-caption',
}: {
  name: string
  image?: string | null | undefined
  size?: string
}) {
  const [missing, setMissing] = useState<string>()
  if (image && image !== missing) {
    return (
      <img
        src={image}
        alt=""
        onError={() => setMissing(image)}
        className={clsx('shrink-0 rounded-full object-cover', size)}
      />
    )
  }
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-bold',
        size,
        shades[shadeOf(name)],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** The first letters of the first and the last word: "Maria de la Cruz" is "MC". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

function shadeOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 65521
  return sum % shades.length
}
