/** An account number in groups that the eye can hold. Only margins part them, so that it is copied without spaces. */
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

/** Ours have 10 digits and are read 4-3-3; others, IBANs among them, in fours. */
function groupsOf(number: string): { start: number; digits: string }[] {
  const pattern = /^\d{10}$/.test(number) ? /^\d{4}|\d{3}/g : /.{1,4}/gu
  return [...number.matchAll(pattern)].map((match) => ({ start: match.index, digits: match[0] }))
}
