import { settings } from '../settings.ts'

/** A moment as lists show it, MM/DD/YYYY, or with `long` as details do: "March 7, 2026, 2:15 PM GMT+1". In the bank's time zone. */
export function DateText({ moment, long }: { moment: string; long?: boolean }) {
  return (
    <time dateTime={moment} className="tabular">
      {formatMoment(moment, long, settings.timeZone)}
    </time>
  )
}

/** The text of a moment (ISO 8601) in a time zone. */
export function formatMoment(moment: string, long: boolean | undefined, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { ...(long ? inDetails : inLists), timeZone }).format(
    new Date(moment),
  )
}

const inLists = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const inDetails = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
