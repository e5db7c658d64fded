import type { UseQueryResult } from '@tanstack/react-query'

/** Whether a query has neither an answer nor a failure yet: a page that can do without the answer does not wait for another try. */
export function isFirstTry({
  isPending,
  failureCount,
  errorUpdateCount,
}: Pick<UseQueryResult, 'isPending' | 'failureCount' | 'errorUpdateCount'>): boolean {
  return isPending && failureCount + errorUpdateCount === 0
}
