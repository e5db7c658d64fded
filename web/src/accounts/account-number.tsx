/** An account number in groups. Margins separate them, so that it is copied without spaces. */
export function AccountNumber({ number }: { number: string }) {
  return (
    <bdi className="tabular wrap-anywhere">
      {groupsOf(number).map(({ start, digits }) => (
        <span key={start} className={start > 0 ? 'ms-1.5' : undefined}>
          {digits}
        </span>
      ))}
    </bdi>
  )
}

/** The bank's own numbers have 10 digits and are grouped 4-3-3; all others, such as IBANs, in fours. */
function groupsOf(number: string): { start: number; digits: string }[] {
  const pattern = /^\d{10}$/.test(number) ? /^\d{4}|\d{3}/g : /.{1,4}/gu
  return [...number.matchAll(pattern)].map((match) => ({ start: match.index, digits: match[0] }))
}
