import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

type Heeded = Readonly<Record<'onSignedOut' | 'onPasscodeRequired', (client: QueryClient) => void>>

/**
 * Keeps what the bank has answered. A failed question is asked again 3 times, at most 30 seconds apart (§9), unless
 * the bank itself said no. `onSignedOut` hears when it answers that nobody is signed in any more, `onPasscodeRequired` when
 * administrator's work is no longer open.
 */
export function createQueryClient({ onSignedOut, onPasscodeRequired }: Heeded): QueryClient {
  const heed = (error: unknown) => {
    if (!isProblem(error)) return
    if (error.code === 'signed_out') onSignedOut(client)
    if (error.code === 'passcode_required') onPasscodeRequired(client)
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
