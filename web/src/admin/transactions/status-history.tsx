import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { useStatusPreview } from './status-effect.tsx'

/** Who set each status of a transaction, when, and why. Nothing until it is loaded. */
export function StatusHistory({ transactionId }: { transactionId: string }) {
  const history = useStatusPreview(transactionId).data?.history
  if (!history) return null
  return (
    <Fact name="Statuses">
      <ol className="grid max-h-80 gap-2 overflow-y-auto">
        {history.map(({ status, at, by, reason, reference }, position) => (
          <li key={`${at} ${status}`}>
            {status}, {position === 0 ? 'made' : 'set'} by <bdi>{by ?? 'a former user'}</bdi>,{' '}
            <DateText moment={at} time />
            {reason && (
              <span className="block text-caption text-muted-foreground">
                {reason}
                {reference && `, ${reference}`}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Fact>
  )
}
