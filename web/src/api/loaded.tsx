import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'

/** What is shown of the answer to a query; the placeholder until it has come, or that it could not be loaded. */
export function Loaded<Answer>({
  query: { data, error, refetch },
  failure,
  placeholder,
  children,
}: {
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'refetch'>
  /** The title when it could not be loaded. */
  failure: string
  placeholder: ReactNode
  children: (answer: Answer) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure title={failure} error={error} onRetry={() => refetch()} />
  return placeholder
}
