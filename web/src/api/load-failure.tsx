import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { reasonOf, referenceOf } from './problem.ts'

/** Replaces content that failed to load: what failed, why, and a button to try again. */
export function LoadFailure({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) {
  const reference = referenceOf(error)
  return (
    <div
      role="alert"
      className="grid max-w-prose justify-items-start gap-3 rounded-card border border-failed-border bg-failed-soft p-card"
    >
      <p className="text-h3 text-failed">{title}</p>
      <p>{reasonOf(error)}</p>
      {reference && (
        <p className="text-caption text-muted-foreground">
          Reference <bdi className="tabular">{reference}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
        <Link to={linkTo('support')} className="link-alone">
          Contact Support
        </Link>
      </div>
    </div>
  )
}
