// @ts-expect-error: autocannon has no types; those used are declared below.
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

/** Sends requests in a closed loop: each connection sends the next one when the last is answered. */
export const autocannon = untyped as (run: Run) => Promise<Result> & { readonly stop: () => void }
