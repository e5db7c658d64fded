import type { ComponentProps } from 'react'

/** A share of a whole, drawn from the start of the line. Without `percent` it is not known. */
export function ShareBar({ percent, ...rest }: { percent: number | undefined } & ComponentProps<'progress'>) {
  return (
    <progress
      {...rest}
      max={100}
      value={percent}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full border bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
    />
  )
}
