import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { transferForm } from '../transfer-form.ts'
import { autocannon } from './autocannon.ts'
import type { Customer } from './seed.ts'

/** A transfer as a browser sends it. */
export type TransferRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export const transferPath = '/api/transfers'

/** Returns a function that makes a new transfer of a random customer. `address` is the bank's, `http://…`. */
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
    // To another bank: all share one in-transit account. The id is the last member, so that only the end of the text differs.
    bodyStart: `${JSON.stringify({ ...transferForm, transaction_pin: pin }).slice(0, -1)},"transactionId":"`,
  }))
  return () => {
    const { headers, bodyStart } = prepared[Math.floor(Math.random() * prepared.length)]!
    return { headers, body: `${bodyStart}${timeOrderedId(new Date())}"}` }
  }
}

/** The transfers of one round, all answered with 201. */
export type Load = {
  readonly perSecond: number
  readonly acknowledged: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
}

/** Sends transfers in a closed loop. Throws at an answer other than 201. */
export async function sendTransfers(
  address: string,
  customers: readonly Customer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const nextRequest = transferRequests(address, customers)
  const setupRequest = (request: object) => Object.assign(request, nextRequest())
  const requests = [{ method: 'POST', path: transferPath, setupRequest }]
  const { statusCodeStats, errors, duration, latency } = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests,
  })
  const acknowledged = statusCodeStats['201']?.count ?? 0
  if (acknowledged === 0 || Object.keys(statusCodeStats).length > 1 || errors > 0) {
    throw new Error(`autocannon had ${errors} errors and the statuses ${JSON.stringify(statusCodeStats)}.`)
  }
  return {
    perSecond: acknowledged / duration,
    acknowledged,
    p50Milliseconds: latency.p50,
    p99Milliseconds: latency.p99,
  }
}
