// @ts-expect-error: autocannon brings no types; what is used of it is declared below.
import untyped from 'autocannon'

type Run = {
  readonly url: string
  readonly connections: number
  /** In seconds. */
  readonly duration: number
  readonly requests: readonly {
    readonly method: string
    readonly path: string
    /** Called before each request is sent. */
    readonly setupRequest: (request: object) => object
  }[]
}

type Result = {
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number } | undefined>>
  readonly errors: number
  /** In seconds. */
  readonly duration: number
  readonly latency: { readonly p50: number; readonly p99: number }
}

/** Starts the load generator autocannon: each connection sends the next request when the last is answered. */
export const autocannon = untyped as (run: Run) => Promise<Result> & { readonly stop: () => void }
