import { numberGroups } from './number-groups.ts'

/** An account number in groups. Margins separate them, so that it is copied without spaces. */
export function AccountNumber({ number }: { number: string }) {
  return (
    <bdi className="tabular wrap-anywhere">
      {numberGroups(number).map(({ start, text }) => (
        <span key={start} className={start > 0 ? 'ms-1.5' : undefined}>
          {text}
        </span>
      ))}
    </bdi>
  )
}
