import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './problem.ts'

type RefusalHandlers = Readonly<Record<'onSignedOut' | 'onPasscodeRequired', (client: QueryClient) => void>>

/**
 * The cache of answers. A failed query is repeated 3 times, unless the bank has refused it: after 1, 2 and 4 seconds, as the library
 * does by default (§9).
 * `onSignedOut` is called when the bank answers that the user is signed out, or must set two-factor up first; `onPasscodeRequired`
 * when the session is not elevated.
 */
export function createQueryClient({ onSignedOut, onPasscodeRequired }: RefusalHandlers): QueryClient {
  const handleRefusal = (error: unknown) => {
    if (!isProblem(error)) return
    if (error.code === 'signed_out' || error.code === 'second_factor_required') onSignedOut(client)
    if (error.code === 'passcode_required') onPasscodeRequired(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleRefusal }),
    mutationCache: new MutationCache({ onError: handleRefusal }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && !(isProblem(error) && error.status < 500),
        staleTime: 10_000,
      },
      mutations: {
        retry: false,
        // Offline, the library would send a request later, when the user no longer expects it. So it fails instead.
        networkMode: 'always',
        // The library keeps what was sent, also a password, so long after its form is gone: 5 minutes by default.
        gcTime: 1_000,
      },
    },
  })
  repeatOvertaken(client)
  return client
}

/**
 * Requests a first answer again that was under way when its query was invalidated, because it may be older than the change. Where there is an
 * earlier answer, the library does so by itself.
 */
function repeatOvertaken(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { query } = event
    const { data, fetchStatus } = query.state
    if (data !== undefined || fetchStatus === 'idle') return
    const repeat = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    // What is under way: nothing is requested.
    query.fetch().then(repeat, () => {})
  })
}
