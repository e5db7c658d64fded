// @ts-expect-error: it brings no types; what is used of it is written down below.
import untypedAutocannon from 'autocannon'
import type { Load, Measured } from './load.ts'
import { type TransferRequest, transferPath, transferRequests } from './transfer-request.ts'

/** Sends the same transfers with autocannon. Throws when anything but 201 was answered. */
export async function autocannonLoad({
  addresses,
  customers,
  connections,
  seconds,
}: Load): Promise<Measured> {
  const address = addresses[0]!
  const nextRequest = transferRequests(address, customers)
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: transferPath,
        setupRequest: (request) => Object.assign(request, nextRequest()),
      },
    ],
  })
  const accepted = result.statusCodeStats['201']?.count ?? 0
  const answered = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx']
  if (accepted === 0 || accepted !== answered || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`autocannon met ${result.errors} errors and the statuses ${statuses}.`)
  }
  return {
    perSecond: accepted / result.duration,
    acknowledged: accepted,
    medianMilliseconds: result.latency.p50,
    slowestHundredthMilliseconds: result.latency.p99,
    slowestThousandthMilliseconds: result.latency.p99_9,
    heldUp: 0,
  }
}

const autocannon = untypedAutocannon as (options: {
  url: string
  connections: number
  duration: number
  requests: { method: string; path: string; setupRequest: (request: object) => TransferRequest }[]
}) => Promise<Result>

type Result = Record<'1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'errors' | 'duration', number> & {
  statusCodeStats: Record<string, { count: number } | undefined>
  latency: { p50: number; p99: number; p99_9: number }
}
