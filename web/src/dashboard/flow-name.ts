import { dayText, monthNames } from '@bank/contract/date-text'

/** The name of a month (`YYYY-MM`) or a day (`YYYY-MM-DD`): "March 2026", "March 7, 2026"; short "Mar" and "Mar 7". */
export function flowName(during: string, length: 'long' | 'short'): string {
  if (length === 'long' && during.length > 7) return dayText(during, length)
  const [year, month, day] = during.split('-').map(Number) as [number, number, number?]
  const name = monthNames[month - 1]!
  if (length === 'long') return `${name} ${year}`
  return `${name.slice(0, 3)}${day ? ` ${day}` : ''}`
}
