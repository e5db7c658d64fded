import { dayOf } from '@bank/contract/bank-day'
import { dayInColumn, dayText, momentText } from '@bank/contract/date-text'
import { clsx } from 'clsx'
import { publicConfig } from '../public-config.ts'
import { useReaderZone } from './reader-zone.ts'

/**
 * The bank's day of a timestamp, "Mar 7, 2026"; with `column`, 03/07/2026 for the columns that the specification fixes. With `time`,
 * the reader's clock: "Mar 7, 2026, 2:15 PM GMT+1"; with `long`, "March 7, 2026 at 2:15 PM GMT+1" for sentences and details, and
 * without its time "March 7, 2026".
 */
export function DateText({
  moment,
  column = false,
  long = false,
  time = long,
}: {
  moment: string
  column?: boolean
  long?: boolean
  time?: boolean | 'seconds'
}) {
  const zone = useReaderZone()
  const at = new Date(moment)
  const day = () => dayOf(at, publicConfig.timeZone)
  return (
    <time
      dateTime={moment}
      dir="auto"
      // The server's data of time zones may be newer than the browser's.
      suppressHydrationWarning
      className={clsx('tabular', !time && 'whitespace-nowrap')}
    >
      {time
        ? momentText(at, zone, long ? 'long' : 'short', time === 'seconds')
        : column
          ? dayInColumn(day())
          : dayText(day(), long ? 'long' : 'short')}
    </time>
  )
}
