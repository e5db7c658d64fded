const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration in its largest whole unit, rounded down: `3 days`, `1 hour`, `less than a minute`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than a minute'
  if (milliseconds < hour) return inUnits(milliseconds / minute, 'minute')
  if (milliseconds < 2 * day) return inUnits(milliseconds / hour, 'hour')
  return inUnits(milliseconds / day, 'day')
}

function inUnits(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
