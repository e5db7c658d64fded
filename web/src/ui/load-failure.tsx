import { Link } from 'react-router'
import { Button } from './button.tsx'

/** Replaces content that failed to load: what failed, why, and a button to try again. */
export function LoadFailure({
  title,
  reason,
  reference,
  onRetry,
}: {
  title: string
  reason: string
  /** The reference of the error, for questions to support. */
  reference?: string | undefined
  onRetry: () => void
}) {
  return (
    <div
      role="alert"
      className="grid max-w-prose justify-items-start gap-3 rounded-card border border-failed-border bg-failed-soft p-card"
    >
      <p className="text-h3 text-failed">{title}</p>
      <p>{reason}</p>
      {reference && (
        <p className="text-caption text-muted-foreground">
          Reference <bdi className="tabular">{reference}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
        <Link to="/support" className="link-alone">
          Contact Support
        </Link>
      </div>
    </div>
  )
}
