import type { Endpoint } from '@bank/contract/endpoint'
import type { Call, UseCase } from '../../call.ts'

/** An endpoint and the use case that answers it. The endpoint states who may call. */
export type Route = {
  readonly endpoint: Endpoint
  readonly verb: (call: Call<Endpoint>) => Promise<unknown>
}

/** One line of `routes.ts`. A verb that needs a signed-in actor does not type-check for an endpoint that anyone may call. */
export function route<E extends Endpoint>(endpoint: E, verb: UseCase<E>): Route {
  return { endpoint, verb: verb as unknown as Route['verb'] }
}
