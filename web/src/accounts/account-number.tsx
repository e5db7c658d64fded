import { clsx } from 'clsx'
import { numberGroups } from './number-groups.ts'

/** An account number in groups. Margins separate them, so that it is copied without spaces. A long one is small, and breaks between groups. */
export function AccountNumber({ number }: { number: string }) {
  return (
    <bdi className={clsx('tabular wrap-anywhere', number.length > 18 && 'text-[0.9em]')}>
      {numberGroups(number).map(({ start, text }) => (
        <span key={start} className="not-last:me-1.5 inline-block">
          {text}
        </span>
      ))}
    </bdi>
  )
}
