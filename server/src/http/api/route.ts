import type { AnswerOf, Endpoint } from '@bank/contract/endpoint'
import type { Call } from '../../call.ts'
import type { Caller } from './callers.ts'

/** An endpoint, who may call it, and what is done then. */
export type Route = {
  readonly endpoint: Endpoint
  readonly caller: Caller<unknown>
  readonly verb: (call: Call<Endpoint, never>) => Promise<unknown>
}

/** One line of `routes.ts`. Without a caller, or with a verb for another kind of caller, it does not type-check. */
export function route<E extends Endpoint, Who>(
  endpoint: E,
  caller: Caller<Who>,
  verb: (call: Call<E, Who>) => Promise<AnswerOf<E>>,
): Route {
  return { endpoint, caller, verb: verb as unknown as Route['verb'] }
}
