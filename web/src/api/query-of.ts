import type { Endpoint } from '@bank/contract/endpoint'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type CallOptions, call } from './call.ts'

/**
 * The query of an endpoint. Its key begins with `key` and ends with the request, so that no answer is shown for another request:
 * for another account, for example.
 */
export function queryOf<E extends Endpoint>(
  key: QueryKey,
  endpoint: E,
  request: Pick<CallOptions<E>, 'params' | 'query'> = {},
) {
  return queryOptions({
    queryKey: [...key, request],
    queryFn: ({ signal }) => call(endpoint, { ...request, signal }),
  })
}
