import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

/**
 * Keeps what the bank has answered. A failed question is asked again 3 times, at most 30 seconds apart (§9), unless
 * the bank itself said no. `onSignedOut` hears when it answers that nobody is signed in any more.
 */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const heed = (error: unknown) => {
    if (isProblem(error) && error.code === 'signed_out') onSignedOut(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: heed }),
    mutationCache: new MutationCache({ onError: heed }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && !(isProblem(error) && error.status < 500),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  })
  return client
}
