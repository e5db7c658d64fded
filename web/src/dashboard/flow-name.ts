import { monthNames } from '../ui/month-names.ts'

/** The name of a month (`YYYY-MM`) or a day (`YYYY-MM-DD`): "March 2026", "March 7, 2026"; short "Mar" and "Mar 7". */
export function flowName(during: string, length: 'long' | 'short'): string {
  const [year, month, day] = during.split('-').map(Number) as [number, number, number?]
  const name = monthNames[month - 1]!
  const named = `${length === 'long' ? name : name.slice(0, 3)}${day ? ` ${day}` : ''}`
  return length === 'long' ? `${named}${day ? ',' : ''} ${year}` : named
}
