import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { autocannon } from './autocannon.ts'
import type { Customer } from './seed.ts'

/** One transfer, as a browser with the bank's page open sends it. */
export type TransferRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** The path transfers are sent to. */
export const transferPath = '/api/transfers'

/** Returns a new transfer of a random customer at each call. `address` is the bank's, `http://…`. */
export function transferRequests(address: string, customers: readonly Customer[]): () => TransferRequest {
  const prepared = customers.map(({ token, pin }) => ({
    headers: {
      host: new URL(address).host,
      origin: address,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      accept: 'application/json',
      cookie: `sid=${token}`,
    },
    // The last member is the transfer's id, so that only the end of the text is made anew.
    bodyStart: `${JSON.stringify({ ...transfer, transaction_pin: pin }).slice(0, -1)},"transactionId":"`,
  }))
  return () => {
    const { headers, bodyStart } = prepared[Math.floor(Math.random() * prepared.length)]!
    return { headers, body: `${bodyStart}${timeOrderedId(new Date())}"}` }
  }
}

// To another bank: the money goes to the one in-transit account that all such transfers share.
const transfer = {
  account_name: 'Dora Example',
  account_number: '4820917365',
  bank_name: 'Northern Savings',
  bank_address: '1 Harbour Street, Bergen',
  swift_code: 'NOSANOKK',
  routing_number: '021000021',
  amount: '1.25',
}

/** Transfers of one round. Every one was answered with 201; a round with anything else has failed. */
export type Load = {
  readonly perSecond: number
  readonly acknowledged: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** Processor time of autocannon. */
  readonly senderSeconds: number
}

/**
 * Sends transfers in a closed loop: each connection sends the next transfer when the last is answered. Throws when anything
 * but 201 was answered.
 */
export async function sendTransfers(
  address: string,
  customers: readonly Customer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const nextRequest = transferRequests(address, customers)
  const setupRequest = (request: object) => Object.assign(request, nextRequest())
  const requests = [{ method: 'POST', path: transferPath, setupRequest }]
  const before = process.cpuUsage()
  const { statusCodeStats, errors, duration, latency } = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests,
  })
  const { user, system } = process.cpuUsage(before)
  const acknowledged = statusCodeStats['201']?.count ?? 0
  if (acknowledged === 0 || Object.keys(statusCodeStats).length > 1 || errors > 0) {
    throw new Error(`autocannon had ${errors} errors and the statuses ${JSON.stringify(statusCodeStats)}.`)
  }
  return {
    perSecond: acknowledged / duration,
    acknowledged,
    p50Milliseconds: latency.p50,
    p99Milliseconds: latency.p99,
    senderSeconds: (user + system) / 1e6,
  }
}
